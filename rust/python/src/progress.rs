//! Long work: progress and Ctrl-C.

use pyo3::intern;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Tells how far the work is, and looks for signals, every so often.
pub(crate) struct Watch {
    /// What `tavla.progress.reporter` made of the argument; None for silence.
    report: Option<Py<PyAny>>,
    last: Instant,
    /// What ended the work, if something did.
    error: Option<PyErr>,
}

const EVERY: Duration = Duration::from_millis(50);

impl Watch {
    /// `progress` is the user's argument, `label` what a bar is called.
    pub(crate) fn new(
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        label: &str,
    ) -> PyResult<Self> {
        let report = py
            .import(intern!(py, "tavla.progress"))?
            .call_method1(intern!(py, "reporter"), (progress, label))?;
        Ok(Self {
            report: (!report.is_none()).then(|| report.unbind()),
            last: Instant::now(),
            error: None,
        })
    }

    /// Signals alone.
    pub(crate) fn silent() -> Self {
        Self {
            report: None,
            last: Instant::now(),
            error: None,
        }
    }

    /// To be called often from work that is detached from the interpreter.
    pub(crate) fn tick(&mut self, share: f64) -> ControlFlow<()> {
        if self.last.elapsed() < EVERY {
            return ControlFlow::Continue(());
        }
        self.last = Instant::now();
        let told = Python::attach(|py| {
            py.check_signals()?;
            self.tell(py, share)
        });
        match told {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn tell(&self, py: Python<'_>, share: f64) -> PyResult<()> {
        if let Some(report) = &self.report {
            report.call1(py, (share,))?;
        }
        Ok(())
    }

    /// Ends the work: says that all is done, or raises what stopped it.
    pub(crate) fn finish(self, py: Python<'_>, done: bool) -> PyResult<()> {
        let told = if done && self.error.is_none() {
            self.tell(py, 1.0)
        } else {
            Ok(())
        };
        if let Some(report) = &self.report {
            report.call_method0(py, intern!(py, "close"))?;
        }
        told.and(self.error.map_or(Ok(()), Err))
    }
}
