//! The numbers that a two-sided database is stored in.

use super::rolls::check_length;
use crate::store::{Cells, Described, Parameters, Plane, Store, StoreError, Writer};
use std::path::Path;

/// How exactly values are stored; they are added up in double precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// 32 bits: some 1e-7 off.
    Single,
    /// 64 bits.
    Double,
}

impl Precision {
    /// The bytes of one value.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Single => 4,
            Self::Double => 8,
        }
    }
}

/// A kind of number for values.
pub(crate) trait Real: Cells + PartialOrd + Into<f64> {
    /// Values that differ by less are equal.
    const TIE: Self;

    fn near(value: f64) -> Self;

    /// A little less.
    fn below(self) -> Self;
}

impl Real for f64 {
    const TIE: Self = crate::exact::TIE;

    #[inline]
    fn near(value: f64) -> Self {
        value
    }

    #[inline]
    fn below(self) -> Self {
        self - Self::TIE
    }
}

impl Real for f32 {
    const TIE: Self = 1e-6;

    #[inline]
    fn near(value: f64) -> Self {
        value as Self
    }

    #[inline]
    fn below(self) -> Self {
        self - Self::TIE
    }
}

/// The planes of a database.
#[derive(Clone, Debug)]
pub(crate) enum Planes {
    Single(Vec<Plane<f32>>),
    Double(Vec<Plane<f64>>),
}

impl Planes {
    pub(crate) fn get(&self, lane: usize, at: usize) -> Result<f64, StoreError> {
        match self {
            Self::Single(planes) => planes[lane].get(at).map(f64::from),
            Self::Double(planes) => planes[lane].get(at),
        }
    }

    /// Lowers some values to those of a lane from a place on, where these are less.
    pub(crate) fn lower(
        &self,
        lane: usize,
        start: usize,
        values: &mut [f64],
    ) -> Result<(), StoreError> {
        fn lower<T: Real>(
            plane: &Plane<T>,
            start: usize,
            values: &mut [f64],
        ) -> Result<(), StoreError> {
            let part = plane.part(start..start + values.len())?;
            for (value, &other) in values.iter_mut().zip(part) {
                *value = value.min(other.into());
            }
            Ok(())
        }
        match self {
            Self::Single(planes) => lower(&planes[lane], start, values),
            Self::Double(planes) => lower(&planes[lane], start, values),
        }
    }

    /// Writes a file of all planes, by their names.
    pub(crate) fn save(
        &self,
        path: &Path,
        names: &[&str],
        parameters: Parameters,
    ) -> Result<(), StoreError> {
        match self {
            Self::Single(planes) => save(planes, path, names, parameters),
            Self::Double(planes) => save(planes, path, names, parameters),
        }
    }

    /// The planes of a file, each of so many values.
    pub(crate) fn stored(
        store: &Store,
        names: &[&str],
        precision: Precision,
        cells: u128,
    ) -> Result<Self, StoreError> {
        Ok(match precision {
            Precision::Single => Self::Single(stored(store, names, cells)?),
            Precision::Double => Self::Double(stored(store, names, cells)?),
        })
    }

    pub(crate) const fn precision(&self) -> Precision {
        match self {
            Self::Single(_) => Precision::Single,
            Self::Double(_) => Precision::Double,
        }
    }
}

/// What files of two-sided databases say they are.
pub(crate) const KIND: &str = "two-sided bear-off";

fn save<T: Cells>(
    planes: &[Plane<T>],
    path: &Path,
    names: &[&str],
    parameters: Parameters,
) -> Result<(), StoreError> {
    let described = names.iter().zip(planes);
    let described: Vec<Described> = described
        .map(|(&name, plane)| Described::new::<T>(name, plane.len()))
        .collect();
    let mut writer = Writer::create(path, KIND, parameters, &described)?;
    for plane in planes {
        writer.fill(plane.all()?)?;
    }
    writer.finish()
}

fn stored<T: Cells>(
    store: &Store,
    names: &[&str],
    cells: u128,
) -> Result<Vec<Plane<T>>, StoreError> {
    let plane = |&name: &&str| {
        let plane = store.plane::<T>(name)?;
        check_length(store, name, cells, plane.len())?;
        Ok(plane)
    };
    names.iter().map(plane).collect()
}
