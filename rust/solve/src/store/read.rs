//! Reading files.

use super::head::{Head, Placed};
use super::{BLOCK, Cells, Described, Parameters, StoreError};
use memmap2::Mmap;
use std::fs::File;
use std::io;
use std::marker::PhantomData;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A file, mapped; its planes are read as long as one of them is kept.
#[derive(Clone, Debug)]
pub struct Store {
    mapped: Arc<Mapped>,
}

#[derive(Debug)]
struct Mapped {
    path: PathBuf,
    head: Head,
    bytes: Mmap,
    checksums: Vec<u32>,
    /// A bit for each block that has been checked.
    checked: Vec<AtomicU64>,
}

/// A plane, of a file or in memory.
#[derive(Clone, Debug)]
pub struct Plane<T> {
    source: Source<T>,
    length: usize,
}

#[derive(Clone, Debug)]
enum Source<T> {
    Memory(Arc<Vec<T>>),
    File {
        mapped: Arc<Mapped>,
        plane: usize,
        kind: PhantomData<T>,
    },
}

impl Store {
    /// Maps a file and checks its head; its planes are checked as they are read.
    ///
    /// # Errors
    /// There is no such file, or it is not one of this kind and whole.
    pub fn open(path: &Path, kind: &str) -> Result<Self, StoreError> {
        let file = File::open(path).map_err(StoreError::system(path))?;
        let length = file.metadata().map_err(StoreError::system(path))?.len();
        if length == 0 {
            return Err(StoreError::data(
                path,
                "the file",
                "a file of tavla's",
                "an empty one",
            ));
        }
        let bytes = map(&file).map_err(StoreError::system(path))?;
        if cfg!(target_endian = "big") {
            let got = "one that is not";
            return Err(StoreError::data(
                path,
                "this machine",
                "a little-endian one",
                got,
            ));
        }
        let (head, checksums) = Head::decode(path, &bytes)?;
        if head.kind != kind {
            return Err(StoreError::data(path, "kind of file", kind, &head.kind));
        }
        let checked = (0..checksums.len().div_ceil(64)).map(|_| AtomicU64::new(0));
        let mapped = Arc::new(Mapped {
            path: path.to_path_buf(),
            head,
            bytes,
            checked: checked.collect(),
            checksums,
        });
        Ok(Self { mapped })
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.mapped.path
    }

    /// What it says of its planes.
    pub fn parameters(&self) -> &Parameters {
        &self.mapped.head.parameters
    }

    /// Its planes, in the order in which they were written.
    pub fn planes(&self) -> impl Iterator<Item = &Described> {
        self.mapped.head.planes.iter().map(|placed| &placed.plane)
    }

    /// A plane by its name.
    ///
    /// # Errors
    /// There is none, or one of other numbers.
    pub fn plane<T: Cells>(&self, name: &str) -> Result<Plane<T>, StoreError> {
        let planes = &self.mapped.head.planes;
        let wrong =
            |got: &str| StoreError::data(self.path(), format!("plane {name:?}"), T::NAME, got);
        let plane = planes.iter().position(|placed| placed.plane.name == name);
        let plane = plane.ok_or_else(|| wrong("none"))?;
        let found = &planes[plane].plane;
        if found.cells != T::NAME {
            return Err(wrong(&found.cells));
        }
        Ok(Plane {
            length: found.length,
            source: Source::File {
                mapped: Arc::clone(&self.mapped),
                plane,
                kind: PhantomData,
            },
        })
    }

    /// Checks every block, those of planes that nobody reads too.
    ///
    /// # Errors
    /// The first that is damaged.
    pub fn check(&self) -> Result<(), StoreError> {
        let mut planes = self.mapped.head.planes.iter();
        planes.try_for_each(|placed| self.mapped.check(placed, 0..placed.bytes.len()))
    }
}

/// Maps a whole file.
#[expect(unsafe_code, reason = "mapped memory is that of the file")]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: The bytes must not change while they are borrowed. Files of this format never do:
    // they are renamed into place when they are whole, and a newer one is another file, so that
    // only somebody who writes into the cache by hand can break this.
    unsafe { Mmap::map(file) }
}

impl Mapped {
    /// Checks the blocks that some bytes of a plane lie in, unless they have been.
    #[inline]
    fn check(&self, placed: &Placed, bytes: Range<usize>) -> Result<(), StoreError> {
        if bytes.is_empty() {
            return Ok(());
        }
        for block in bytes.start / BLOCK..=(bytes.end - 1) / BLOCK {
            let number = placed.block + block;
            let bit = 1 << (number % 64);
            // The bytes never change: nothing else depends on when the bit is seen.
            if self.checked[number / 64].load(Ordering::Relaxed) & bit == 0 {
                self.check_block(placed, block)?;
                self.checked[number / 64].fetch_or(bit, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    #[cold]
    fn check_block(&self, placed: &Placed, block: usize) -> Result<(), StoreError> {
        let padded = placed.padded();
        let start = padded.start + block * BLOCK;
        let bytes = &self.bytes[start..padded.end.min(start + BLOCK)];
        if crc32fast::hash(bytes) == self.checksums[placed.block + block] {
            return Ok(());
        }
        let what = format!("block {block} of plane {:?}", placed.plane.name);
        let expected = "undamaged bytes";
        Err(StoreError::data(
            &self.path,
            what,
            expected,
            "another checksum",
        ))
    }
}

impl<T: Cells> Plane<T> {
    /// A plane that no file holds.
    pub fn in_memory(numbers: Vec<T>) -> Self {
        Self {
            length: numbers.len(),
            source: Source::Memory(Arc::new(numbers)),
        }
    }

    /// How many numbers it has.
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Whether it has none.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// One number.
    ///
    /// # Errors
    /// The file is damaged there.
    ///
    /// # Panics
    /// It is past the last.
    #[inline]
    pub fn get(&self, at: usize) -> Result<T, StoreError> {
        self.part(at..at + 1).map(|part| part[0])
    }

    /// Numbers in a row.
    ///
    /// # Errors
    /// The file is damaged there.
    ///
    /// # Panics
    /// They reach past the last.
    #[inline]
    pub fn part(&self, range: Range<usize>) -> Result<&[T], StoreError> {
        let (mapped, plane) = match &self.source {
            Source::Memory(numbers) => return Ok(&numbers[range]),
            Source::File { mapped, plane, .. } => (mapped, *plane),
        };
        assert!(
            range.start <= range.end && range.end <= self.length,
            "{range:?}"
        );
        let placed = &mapped.head.planes[plane];
        let within = range.start * size_of::<T>()..range.end * size_of::<T>();
        mapped.check(placed, within.clone())?;
        let start = placed.bytes.start;
        let bytes = &mapped.bytes[start + within.start..start + within.end];
        // Planes begin at whole pages, so that their numbers lie as they should.
        Ok(bytemuck::cast_slice(bytes))
    }

    /// The numbers with some indices, as many as `out` has room for.
    ///
    /// # Errors
    /// The file is damaged at one of them.
    ///
    /// # Panics
    /// One is past the last.
    pub fn gather(&self, indices: &[usize], out: &mut [T]) -> Result<(), StoreError> {
        let numbers = match &self.source {
            Source::Memory(numbers) => numbers.as_slice(),
            Source::File { mapped, plane, .. } => {
                let placed = &mapped.head.planes[*plane];
                for &at in indices {
                    mapped.check(placed, at * size_of::<T>()..(at + 1) * size_of::<T>())?;
                }
                bytemuck::cast_slice(&mapped.bytes[placed.bytes.clone()])
            }
        };
        // Nothing but the reads: they come from far away, and so many are under way at once.
        for (out, &at) in out.iter_mut().zip(indices) {
            *out = numbers[at];
        }
        Ok(())
    }

    /// All of its numbers.
    ///
    /// # Errors
    /// The file is damaged somewhere.
    pub fn all(&self) -> Result<&[T], StoreError> {
        self.part(0..self.length)
    }
}
