//! Compression of tables and proofs by zstd, a C library. Without the feature `disk` every call fails.

#[cfg(not(feature = "disk"))]
pub(crate) use absent::{Decoder, Decompressor, Encoder, compress, decompress, encode_all};
#[cfg(feature = "disk")]
pub(crate) use zstd::{
    Decoder, Encoder,
    bulk::{Decompressor, compress, decompress},
    encode_all,
};

/// The names of zstd without the library: every call fails.
#[cfg(not(feature = "disk"))]
mod absent {
    use std::convert::Infallible;
    use std::io::{self, Read, Write};
    use std::marker::PhantomData;

    fn absent<T>() -> io::Result<T> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "built without the feature `disk`",
        ))
    }

    pub(crate) fn compress(_: &[u8], _: i32) -> io::Result<Vec<u8>> {
        absent()
    }

    pub(crate) fn decompress(_: &[u8], _: usize) -> io::Result<Vec<u8>> {
        absent()
    }

    pub(crate) fn encode_all(_: impl Read, _: i32) -> io::Result<Vec<u8>> {
        absent()
    }

    #[derive(Default)]
    pub(crate) struct Decompressor<'a>(PhantomData<&'a ()>);

    impl Decompressor<'_> {
        pub(crate) fn decompress(&mut self, _: &[u8], _: usize) -> io::Result<Vec<u8>> {
            absent()
        }
    }

    /// A decoder that cannot exist.
    pub(crate) struct Decoder<R>(Infallible, PhantomData<R>);

    impl<R> Decoder<R> {
        pub(crate) fn new(_: R) -> io::Result<Decoder<R>> {
            absent()
        }
    }

    impl<R> Read for Decoder<R> {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            match self.0 {}
        }
    }

    /// An encoder that cannot exist.
    pub(crate) struct Encoder<W>(Infallible, PhantomData<W>);

    impl<W> Encoder<W> {
        pub(crate) fn new(_: W, _: i32) -> io::Result<Encoder<W>> {
            absent()
        }

        pub(crate) fn include_checksum(&mut self, _: bool) -> io::Result<()> {
            match self.0 {}
        }

        pub(crate) fn finish(self) -> io::Result<W> {
            match self.0 {}
        }
    }

    impl<W> Write for Encoder<W> {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            match self.0 {}
        }

        fn flush(&mut self) -> io::Result<()> {
            match self.0 {}
        }
    }
}
