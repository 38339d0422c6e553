//! The same work as `plays`, in instructions a play, which no other work on the machine disturbs.
//!
//! `cargo bench -p tavla-engine --bench instructions` runs itself under valgrind's callgrind, each
//! work with one pass more and without, and prints the difference; without valgrind it says so.
#![expect(clippy::print_stdout, reason = "a program that prints a table")]

mod phases;

use std::env::{args, current_exe};
use std::process::Command;
use tavla_engine::Scratch;

/// Stands before the number of a work and of its passes when the program runs under valgrind.
const WORK: &str = "--work";

fn main() {
    let given: Vec<String> = args().skip(1).collect();
    if let [first, work, passes] = &given[..]
        && first == WORK
    {
        let number = |text: &String| text.parse().expect("a number");
        return run(number(work), number(passes));
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED: valgrind is not installed");
        return;
    }
    println!("| game | work | plays | instructions a play |");
    println!("| --- | --- | ---: | ---: |");
    let mut scratch = Scratch::default();
    for (number, (name, variant, positions)) in phases::works().into_iter().enumerate() {
        let plays = phases::checked(&variant.rules(), &positions, &mut scratch);
        let more = counted(number, 2) - counted(number, 1);
        let each = more as f64 / plays as f64;
        println!("| {} | {name} | {plays} | {each:.1} |", variant.name);
    }
}

/// So many passes over one work, and nothing else but finding its positions.
fn run(work: usize, passes: usize) {
    let (_, variant, positions) = phases::works().swap_remove(work);
    let (rules, mut scratch) = (variant.rules(), Scratch::default());
    for _ in 0..passes {
        phases::enumerate(&rules, &positions, &mut scratch);
    }
}

/// The instructions of a run under callgrind.
fn counted(work: usize, passes: usize) -> u64 {
    let ran = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(current_exe().expect("a program knows where it is"))
        .args([WORK, &work.to_string(), &passes.to_string()])
        .output()
        .expect("valgrind runs");
    let told = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{told}");
    let line = told.lines().find(|line| line.contains("Collected"));
    let count = line.and_then(|line| line.rsplit(' ').next()?.parse().ok());
    count.unwrap_or_else(|| panic!("no count of instructions in {told}"))
}
