//! Bear-off databases beside what is known, and beside a generator that shares nothing with them.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;
use tavla_engine::plays::slow;
use tavla_engine::side::{BAR, OFF};
use tavla_engine::{Position, ROLLS, Side, Variant, legal_plays};
use tavla_solve::bearoff::{
    BearoffError, Limit, OneSided, Plan, Precision, Race, Tick, TwoSided, positions,
};
use tavla_solve::exact::Money;
use tavla_solve::store::Parameters;
use tavla_solve::{Keeper, Threads};
use tempfile::TempDir;

fn side(counts: &[u8]) -> Side {
    side_of(15, counts)
}

fn side_of(all: u8, counts: &[u8]) -> Side {
    let mut slots = [0; 26];
    slots[1..=counts.len()].copy_from_slice(counts);
    slots[0] = all - counts.iter().sum::<u8>();
    Side::from_counts(&slots).unwrap()
}

/// Nobody in the way: the other side's only checker is on the bar.
fn alone(player: Side) -> Position {
    let mut counts = [0; 26];
    counts[usize::from(BAR)] = 1;
    let opponent = Side::from_counts(&counts).unwrap();
    Position { player, opponent }
}

fn go(_: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn race(variant: &Variant, points: u8, checkers: u8) -> Race {
    Race::new(variant, points, checkers).unwrap()
}

fn one_sided(variant: &Variant, points: u8, checkers: u8, threads: usize) -> OneSided {
    let race = race(variant, points, checkers);
    let threads = Threads::new(threads).unwrap();
    OneSided::build(race, Limit(1 << 32), threads, &mut go).unwrap()
}

fn standard(points: u8, checkers: u8) -> OneSided {
    one_sided(&Variant::backgammon(), points, checkers, 1)
}

fn plan(variant: Variant, points: u8, checkers: u8, precision: Precision) -> Plan {
    Plan {
        race: race(&variant, points, checkers),
        variant,
        money: Some(Money { beavers: false }),
        precision,
    }
}

fn two_sided(plan: Plan, threads: usize) -> TwoSided {
    TwoSided::build(
        plan,
        Limit(1 << 32),
        Threads::new(threads).unwrap(),
        &mut go,
    )
    .unwrap()
}

fn mean(database: &OneSided, side: Side) -> f64 {
    let number = database.numbering().number(side);
    database.mean(number as usize).unwrap()
}

fn weight(roll: usize) -> f64 {
    f64::from(ROLLS[roll].weight()) / 36.0
}

#[test]
fn stacks_on_the_ace_take_as_many_rolls_as_walter_trice_found() {
    let database = standard(6, 15);
    let fifteen = mean(&database, side(&[15]));
    assert!((fifteen - 6.979_591_763_8).abs() < 5e-11, "{fifteen}");
    let known = [
        (2, 49.0 / 6.0, 1e-9),
        (4, 14.9722, 5e-5),
        (6, 22.0046, 5e-5),
        (10, 36.000_129, 5e-7),
        (15, 56.999_999, 5e-7),
    ];
    for (checkers, epc, near) in known {
        let found = mean(&database, side(&[checkers])) * 49.0 / 6.0;
        assert!((found - epc).abs() < near, "{checkers}: {found}");
    }
}

/// `Taper_Mike`'s count: rolls of which a checker could be borne off, and is not when the fewest
/// rolls are wanted.
#[test]
fn of_3825_positions_and_rolls_the_best_play_bears_off_nobody_although_it_could() {
    let database = standard(6, 15);
    let rules = Variant::backgammon().rules();
    let (mut found, mut with_two) = (0, 0);
    for number in 1..database.numbering().len() {
        let side = database.numbering().side(number);
        for dice in ROLLS.into_iter().filter(|dice| !dice.is_double()) {
            let plays = legal_plays(&rules, alone(side), dice);
            let least = |bears_off: bool| {
                let after = plays.iter().map(|play| play.after.player);
                let chosen =
                    after.filter(|after| (after.count(OFF) > side.count(OFF)) == bears_off);
                chosen
                    .map(|after| mean(&database, after))
                    .fold(f64::INFINITY, f64::min)
            };
            let (off, none) = (least(true), least(false));
            if off.is_finite() && none < off - 1e-11 {
                found += 1;
                with_two += u32::from(side.count(OFF) == 13);
            }
        }
    }
    assert_eq!((found, with_two), (3825, 1));
}

/// Every chance of every side follows from those after the plays that the slow generator gives.
fn one_step(variant: &Variant, database: &OneSided, number: usize) {
    let rules = variant.rules();
    let side = database.numbering().side(number);
    let whole = side.checkers() - side.count(OFF) == database.race().checkers();
    let number_of = |side: Side| database.numbering().number(side) as usize;
    let first_mean = |number: usize| {
        let chances = database.first_off(number).unwrap();
        chances
            .iter()
            .enumerate()
            .map(|(n, p)| n as f64 * p)
            .sum::<f64>()
    };
    let (mut all, mut first, mut total) = (vec![0.0; 300], vec![0.0; 300], 0.0);
    for (roll, &dice) in ROLLS.iter().enumerate() {
        let plays = slow::legal_plays(&rules, alone(side), dice);
        let mut after: Vec<usize> = plays
            .iter()
            .map(|play| number_of(play.after.player))
            .collect();
        after.sort_unstable();
        let choose = |measure: &dyn Fn(usize) -> f64| {
            let least = after
                .iter()
                .map(|&n| measure(n))
                .fold(f64::INFINITY, f64::min);
            after
                .iter()
                .copied()
                .find(|&n| measure(n) <= least + 1e-11)
                .unwrap()
        };
        let best = choose(&|n| database.mean(n).unwrap());
        total += weight(roll) * (1.0 + database.mean(best).unwrap());
        for (n, p) in database.chances(best).unwrap().into_iter().enumerate() {
            all[n + 1] += weight(roll) * p;
        }
        for (n, p) in database
            .first_off(choose(&first_mean))
            .unwrap()
            .into_iter()
            .enumerate()
        {
            first[n + 1] += weight(roll) * p;
        }
    }
    assert!((total - database.mean(number).unwrap()).abs() < 1e-12);
    let close = |expected: &[f64], found: &[f64]| {
        let padded = found.iter().copied().chain(std::iter::repeat(0.0));
        assert!(
            expected
                .iter()
                .zip(padded)
                .all(|(a, b)| (a - b).abs() < 1e-12),
            "{side:?}"
        );
    };
    close(&all, &database.chances(number).unwrap());
    if whole {
        close(&first, &database.first_off(number).unwrap());
    } else {
        assert_eq!(database.first_off(number).unwrap().len(), 1);
    }
}

#[test]
fn every_distribution_follows_from_those_after_the_plays_of_the_slow_generator() {
    // Limits and the first checker's way matter in the second, and neither in the others.
    let small = Variant {
        checkers: 4,
        start: std::array::from_fn(|slot| if slot == 12 { 4 } else { 0 }),
        first_away_pips: 4,
        ..Variant::moultezim()
    };
    let tight = Variant {
        held_limits: vec![tavla_engine::variant::HeldLimit {
            low: 7,
            high: 12,
            most: 3,
        }],
        ..small
    };
    for (variant, points, checkers) in [
        (Variant::backgammon(), 6, 4),
        (tight, 12, 4),
        (Variant::hyper(), 24, 2),
    ] {
        let database = one_sided(&variant, points, checkers, 1);
        for number in 1..database.numbering().len() {
            one_step(&variant, &database, number);
        }
    }
    let (variant, database) = (Variant::backgammon(), standard(6, 15));
    for number in (1..database.numbering().len()).step_by(997) {
        one_step(&variant, &database, number);
    }
}

#[test]
fn a_database_of_rolls_is_the_same_on_any_number_of_threads() {
    let all = [1, 2, 3].map(|threads| one_sided(&Variant::backgammon(), 8, 6, threads));
    for number in 0..all[0].numbering().len() {
        let [one, two, three] = all.each_ref().map(|database| {
            let bits =
                |chances: Vec<f64>| chances.into_iter().map(f64::to_bits).collect::<Vec<u64>>();
            let mean = database.mean(number).unwrap().to_bits();
            (
                mean,
                bits(database.chances(number).unwrap()),
                bits(database.first_off(number).unwrap()),
            )
        });
        assert!(one == two && two == three, "{number}");
    }
}

#[test]
fn databases_that_do_not_fit_are_refused_with_what_they_need() {
    let race = race(&Variant::backgammon(), 24, 15);
    let refused = OneSided::build(race, Limit(1 << 34), Threads::MIN, &mut go).unwrap_err();
    let BearoffError::Memory {
        positions,
        needed,
        limit,
        ..
    } = refused
    else {
        panic!("{refused}");
    };
    assert_eq!(positions, 25_140_840_660);
    assert!(needed > 8 * 20 * positions && limit == 1 << 34);
    let plan = plan(Variant::backgammon(), 6, 15, Precision::Single);
    let refused = TwoSided::build(plan, Limit(1 << 34), Threads::MIN, &mut go).unwrap_err();
    let BearoffError::Memory {
        positions, needed, ..
    } = refused
    else {
        panic!("{refused}");
    };
    assert_eq!(positions, 54_264 * 54_264);
    assert!(needed > 4 * 10 * positions);
}

#[test]
fn no_board_but_of_1_to_24_points_and_the_checkers_of_a_side() {
    for (points, checkers) in [(0, 15), (25, 15), (6, 0), (6, 16)] {
        let refused = Race::new(&Variant::backgammon(), points, checkers).unwrap_err();
        assert!(matches!(refused, BearoffError::Size { .. }), "{refused}");
    }
    assert!(Race::new(&Variant::hyper(), 6, 4).is_err());
}

#[test]
fn races_in_which_the_other_side_matters_or_rolls_are_lost_are_refused() {
    use tavla_engine::variant::{InnerMoves, LimitLapse, Overshoot};
    let lapsing = Variant {
        limit_lapse: LimitLapse::OpponentStartEmpty,
        ..Variant::moultezim()
    };
    let exact = Variant {
        bearoff_overshoot: Overshoot::ExactOnly,
        ..Variant::backgammon()
    };
    let off_only = Variant {
        bearoff_inner_moves: InnerMoves::Forbidden,
        ..Variant::backgammon()
    };
    // A side that may hold one of three points at a time can be stuck behind it.
    let narrow = Variant {
        held_limits: vec![tavla_engine::variant::HeldLimit {
            low: 7,
            high: 12,
            most: 1,
        }],
        ..Variant::moultezim()
    };
    let stuck = race(&narrow, 8, 4);
    let refused = OneSided::build(stuck.clone(), Limit(1 << 32), Threads::MIN, &mut go);
    assert!(matches!(refused, Err(BearoffError::Variant { .. })));
    let plan = Plan {
        race: stuck,
        variant: narrow,
        money: None,
        precision: Precision::Double,
    };
    let refused = TwoSided::build(plan, Limit(1 << 32), Threads::MIN, &mut go);
    assert!(matches!(refused, Err(BearoffError::Variant { .. })));
    for variant in [&lapsing, &exact, &off_only] {
        let refused = Race::new(variant, 12, 15).unwrap_err();
        assert!(matches!(refused, BearoffError::Variant { .. }), "{refused}");
    }
    // At home no limit matters.
    assert!(Race::new(&lapsing, 6, 15).is_ok());
}

#[test]
fn variants_with_the_same_races_are_known_to_have_them() {
    let home = race(&Variant::backgammon(), 6, 15);
    for variant in Variant::presets() {
        assert!(home.is_of(&variant), "{}", variant.name);
    }
    let outside = race(&Variant::backgammon(), 11, 15);
    let same = Variant::presets().map(|variant| outside.is_of(&variant));
    // Of Moultezim's points 7 to 11 at most four may be held.
    assert_eq!(same, [true, false, true, true, true]);
}

#[test]
fn a_build_can_be_stopped() {
    let mut stop = |_: f64| ControlFlow::Break(());
    let race = race(&Variant::backgammon(), 6, 15);
    let stopped = OneSided::build(race, Limit(1 << 32), Threads::MIN, &mut stop);
    assert!(matches!(stopped, Err(BearoffError::Stopped)));
    let plan = plan(Variant::backgammon(), 6, 4, Precision::Double);
    let stopped = TwoSided::build(plan, Limit(1 << 32), Threads::MIN, &mut stop);
    assert!(matches!(stopped, Err(BearoffError::Stopped)));
}

/// What is built in one go, and by two builds of which the first was stopped when it was half
/// done: bytes of their files.
fn whole_and_resumed<D>(
    build: impl Fn(Threads, Option<&mut Keeper>, &mut Tick<'_>) -> Result<D, BearoffError>,
    save: impl Fn(&D, &Path),
) -> [Vec<u8>; 2] {
    let folder = TempDir::new().unwrap();
    let keeper = || {
        let path = folder.path().join("state");
        Keeper::new(path, Parameters::new(), Duration::ZERO)
    };
    let bytes = |database: D| {
        let path = folder.path().join("database");
        save(&database, &path);
        std::fs::read(path).unwrap()
    };
    let whole = build(Threads::MIN, None, &mut go).unwrap();
    let mut stop = |share: f64| {
        if share > 0.5 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let stopped = build(Threads::MIN, Some(&mut keeper()), &mut stop);
    assert!(matches!(stopped, Err(BearoffError::Stopped)));
    let mut first = None;
    let mut tell = |share: f64| {
        first.get_or_insert(share);
        ControlFlow::Continue(())
    };
    let two = Threads::new(2).unwrap();
    let resumed = build(two, Some(&mut keeper()), &mut tell).unwrap();
    assert!(first.unwrap() > 0.3, "{first:?}");
    [bytes(whole), bytes(resumed)]
}

#[test]
fn a_one_sided_build_that_was_stopped_is_gone_on_with() {
    // Moultezim's limit leaves the plays to the generator.
    for (variant, points, checkers) in [
        (Variant::backgammon(), 6, 15),
        (Variant::backgammon(), 9, 4),
        (Variant::moultezim(), 9, 6),
    ] {
        let race = race(&variant, points, checkers);
        let [whole, resumed] = whole_and_resumed(
            |threads, keeper, tick| {
                OneSided::build_from(race.clone(), Limit(1 << 32), threads, keeper, tick)
            },
            |database, path| database.save(path, Parameters::new()).unwrap(),
        );
        assert!(whole == resumed, "{points} {checkers}");
    }
}

#[test]
fn a_two_sided_build_that_was_stopped_is_gone_on_with() {
    for (variant, checkers, precision) in [
        (Variant::backgammon(), 4, Precision::Double),
        (Variant::backgammon(), 4, Precision::Single),
        (Variant::hyper(), 3, Precision::Double),
    ] {
        let plan = plan(variant, 6, checkers, precision);
        let [whole, resumed] = whole_and_resumed(
            |threads, keeper, tick| {
                TwoSided::build_from(plan.clone(), Limit(1 << 32), threads, keeper, tick)
            },
            |database, path| database.save(path, Parameters::new()).unwrap(),
        );
        assert!(whole == resumed, "{checkers} {precision:?}");
    }
}

#[test]
fn a_state_that_is_damaged_or_of_other_work_is_ignored() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("state");
    let keeper = |name: &str| {
        let work = Parameters::from_iter([("name".to_owned(), name.into())]);
        Keeper::new(path.clone(), work, Duration::ZERO)
    };
    let first = |keeper: &mut Keeper, checkers| {
        let mut first = None;
        let mut tell = |share: f64| {
            first.get_or_insert(share);
            ControlFlow::Continue(())
        };
        let race = race(&Variant::backgammon(), 6, checkers);
        let limit = Limit(1 << 30);
        OneSided::build_from(race, limit, Threads::MIN, Some(keeper), &mut tell).unwrap();
        first.unwrap()
    };
    let begin = first(&mut keeper("one"), 10);
    assert!(begin < 0.01);
    assert!(first(&mut keeper("one"), 10) > 0.5);
    assert_eq!(first(&mut keeper("other"), 10).to_bits(), begin.to_bits());
    // The same name, other numbers.
    first(&mut keeper("other"), 10);
    assert!(first(&mut keeper("other"), 9) < 0.01);
    first(&mut keeper("one"), 10);
    let sound = std::fs::read(&path).unwrap();
    for at in [0, 100, sound.len() / 2, sound.len() - 5000] {
        let mut damaged = sound.clone();
        damaged[at] ^= 1;
        std::fs::write(&path, damaged).unwrap();
        let found = first(&mut keeper("one"), 10);
        assert_eq!(found.to_bits(), begin.to_bits(), "{at}");
    }
    std::fs::write(&path, &sound[..sound.len() - 1]).unwrap();
    assert_eq!(first(&mut keeper("one"), 10).to_bits(), begin.to_bits());
}

/// Values of the side on roll by lane, worked out anew from those after each play.
struct Anew<'a> {
    variant: &'a Variant,
    database: &'a TwoSided,
}

impl Anew<'_> {
    fn lane(&self, name: &str) -> usize {
        self.database
            .lanes()
            .iter()
            .position(|&lane| lane == name)
            .unwrap()
    }

    fn value(&self, name: &str, mine: Side, theirs: Side) -> f64 {
        let number = |side| self.database.numbering().number(side) as usize;
        self.database
            .value(self.lane(name), number(mine), number(theirs))
            .unwrap()
    }

    /// The least that the other side is left with, for each roll, added up and turned round.
    fn rolled(&self, mine: Side, left: impl Fn(Side) -> f64) -> f64 {
        let rules = self.variant.rules();
        let of_roll = |roll: usize| {
            let plays = slow::legal_plays(&rules, alone(mine), ROLLS[roll]);
            let least = plays.iter().map(|play| left(play.after.player));
            weight(roll) * least.fold(f64::INFINITY, f64::min)
        };
        -(0..ROLLS.len()).map(of_roll).sum::<f64>()
    }

    fn check(&self, mine: Side, theirs: Side, near: f64) {
        let rolled = |after: &str| self.rolled(mine, |next| self.value(after, theirs, next));
        let his = rolled("own");
        let doubled = f64::min(1.0, 2.0 * his);
        let expected = [
            ("equity", rolled("equity")),
            ("his", his),
            ("own", rolled("his").max(doubled)),
            ("centred", rolled("centred").max(doubled)),
        ];
        for (name, expected) in expected {
            let found = self.value(name, mine, theirs);
            assert!(
                (found - expected).abs() < near,
                "{name} {mine:?} {theirs:?}: {found} {expected}"
            );
        }
        if self.database.lanes().contains(&"jacoby") {
            let expected = rolled("jacoby").max(doubled);
            assert!((self.value("jacoby", mine, theirs) - expected).abs() < near);
            let chance = |name| self.value(name, mine, theirs);
            let points = 2.0 * chance("win") - 1.0 + chance("gammon") + chance("backgammon")
                - chance("gammon_loss")
                - chance("backgammon_loss");
            assert!((points - chance("equity")).abs() < near);
        }
    }
}

fn check_pairs(database: &TwoSided, near: f64, step: usize) {
    let variant = database.plan().variant.clone();
    let anew = Anew {
        variant: &variant,
        database,
    };
    let many = database.numbering().len();
    for pair in (0..many * many).step_by(step) {
        let (mine, theirs) = (pair / many, pair % many);
        if mine > 0 && theirs > 0 {
            let side = |number| database.numbering().side(number);
            anew.check(side(mine), side(theirs), near);
        }
    }
}

#[test]
fn every_value_follows_from_those_after_the_plays_of_the_slow_generator() {
    check_pairs(
        &two_sided(plan(Variant::backgammon(), 6, 3, Precision::Double), 1),
        1e-12,
        1,
    );
    check_pairs(
        &two_sided(plan(Variant::hyper(), 6, 3, Precision::Double), 1),
        1e-12,
        1,
    );
    check_pairs(
        &two_sided(plan(Variant::hyper(), 6, 3, Precision::Single), 1),
        1e-6,
        7,
    );
    check_pairs(
        &two_sided(plan(Variant::backgammon(), 6, 6, Precision::Double), 1),
        1e-12,
        3571,
    );
    let two = Variant {
        checkers: 2,
        start: std::array::from_fn(|slot| if slot == 24 { 2 } else { 0 }),
        ..Variant::moultezim()
    };
    // The first checker's way and a side's gammon, on all of the board.
    check_pairs(
        &two_sided(plan(two, 24, 2, Precision::Double), 1),
        1e-12,
        41,
    );
}

#[test]
#[expect(clippy::float_cmp, reason = "whole numbers are stored as they are")]
fn lost_races_count_as_the_variant_says() {
    let variant = Variant {
        checkers: 2,
        start: std::array::from_fn(|slot| u8::from(slot == 23 || slot == 24)),
        ..Variant::hyper()
    };
    let database = two_sided(plan(variant.clone(), 24, 2, Precision::Single), 2);
    let anew = Anew {
        variant: &variant,
        database: &database,
    };
    let done = side_of(2, &[]);
    let mut far = [0; 24];
    far[23] = 2;
    for (loser, points) in [
        (side_of(2, &[1]), 1.0),
        (side_of(2, &[2]), 2.0),
        (side_of(2, &far), 3.0),
    ] {
        assert_eq!(anew.value("equity", loser, done), -points);
        assert_eq!(anew.value("centred", loser, done), -points);
        assert_eq!(anew.value("jacoby", loser, done), -1.0);
        assert_eq!(
            anew.value("gammon_loss", loser, done),
            f64::from(points > 1.0)
        );
        assert_eq!(
            anew.value("backgammon_loss", loser, done),
            f64::from(points > 2.0)
        );
        // And seen by the winner, though it is never on roll.
        assert_eq!(anew.value("equity", done, loser), points);
    }
}

#[test]
fn values_are_the_same_on_any_number_of_threads() {
    let all = [1, 2, 3]
        .map(|threads| two_sided(plan(Variant::hyper(), 8, 3, Precision::Double), threads));
    let many = all[0].numbering().len();
    for lane in 0..all[0].lanes().len() {
        for pair in 0..many * many {
            let value = |database: &TwoSided| {
                database
                    .value(lane, pair / many, pair % many)
                    .unwrap()
                    .to_bits()
            };
            let [one, two, three] = all.each_ref().map(value);
            assert!(one == two && two == three, "{lane} {pair}");
        }
    }
}

/// Playing for the fewest rolls on average is not playing to win: the greatest difference with six
/// checkers, at a position found before.
#[test]
fn two_distributions_are_off_by_0_013945_at_the_most() {
    let exact = two_sided(plan(Variant::backgammon(), 6, 6, Precision::Double), 2);
    let rolls = standard(6, 6);
    let many = exact.numbering().len();
    let mut worst = (0.0, 0, 0);
    for mine in 1..many {
        for theirs in 1..many {
            let win = f64::midpoint(1.0, exact.value(0, mine, theirs).unwrap());
            let off = (win - rolls.odds(mine, theirs).unwrap().win).abs();
            if off > worst.0 {
                worst = (off, mine, theirs);
            }
        }
    }
    assert!((worst.0 - 0.013_945).abs() < 5e-7, "{worst:?}");
    let number = |counts: &[u8]| exact.numbering().number(side(counts)) as usize;
    assert_eq!(
        (worst.1, worst.2),
        (number(&[0, 0, 2, 2, 2]), number(&[3, 2, 1]))
    );
}

#[test]
fn five_against_three_wins_with_31_rolls_of_36() {
    let database = two_sided(plan(Variant::backgammon(), 6, 2, Precision::Double), 1);
    let number = |counts: &[u8]| database.numbering().number(side(counts)) as usize;
    let (five, three) = (number(&[0, 0, 0, 0, 1]), number(&[0, 0, 1]));
    let equity = database.value(0, five, three).unwrap();
    assert!((equity - 26.0 / 36.0).abs() < 1e-15, "{equity}");
}

#[test]
fn there_are_as_many_positions_as_combinations() {
    for (points, checkers, many) in [(6, 15, 54_264), (6, 6, 924), (6, 10, 8_008), (24, 3, 2_925)] {
        assert_eq!(positions(points, checkers), many);
    }
}
