//! Work in slices, on several threads or on the caller's alone.

use super::error::BearoffError;
use crate::pool::{Lease, POOLS};
use crate::simulate::Threads;
use rayon::prelude::*;
use std::ops::ControlFlow;

/// What is called now and then, on the caller's thread, with the share done; it may stop the work.
pub type Tick<'a> = dyn FnMut(f64) -> ControlFlow<()> + 'a;

/// Throws of two dice: what the weights of the rolls add up to. Sums are divided by it once, so that what
/// is certain is exactly 1.
pub(crate) const THROWS: f64 = 36.0;

/// Who works.
pub(crate) struct Crew {
    /// None: the caller's own thread.
    pool: Option<Lease<'static>>,
}

impl Crew {
    pub(crate) fn new(threads: Threads) -> Result<Self, BearoffError> {
        if threads == Threads::MIN {
            return Ok(Self { pool: None });
        }
        let pool = POOLS
            .take(threads)
            .map_err(|error| BearoffError::NoThreads {
                threads: threads.get(),
                reason: error.to_string(),
            })?;
        Ok(Self { pool })
    }

    /// The results for each of some items, in their order.
    pub(crate) fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        each: impl Fn(&T) -> R + Sync + Send,
    ) -> Vec<R> {
        match &self.pool {
            Some(pool) if items.len() > 1 => pool.install(|| items.par_iter().map(&each).collect()),
            _ => items.iter().map(each).collect(),
        }
    }

    /// Works on each of some rows, by number.
    pub(crate) fn rows<T: Send>(
        &self,
        cells: &mut [T],
        width: usize,
        each: impl Fn(usize, &mut [T]) + Sync + Send,
    ) {
        match &self.pool {
            Some(pool) => pool.install(|| {
                cells
                    .par_chunks_mut(width)
                    .enumerate()
                    .for_each(|(n, row)| each(n, row));
            }),
            None => cells
                .chunks_mut(width)
                .enumerate()
                .for_each(|(n, row)| each(n, row)),
        }
    }
}

/// Tells how far the work is.
pub(crate) fn told(tick: &mut Tick<'_>, share: f64) -> Result<(), BearoffError> {
    match tick(share) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(BearoffError::Stopped),
    }
}
