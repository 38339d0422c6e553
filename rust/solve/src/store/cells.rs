//! The kinds of numbers that planes are made of.

/// A kind of number that a plane can hold.
pub trait Cells: bytemuck::Pod + Send + Sync {
    /// How files call it.
    const NAME: &'static str;
}

macro_rules! cells {
    ($($kind:ident)*) => {
        $(impl Cells for $kind {
            const NAME: &'static str = stringify!($kind);
        })*

        /// The bytes of one number of a kind, if there is such a kind.
        pub(crate) fn width(name: &str) -> Option<usize> {
            match name {
                $(stringify!($kind) => Some(size_of::<$kind>()),)*
                _ => None,
            }
        }
    };
}

cells! { u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 }
