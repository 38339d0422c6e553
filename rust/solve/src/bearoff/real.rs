//! The numbers that a two-sided database is stored in.

use crate::store::{Cells, Plane, StoreError};

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
    const TIE: Self = super::plays::TIE;

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

    pub(crate) const fn precision(&self) -> Precision {
        match self {
            Self::Single(_) => Precision::Single,
            Self::Double(_) => Precision::Double,
        }
    }
}
