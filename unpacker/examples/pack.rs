//! Packs standard input for the unpacker, to standard output; with `deflate`, for what inflates.

use lzma_rust2::{LzmaOptions, LzmaWriter};
use std::env::args;
use std::io::{Error, Read, Write, stdin, stdout};

fn main() -> Result<(), Error> {
    let mut bytes = Vec::new();
    stdin().read_to_end(&mut bytes)?;
    if args().any(|arg| arg == "deflate") {
        return zopfli::compress(zopfli::Options::default(), zopfli::Format::Deflate, &*bytes, stdout().lock());
    }
    // The instructions of wasm are not aligned.
    let mut options =
        LzmaOptions { lc: 4, lp: 0, pb: 0, nice_len: LzmaOptions::NICE_LEN_MAX, ..LzmaOptions::with_preset(9) };
    options.dict_size = u32::try_from(bytes.len()).map_err(Error::other)?.max(4096);
    let mut writer = LzmaWriter::new_use_header(stdout().lock(), &options, Some(bytes.len() as u64))?;
    writer.write_all(&bytes)?;
    writer.finish()?.flush()
}
