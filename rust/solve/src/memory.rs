//! Whether the system has the memory that work will take.

/// Whether so many bytes are to be had, all at once. A limit of the process is found so before
/// the work, in which a lack of memory would end the process.
pub(crate) fn has(bytes: u128) -> bool {
    let Ok(bytes) = usize::try_from(bytes) else {
        return false;
    };
    // Given back untouched, so that it costs nothing.
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}
