//! Files of tables: what was written is read, and whatever is wrong with a file is found.

use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tavla_solve::store::{Described, Parameters, Plane, Store, StoreError, Writer, write};
use tempfile::TempDir;

const KIND: &str = "test";

fn parameters() -> Parameters {
    let text = r#"{"variant": "hyper", "residual": 1e-12, "value": 0.11069059438}"#;
    serde_json::from_str(text).unwrap()
}

fn numbers(many: usize) -> Vec<f64> {
    (0..many).map(|n| (n as f64).sin()).collect()
}

/// A file of a long plane, a short one, an empty one and one of bytes.
fn written(path: &Path) {
    let planes = [
        Described::new::<f64>("long", 20_000),
        Described::new::<u16>("short", 3),
        Described::new::<f32>("empty", 0),
        Described::new::<u8>("bytes", 4096),
    ];
    let mut writer = Writer::create(path, KIND, parameters(), &planes).unwrap();
    let long = numbers(20_000);
    for part in long.chunks(7_001) {
        writer.fill(part).unwrap();
    }
    writer.fill(&[1u16, 2, 3]).unwrap();
    writer.fill(&[5u8; 4096]).unwrap();
    writer.finish().unwrap();
}

/// Reads all of it.
fn read(path: &Path) -> Result<(), StoreError> {
    let store = Store::open(path, KIND)?;
    assert_eq!(store.parameters(), &parameters());
    assert_eq!(store.plane::<f64>("long")?.all()?, numbers(20_000));
    assert_eq!(store.plane::<u16>("short")?.all()?, [1, 2, 3]);
    assert!(store.plane::<f32>("empty")?.all()?.is_empty());
    assert_eq!(store.plane::<u8>("bytes")?.all()?, [5; 4096]);
    Ok(())
}

/// A file of that kind, and its bytes.
fn sound(folder: &TempDir) -> (PathBuf, Vec<u8>) {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    let path = folder.path().join("table");
    let bytes = BYTES.get_or_init(|| {
        written(&path);
        fs::read(&path).unwrap()
    });
    fs::write(&path, bytes).unwrap();
    (path, bytes.clone())
}

#[test]
fn what_was_written_is_read() {
    let folder = TempDir::new().unwrap();
    let (path, _) = sound(&folder);
    read(&path).unwrap();
    let store = Store::open(&path, KIND).unwrap();
    store.check().unwrap();
    let names: Vec<_> = store.planes().map(|plane| plane.name.as_str()).collect();
    assert_eq!(names, ["long", "short", "empty", "bytes"]);
    let long = store.plane::<f64>("long").unwrap();
    assert_eq!(long.part(19_999..20_000).unwrap(), [19_999f64.sin()]);
    assert_eq!(long.part(8_190..8_195).unwrap(), &numbers(8_195)[8_190..]);
    let mut gathered = [0.0; 3];
    long.gather(&[19_999, 0, 8_192], &mut gathered).unwrap();
    let expected = [19_999, 0, 8_192].map(|n| f64::from(n).sin());
    assert_eq!(gathered.map(f64::to_bits), expected.map(f64::to_bits));
    // Nothing but the file is left in the folder.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn the_same_numbers_make_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    let (path, bytes) = sound(&folder);
    written(&path);
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_plane_outlives_its_store_and_the_name_of_the_file() {
    let folder = TempDir::new().unwrap();
    let (path, _) = sound(&folder);
    let plane = Store::open(&path, KIND).unwrap().plane::<f64>("long");
    let plane = plane.unwrap();
    write(&path, KIND, Parameters::new(), &[("other", &[1.0f64])]).unwrap();
    assert_eq!(plane.all().unwrap(), numbers(20_000));
    let other = Store::open(&path, KIND).unwrap();
    assert_eq!(other.plane::<f64>("other").unwrap().all().unwrap(), [1.0]);
}

#[test]
fn a_plane_in_memory_reads_as_one_of_a_file() {
    let plane = Plane::in_memory(vec![1u8, 2, 3]);
    assert_eq!((plane.len(), plane.is_empty()), (3, false));
    assert_eq!(plane.get(1).unwrap(), 2);
    assert_eq!(plane.part(1..3).unwrap(), [2, 3]);
    let mut gathered = [0; 2];
    plane.gather(&[2, 0], &mut gathered).unwrap();
    assert_eq!(gathered, [3, 1]);
}

#[test]
fn another_kind_another_plane_and_other_numbers_are_refused() {
    let folder = TempDir::new().unwrap();
    let (path, _) = sound(&folder);
    let refused = Store::open(&path, "bearoff").unwrap_err().to_string();
    assert!(refused.contains("expected bearoff, got test"), "{refused}");
    let store = Store::open(&path, KIND).unwrap();
    let refused = store.plane::<f64>("wide").unwrap_err().to_string();
    assert!(
        refused.contains("\"wide\": expected f64, got none"),
        "{refused}"
    );
    let refused = store.plane::<f64>("short").unwrap_err().to_string();
    assert!(
        refused.contains("\"short\": expected f64, got u16"),
        "{refused}"
    );
}

#[test]
fn a_file_that_is_not_there_is_an_error_of_the_system() {
    let folder = TempDir::new().unwrap();
    let missing = Store::open(&folder.path().join("none"), KIND);
    assert!(matches!(missing, Err(StoreError::System { .. })));
    let nowhere = folder.path().join("no").join("folder");
    let refused = write::<u8>(&nowhere, KIND, Parameters::new(), &[]);
    assert!(matches!(refused, Err(StoreError::System { .. })));
}

#[test]
fn a_file_that_is_not_finished_leaves_what_was_there() {
    let folder = TempDir::new().unwrap();
    let (path, _) = sound(&folder);
    let planes = [Described::new::<u8>("half", 100)];
    let mut writer = Writer::create(&path, KIND, Parameters::new(), &planes).unwrap();
    writer.fill(&[1u8; 50]).unwrap();
    drop(writer);
    read(&path).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn every_flipped_byte_of_the_head_is_found() {
    let folder = TempDir::new().unwrap();
    let (path, bytes) = sound(&folder);
    for at in 0..4096 {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x41;
        fs::write(&path, damaged).unwrap();
        let refused = Store::open(&path, KIND).unwrap_err();
        assert!(
            matches!(refused, StoreError::Data { .. }),
            "{at}: {refused}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_flipped_byte_is_found(at: prop::sample::Index, by in 1u8..) {
        let folder = TempDir::new().unwrap();
        let (path, mut bytes) = sound(&folder);
        let at = at.index(bytes.len());
        bytes[at] ^= by;
        fs::write(&path, bytes).unwrap();
        // What is between the planes is checked with the plane before.
        let found = read(&path).unwrap_err();
        let is_data = matches!(found, StoreError::Data { .. });
        prop_assert!(is_data, "{}", found);
    }

    #[test]
    fn a_file_cut_short_or_too_long_is_found(end: prop::sample::Index, more in 0usize..3) {
        let folder = TempDir::new().unwrap();
        let (path, mut bytes) = sound(&folder);
        if more > 0 {
            bytes.resize(bytes.len() + more, 0);
        } else {
            bytes.truncate(end.index(bytes.len()));
        }
        fs::write(&path, bytes).unwrap();
        let found = Store::open(&path, KIND).unwrap_err();
        let is_data = matches!(found, StoreError::Data { .. });
        prop_assert!(is_data, "{}", found);
    }

    #[test]
    fn a_foreign_file_is_found(bytes: Vec<u8>, is_marked: bool) {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("foreign");
        let mark: &[u8] = if is_marked { b"\x89TAVLA\r\n\x01\0\0\0" } else { b"" };
        fs::write(&path, [mark, &bytes].concat()).unwrap();
        let found = Store::open(&path, KIND).unwrap_err();
        let is_data = matches!(found, StoreError::Data { .. });
        prop_assert!(is_data, "{}", found);
    }
}
