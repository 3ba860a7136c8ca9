//! Packs standard input for the unpacker, to standard output; with `deflate`, for what inflates.

use liblzma::stream::{LzmaOptions, MatchFinder, PRESET_EXTREME, Stream};
use liblzma::write::XzEncoder;
use std::env::args;
use std::io::{Error, Read, Write, stdin, stdout};

/// Where the header has the length of what is packed, in eight bytes; the encoder writes that it is unknown.
const LENGTH: std::ops::Range<usize> = 5..13;

fn main() -> Result<(), Error> {
    let mut bytes = Vec::new();
    stdin().read_to_end(&mut bytes)?;
    if args().any(|arg| arg == "deflate") {
        return zopfli::compress(zopfli::Options::default(), zopfli::Format::Deflate, &*bytes, stdout().lock());
    }
    let mut options = LzmaOptions::new_preset(9 | PRESET_EXTREME)?;
    // The instructions of wasm are not aligned. Of the match finders, this one packs it best.
    options.match_finder(MatchFinder::BinaryTree2);
    options.literal_context_bits(4).literal_position_bits(0).position_bits(0).nice_len(273);
    options.dict_size(u32::try_from(bytes.len()).map_err(Error::other)?.max(4096));
    let mut encoder = XzEncoder::new_stream(Vec::new(), Stream::new_lzma_encoder(&options)?);
    encoder.write_all(&bytes)?;
    let mut packed = encoder.finish()?;
    packed[LENGTH].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    stdout().lock().write_all(&packed)
}
