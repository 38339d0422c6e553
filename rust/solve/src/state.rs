//! The state of long work, kept in a file now and then, so that work that was stopped is gone on
//! with.

use crate::store::{Cells, Described, Parameters, Plane, Store, StoreError, Writer};
use serde_json::Value;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Where the state of some work is kept, and how often.
#[derive(Debug)]
pub struct Keeper {
    path: PathBuf,
    /// Which work it is, and the version that does it: states are in its own order.
    work: Parameters,
    every: Duration,
    last: Instant,
}

/// What files of states say they are.
const KIND: &str = "state";
const WORK: &str = "work";
const PLACE: &str = "place";
/// Of the time no more than this share goes into keeping, about.
const MOST: u32 = 10;

impl Keeper {
    /// Keeps the state of some work in a file, every so often.
    #[must_use]
    pub fn new(path: PathBuf, mut work: Parameters, every: Duration) -> Self {
        work.insert("by".into(), env!("CARGO_PKG_VERSION").into());
        Self {
            path,
            work,
            every,
            last: Instant::now(),
        }
    }

    /// The state of the same work; `None` where there is none that can be used.
    #[must_use]
    pub fn found(&self) -> Option<Kept> {
        let store = Store::open(&self.path, KIND).ok()?;
        let is_same = store.parameters().get(WORK)?.as_object()? == &self.work;
        // All of it is used, and no part without the others.
        (is_same && store.check().is_ok()).then_some(Kept { store })
    }

    /// Whether the state is to be kept again.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    /// Keeps how far the work is, with planes that `fill` fills. Where that cannot be done the
    /// work goes on all the same.
    pub fn keep(
        &mut self,
        place: Value,
        planes: &[Described],
        fill: impl FnOnce(&mut Writer) -> Result<(), StoreError>,
    ) {
        let began = Instant::now();
        // What was there before stays.
        let _ = self.write(place, planes, fill);
        self.last = Instant::now();
        if MOST * (self.last - began) > self.every {
            self.every *= 2;
        }
    }

    fn write(
        &self,
        place: Value,
        planes: &[Described],
        fill: impl FnOnce(&mut Writer) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut parameters = Parameters::new();
        parameters.insert(WORK.into(), self.work.clone().into());
        parameters.insert(PLACE.into(), place);
        let mut writer = Writer::create(&self.path, KIND, parameters, planes)?;
        fill(&mut writer)?;
        writer.finish()
    }
}

/// A state that was kept, undamaged.
#[derive(Debug)]
pub struct Kept {
    store: Store,
}

impl Kept {
    /// How far the work was.
    pub(crate) fn place(&self) -> Option<&Value> {
        self.store.parameters().get(PLACE)
    }

    /// How far the work was, where that is a number.
    pub(crate) fn count(&self) -> Option<usize> {
        self.place()?.as_u64()?.try_into().ok()
    }

    /// A plane; `None` where there is none of such numbers.
    pub(crate) fn plane<T: Cells>(&self, name: &str) -> Option<Plane<T>> {
        self.store.plane(name).ok()
    }

    /// Fills numbers with those of a plane; `None` where there are not as many.
    pub(crate) fn copy<T: Cells>(&self, name: &str, numbers: &mut [T]) -> Option<()> {
        let plane = self.plane::<T>(name)?;
        let kept = plane
            .all()
            .ok()
            .filter(|kept| kept.len() == numbers.len())?;
        numbers.copy_from_slice(kept);
        Some(())
    }
}
