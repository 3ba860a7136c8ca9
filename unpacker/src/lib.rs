//! Unpacks the wasm modules in `main.js`. They are packed by LZMA, which makes them 23 % smaller than deflate does, and
//! no browser unpacks LZMA. This module is deflated itself. `examples/pack.rs` packs.

use lzma_rust2::LzmaReader;
#[cfg(target_arch = "wasm32")]
use lzma_rust2::Read;
#[cfg(not(target_arch = "wasm32"))]
use std::io::Read;
use wasm_bindgen::prelude::wasm_bindgen;

/// A module that is being unpacked.
#[wasm_bindgen]
#[allow(missing_debug_implementations)]
pub struct Unpacker(LzmaReader<&'static [u8]>);

#[wasm_bindgen]
impl Unpacker {
    /// Fills `into` with the next bytes and returns their number: 0 at the end, or where the data is damaged.
    pub fn read(&mut self, into: &mut [u8]) -> usize {
        self.0.read(into).unwrap_or(0)
    }
}

/// Starts to unpack. `undefined` if `packed` does not begin as LZMA does.
#[wasm_bindgen]
pub fn unpack(packed: Box<[u8]>) -> Option<Unpacker> {
    // The instance, with all of its memory, is dropped once the module is unpacked.
    LzmaReader::new_mem_limit(&*Box::leak(packed), u32::MAX, None).ok().map(Unpacker)
}

#[cfg(test)]
mod tests {
    use super::unpack;
    use lzma_rust2::{LzmaOptions, LzmaWriter};
    use std::io::Write;

    #[test]
    fn what_was_packed_comes_back_and_damage_ends_it() {
        let bytes: Vec<u8> = (0..100_000_u32).flat_map(|n| n.wrapping_mul(n).to_le_bytes()).collect();
        let options = LzmaOptions::with_preset(1);
        let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64)).unwrap();
        writer.write_all(&bytes).unwrap();
        let packed = writer.finish().unwrap();

        assert_eq!(unpacked(&packed), bytes);
        assert!(unpacked(&packed[..packed.len() / 2]).len() < bytes.len());
        assert!(unpack(Box::from(&b"\xff..."[..])).is_none());
    }

    fn unpacked(packed: &[u8]) -> Vec<u8> {
        let mut unpacker = unpack(packed.into()).unwrap();
        let (mut all, mut part) = (Vec::new(), [0; 1000]);
        loop {
            match unpacker.read(&mut part) {
                0 => return all,
                count => all.extend(&part[..count]),
            }
        }
    }
}
