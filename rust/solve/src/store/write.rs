//! Writing a file.

use super::head::Head;
use super::{BLOCK, Cells, Described, Parameters, StoreError};
use crc32fast::Hasher;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempPath};

/// A file that is being written, under a temporary name.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    head: Head,
    /// Its own name, which goes when this is dropped.
    name: TempPath,
    file: BufWriter<File>,
    checksums: Vec<u32>,
    /// The plane that is being filled, and its bytes so far.
    plane: usize,
    filled: usize,
    /// The block that is being filled.
    sum: Hasher,
}

const ZEROS: [u8; super::ALIGNMENT] = [0; super::ALIGNMENT];

impl Writer {
    /// Begins a file with planes that are described, and filled afterwards, one after the other.
    ///
    /// # Errors
    /// The folder cannot be written to.
    ///
    /// # Panics
    /// Two planes have one name, or one does not fit into memory.
    pub fn create(
        path: &Path,
        kind: &str,
        parameters: Parameters,
        planes: &[Described],
    ) -> Result<Self, StoreError> {
        let head = Head::new(kind, parameters, planes);
        let head = head.unwrap_or_else(|reason| panic!("{reason}"));
        let (file, name) = temporary(path).map_err(StoreError::system(path))?;
        let mut file = BufWriter::with_capacity(BLOCK, file);
        file.seek(SeekFrom::Start(head.start as u64))
            .map_err(StoreError::system(path))?;
        let mut this = Self {
            path: path.to_path_buf(),
            checksums: Vec::with_capacity(head.blocks),
            head,
            name,
            file,
            plane: 0,
            filled: 0,
            sum: Hasher::new(),
        };
        this.end_full_planes()?;
        Ok(this)
    }

    /// Fills the next part of the planes, in the order in which they were described.
    ///
    /// # Errors
    /// The system refuses, for want of room on the disk say.
    ///
    /// # Panics
    /// The numbers are of another kind than the plane's, or more than it has room for.
    pub fn fill<T: Cells>(&mut self, numbers: &[T]) -> Result<(), StoreError> {
        if numbers.is_empty() {
            return Ok(());
        }
        let placed = self.head.planes.get(self.plane);
        let fits = placed.is_some_and(|placed| {
            let room = placed.bytes.len() - self.filled;
            placed.plane.cells == T::NAME && size_of_val(numbers) <= room
        });
        assert!(
            fits,
            "{} numbers of {} for {placed:?}",
            numbers.len(),
            T::NAME
        );
        self.put(bytemuck::cast_slice(numbers))?;
        self.end_full_planes()
    }

    /// Ends the file: it is safe on the disk, and has its name.
    ///
    /// # Errors
    /// As [`Writer::fill`]; whatever had the name before is still there.
    ///
    /// # Panics
    /// A plane is not full.
    pub fn finish(self) -> Result<(), StoreError> {
        let Self {
            path,
            head,
            name,
            mut file,
            checksums,
            plane,
            ..
        } = self;
        let system = StoreError::system(&path);
        assert!(
            plane == head.planes.len(),
            "{:?} is not full",
            head.planes[plane]
        );
        let end = || -> io::Result<()> {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&head.encode(&checksums))?;
            file.into_inner()?.sync_all()?;
            name.persist(&path)?;
            sync_folder(&path)
        };
        end().map_err(system)
    }

    fn end_full_planes(&mut self) -> Result<(), StoreError> {
        while let Some(placed) = self.head.planes.get(self.plane) {
            if self.filled < placed.bytes.len() {
                break;
            }
            let zeros = placed.padded().len() - self.filled;
            self.put(&ZEROS[..zeros])?;
            if !self.filled.is_multiple_of(BLOCK) {
                self.end_block();
            }
            self.plane += 1;
            self.filled = 0;
        }
        Ok(())
    }

    fn put(&mut self, mut bytes: &[u8]) -> Result<(), StoreError> {
        while !bytes.is_empty() {
            let room = BLOCK - self.filled % BLOCK;
            let (part, rest) = bytes.split_at(room.min(bytes.len()));
            self.sum.update(part);
            let written = self.file.write_all(part);
            written.map_err(StoreError::system(&self.path))?;
            self.filled += part.len();
            if self.filled.is_multiple_of(BLOCK) {
                self.end_block();
            }
            bytes = rest;
        }
        Ok(())
    }

    fn end_block(&mut self) {
        self.checksums
            .push(std::mem::take(&mut self.sum).finalize());
    }
}

/// Writes a file in one go, from planes that are whole in memory.
///
/// # Errors
/// As [`Writer::fill`].
///
/// # Panics
/// Two planes have one name.
pub fn write<T: Cells>(
    path: &Path,
    kind: &str,
    parameters: Parameters,
    planes: &[(&str, &[T])],
) -> Result<(), StoreError> {
    let described = planes
        .iter()
        .map(|(name, cells)| Described::new::<T>(*name, cells.len()));
    let described: Vec<Described> = described.collect();
    let mut writer = Writer::create(path, kind, parameters, &described)?;
    for (_, cells) in planes {
        writer.fill(cells)?;
    }
    writer.finish()
}

/// A file beside that of the path.
fn temporary(path: &Path) -> io::Result<(File, TempPath)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{name}.");
    let mut builder = Builder::new();
    let named = builder.prefix(&prefix).suffix(".tmp");
    // Opened here, with the rights that files usually have and the plain errors of the system.
    let open = |path: &Path| File::options().write(true).create_new(true).open(path);
    Ok(named.make_in(folder(path), open)?.into_parts())
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Makes a new name safe on the disk too, where systems let folders be opened.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder(path))?.sync_all()?;
    }
    Ok(())
}
