//! What stands before the planes.

use super::cells::width;
use super::{ALIGNMENT, BLOCK, Cells, MAGIC, StoreError, VERSION};
use serde_json::{Map, Value, json};
use std::ops::Range;
use std::path::Path;

/// What a file says about its planes: a JSON object.
pub type Parameters = Map<String, Value>;

/// One plane, as the head of a file describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    /// Its name.
    pub name: String,
    /// The kind of its numbers, as [`Cells::NAME`].
    pub cells: String,
    /// How many numbers it has.
    pub length: usize,
}

impl Described {
    /// A plane of so many numbers of a kind.
    pub fn new<T: Cells>(name: impl Into<String>, length: usize) -> Self {
        Self {
            name: name.into(),
            cells: T::NAME.to_owned(),
            length,
        }
    }

    /// Bytes without what follows up to the next plane; `None` where the machine has no such
    /// numbers.
    fn bytes(&self) -> Option<usize> {
        self.length.checked_mul(width(&self.cells)?)
    }
}

/// Where a plane lies.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) plane: Described,
    /// Its bytes in the file.
    pub(crate) bytes: Range<usize>,
    /// The number of its first block.
    pub(crate) block: usize,
}

impl Placed {
    /// Its bytes with the zeros behind it.
    pub(crate) fn padded(&self) -> Range<usize> {
        self.bytes.start..self.bytes.end.next_multiple_of(ALIGNMENT)
    }
}

/// The head of a file, without the checksums.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) kind: String,
    pub(crate) parameters: Parameters,
    pub(crate) planes: Vec<Placed>,
    /// The JSON text.
    text: String,
    pub(crate) blocks: usize,
    /// Where the planes begin.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Where the JSON text begins.
const TEXT: usize = 32;
/// The checksum of the head.
const SUM: Range<usize> = 12..16;

impl Head {
    /// Lays the planes out; the reason where that cannot be.
    pub(crate) fn new(
        kind: &str,
        parameters: Parameters,
        planes: &[Described],
    ) -> Result<Self, String> {
        let described = |plane: &Described| json!({"name": plane.name, "cells": plane.cells, "length": plane.length});
        let text = json!({
            "kind": kind,
            "parameters": parameters,
            "planes": planes.iter().map(described).collect::<Vec<_>>(),
        });
        Self::laid_out(kind.to_owned(), parameters, planes, text.to_string())
    }

    fn laid_out(
        kind: String,
        parameters: Parameters,
        planes: &[Described],
        text: String,
    ) -> Result<Self, String> {
        let mut placed = Vec::with_capacity(planes.len());
        let (mut block, mut at) = (0, 0usize);
        for (n, plane) in planes.iter().enumerate() {
            if planes[..n].iter().any(|other| other.name == plane.name) {
                return Err(format!("two planes called {:?}", plane.name));
            }
            let bytes = plane.bytes().and_then(|bytes| {
                let end = at.checked_add(bytes)?;
                Some((end, end.checked_next_multiple_of(ALIGNMENT)?))
            });
            let (end, next) = bytes
                .ok_or_else(|| format!("{} numbers of the kind {:?}", plane.length, plane.cells))?;
            placed.push(Placed {
                plane: plane.clone(),
                bytes: at..end,
                block,
            });
            block += (next - at).div_ceil(BLOCK);
            at = next;
        }
        let start = (TEXT + text.len() + 4 * block).next_multiple_of(ALIGNMENT);
        for plane in &mut placed {
            plane.bytes.start += start;
            plane.bytes.end += start;
        }
        Ok(Self {
            kind,
            parameters,
            planes: placed,
            text,
            blocks: block,
            start,
            end: start + at,
        })
    }

    /// The bytes before the first plane.
    pub(crate) fn encode(&self, checksums: &[u32]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.start);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend((self.end as u64).to_le_bytes());
        bytes.extend((self.text.len() as u32).to_le_bytes());
        bytes.extend((self.blocks as u32).to_le_bytes());
        bytes.extend(self.text.bytes());
        bytes.extend(checksums.iter().flat_map(|sum| sum.to_le_bytes()));
        bytes.resize(self.start, 0);
        let sum = checksum(&bytes);
        bytes[SUM].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads the head of a file that has been mapped, and the checksums of its blocks.
    pub(crate) fn decode(path: &Path, file: &[u8]) -> Result<(Self, Vec<u32>), StoreError> {
        let wrong =
            |what: &str, expected: &str, got: &str| StoreError::data(path, what, expected, got);
        if file.len() < TEXT || file[..MAGIC.len()] != MAGIC {
            let got = format!("{} bytes of something else", file.len());
            return Err(wrong("the file", "a file of tavla's", &got));
        }
        if number(file, 8) != VERSION {
            return Err(wrong(
                "format version",
                &VERSION.to_string(),
                &number(file, 8).to_string(),
            ));
        }
        let length = u64::from(number(file, 16)) | u64::from(number(file, 20)) << 32;
        if length != file.len() as u64 {
            return Err(wrong(
                "length in bytes",
                &length.to_string(),
                &file.len().to_string(),
            ));
        }
        let (text, blocks) = (number(file, 24) as usize, number(file, 28) as usize);
        // Below 2^35, so that nothing overflows where memory can be mapped at all.
        let sums = TEXT.saturating_add(text);
        let end = blocks.saturating_mul(4).saturating_add(sums);
        let start = end.checked_next_multiple_of(ALIGNMENT);
        let start = start.filter(|&start| start <= file.len());
        let start = start
            .ok_or_else(|| wrong("its head", "one within the file", &format!("{end} bytes")))?;
        let sum = u32::from_le_bytes([file[12], file[13], file[14], file[15]]);
        if checksum(&file[..start]) != sum {
            return Err(wrong("its head", "an undamaged one", "another checksum"));
        }
        // The checksum holds: what is still wrong was written so.
        let head = Self::read_text(&file[TEXT..sums])
            .filter(|head| (head.start, head.end, head.blocks) == (start, file.len(), blocks))
            .ok_or_else(|| wrong("its head", "planes that fill the file", "others"))?;
        let checksums = (0..blocks).map(|block| number(file, sums + 4 * block));
        Ok((head, checksums.collect()))
    }

    fn read_text(text: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(text).ok()?;
        let value: Value = serde_json::from_str(text).ok()?;
        let plane = |value: &Value| {
            Some(Described {
                name: value.get("name")?.as_str()?.to_owned(),
                cells: value.get("cells")?.as_str()?.to_owned(),
                length: usize::try_from(value.get("length")?.as_u64()?).ok()?,
            })
        };
        let planes = value.get("planes")?.as_array()?.iter().map(plane);
        let planes: Vec<Described> = planes.collect::<Option<_>>()?;
        let parameters = value.get("parameters")?.as_object()?.clone();
        let kind = value.get("kind")?.as_str()?.to_owned();
        Self::laid_out(kind, parameters, &planes, text.to_owned()).ok()
    }
}

/// The checksum of a head, its own place left out.
fn checksum(head: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&head[..SUM.start]);
    sum.update(&head[SUM.end..]);
    sum.finalize()
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
