//! Files of large tables: written once, never half, and checked block by block as they are read.
//!
//! A file holds *planes*, named arrays of numbers of one kind, and parameters that say what they
//! are. All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 7 | `89 54 41 56 4C 41 0D 0A`, as of no text file |
//! | 8 to 11 | version of the format, 1 |
//! | 12 to 15 | checksum of all bytes before the first plane, but for these four |
//! | 16 to 23 | length of the file |
//! | 24 to 27 | length of the JSON text |
//! | 28 to 31 | blocks of all planes together |
//! | 32 on | JSON: `kind`, `parameters`, and `planes` with `name`, `cells` (such as `f64`) and `length` |
//! | then | the checksum of each block, four bytes each |
//! | then | the planes, each from a multiple of 4096 bytes on, with zeros between them |
//!
//! A plane is checked in blocks of 65,536 bytes, the last with the zeros that follow. Checksums
//! are CRC-32 (IEEE 802.3), which misses no fault that lies within 32 bits.
//!
//! A file comes to be under a temporary name in its folder and is renamed when it is whole and
//! safe on the disk. It is never changed afterwards, so that any number of processes map it at
//! once; a newer file of the same name is another file.

mod cells;
mod error;
mod head;
mod read;
mod write;

pub use cells::Cells;
pub use error::StoreError;
pub use head::{Described, Parameters};
pub use read::{Plane, Store};
pub use write::{Writer, write};

const MAGIC: [u8; 8] = *b"\x89TAVLA\r\n";
const VERSION: u32 = 1;
/// Bytes under one checksum.
const BLOCK: usize = 1 << 16;
/// Planes begin at multiples of so many bytes: whole pages.
const ALIGNMENT: usize = 1 << 12;
