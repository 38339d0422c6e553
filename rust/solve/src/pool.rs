//! Thread pools, kept from call to call.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use std::ops::Deref;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Pools that no call uses at the moment.
///
/// A call takes a pool for itself, so that calls at the same time never wait for each other. The
/// threads of a pool do not survive a fork, and the lock may be held at that moment; so the
/// first process to take a pool is the only one that ever does.
pub(crate) struct Pools {
    /// The process whose pools these are; 0 before the first is taken.
    owner: AtomicU32,
    idle: Mutex<Vec<ThreadPool>>,
}

/// Idle pools kept, the latest used.
const KEPT: usize = 4;

/// The pools of this process.
pub(crate) static POOLS: Pools = Pools::new();

impl Pools {
    pub(crate) const fn new() -> Self {
        Self {
            owner: AtomicU32::new(0),
            idle: Mutex::new(Vec::new()),
        }
    }

    /// A pool of so many threads; `None` in a forked child, which must do without.
    ///
    /// # Errors
    /// When the system refuses the threads.
    pub(crate) fn take(
        &self,
        threads: NonZeroUsize,
    ) -> Result<Option<Lease<'_>>, ThreadPoolBuildError> {
        let me = process::id();
        let owned = self
            .owner
            .compare_exchange(0, me, Ordering::Relaxed, Ordering::Relaxed);
        if owned.is_err_and(|owner| owner != me) {
            return Ok(None);
        }
        let kept = {
            let mut idle = self.idle();
            let fits = |pool: &ThreadPool| pool.current_num_threads() == threads.get();
            let at = idle.iter().rposition(fits);
            at.map(|at| idle.remove(at))
        };
        let pool = match kept {
            Some(pool) => pool,
            None => ThreadPoolBuilder::new()
                .num_threads(threads.get())
                .thread_name(|index| format!("tavla-{index}"))
                .build()?,
        };
        Ok(Some(Lease {
            pool: Some(pool),
            pools: self,
        }))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<ThreadPool>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A pool in use; it goes back when this is dropped.
pub(crate) struct Lease<'a> {
    /// There until it is dropped.
    pool: Option<ThreadPool>,
    pools: &'a Pools,
}

impl Deref for Lease<'_> {
    type Target = ThreadPool;

    fn deref(&self) -> &ThreadPool {
        self.pool
            .as_ref()
            .unwrap_or_else(|| unreachable!("it is there until the lease is dropped"))
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let mut idle = self.pools.idle();
        idle.extend(self.pool.take());
        if idle.len() > KEPT {
            idle.remove(0);
        }
    }
}

#[cfg(test)]
impl Pools {
    /// Pools as a forked child finds them.
    pub(crate) fn of_another_process() -> Self {
        let pools = Self::new();
        pools.owner.store(process::id() ^ 1, Ordering::Relaxed);
        pools
    }

    /// Whether a pool was ever taken.
    pub(crate) fn are_touched(&self) -> bool {
        self.owner.load(Ordering::Relaxed) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threads(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    #[test]
    fn a_pool_comes_back_and_is_used_again() {
        let pools = Pools::new();
        drop(pools.take(threads(2)).unwrap());
        assert_eq!(pools.idle().len(), 1);
        let again = pools.take(threads(2)).unwrap().unwrap();
        assert_eq!(again.current_num_threads(), 2);
        assert!(pools.idle().is_empty());
        let other = pools.take(threads(2)).unwrap().unwrap();
        drop((again, other));
        assert_eq!(pools.idle().len(), 2);
    }

    #[test]
    fn only_the_latest_pools_are_kept() {
        let pools = Pools::new();
        for count in 1..=KEPT + 2 {
            drop(pools.take(threads(count)).unwrap());
        }
        let sizes: Vec<usize> = pools
            .idle()
            .iter()
            .map(ThreadPool::current_num_threads)
            .collect();
        assert_eq!(sizes, [3, 4, 5, 6]);
    }

    #[test]
    fn a_forked_child_gets_none() {
        assert!(
            Pools::of_another_process()
                .take(threads(2))
                .unwrap()
                .is_none()
        );
    }
}
