//! What can be wrong with a file.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file cannot be written or read.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The system says no: no such file, no permission, no room on the disk.
    #[error("{}: {reason}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// The file is not what it should be: foreign, truncated, damaged, or of another kind.
    #[error("{}: {what}: expected {expected}, got {got}", path.display())]
    Data {
        /// The file.
        path: PathBuf,
        /// The part that is wrong.
        what: String,
        /// What should be there.
        expected: String,
        /// What is there.
        got: String,
    },
}

impl StoreError {
    pub(crate) fn system(path: &Path) -> impl Fn(io::Error) -> Self {
        |reason| Self::System {
            path: path.to_path_buf(),
            reason,
        }
    }

    pub(crate) fn data(path: &Path, what: impl Into<String>, expected: &str, got: &str) -> Self {
        Self::Data {
            path: path.to_path_buf(),
            what: what.into(),
            expected: expected.to_owned(),
            got: got.to_owned(),
        }
    }
}
