//! Text of a page. In wasm it is a JavaScript string from the start: the host's decoder checks UTF-8 too, and checking
//! it in Rust first would double the time for Korean. Natively it is a `String`.

#[cfg(not(target_arch = "wasm32"))]
mod natively {
    pub use std::string::String as Shown;

    /// The text of `bytes`, if they are UTF-8.
    pub fn decoded(bytes: &[u8]) -> Option<Shown> {
        str::from_utf8(bytes).ok().map(str::to_owned)
    }

    /// Text from a Rust string.
    pub fn own(text: String) -> Shown {
        text
    }

    /// `below` on the lines after `above`.
    pub fn stacked(above: Shown, below: &Shown) -> Shown {
        above + "\n" + below
    }

    /// The number of lines of `text`: one more than line breaks.
    pub fn rows(text: &Shown) -> u32 {
        u32::try_from(text.split('\n').count()).unwrap_or(u32::MAX)
    }
}

#[cfg(target_arch = "wasm32")]
pub use in_wasm::*;
#[cfg(not(target_arch = "wasm32"))]
pub use natively::*;

#[cfg(target_arch = "wasm32")]
mod in_wasm {
    use std::cell::RefCell;
    use std::ops::Add;

    use js_sys::{JsString, Object, Reflect};
    use serde::{Serialize, Serializer};
    use wasm_bindgen::prelude::*;

    use crate::text::line_index::is_continuation;

    /// A JavaScript string.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Shown(JsString);

    // The class in web-sys returns a Rust string.
    #[wasm_bindgen]
    extern "C" {
        type TextDecoder;
        #[wasm_bindgen(constructor)]
        fn new(label: &str, options: &Object) -> TextDecoder;
        #[wasm_bindgen(method, catch)]
        fn decode(this: &TextDecoder, bytes: &[u8]) -> Result<JsString, JsValue>;
    }

    /// Bytes decoded per call. For 100 KB of Korean in one call, Chromium takes nearly twice as long.
    const PIECE_BYTES: usize = 32 * 1024;

    /// Bytes after which a decoder is given up: Safari's stops working after 2 GB.
    const DECODER_BYTES: usize = 1 << 30;

    thread_local! {
        /// The decoder in use, and how many bytes it may still decode.
        static DECODER: RefCell<Option<(TextDecoder, usize)>> = const { RefCell::new(None) };
    }

    /// The text of `bytes`, if they are UTF-8.
    pub fn decoded(bytes: &[u8]) -> Option<Shown> {
        DECODER.with_borrow_mut(|held| {
            if held.as_ref().is_none_or(|(_, left)| *left < bytes.len()) {
                *held = Some((decoder()?, DECODER_BYTES));
            }
            let (decoder, left) = held.as_mut()?;
            *left = left.saturating_sub(bytes.len());
            decoded_by(decoder, bytes).map(Shown)
        })
    }

    fn decoder() -> Option<TextDecoder> {
        let options = Object::new();
        for name in ["fatal", "ignoreBOM"] {
            Reflect::set(&options, &name.into(), &JsValue::TRUE).ok()?;
        }
        Some(TextDecoder::new("utf-8", &options))
    }

    fn decoded_by(decoder: &TextDecoder, bytes: &[u8]) -> Option<JsString> {
        let (mut text, mut rest): (Option<JsString>, _) = (None, bytes);
        loop {
            let starts_scalar = |&end: &usize| rest.get(end).is_none_or(|&byte| !is_continuation(byte));
            let end = (0..=rest.len().min(PIECE_BYTES))
                .rev()
                .find(starts_scalar)
                .filter(|&end| end > 0 || rest.is_empty())?;
            let piece = decoder.decode(&rest[..end]).ok()?;
            let so_far = match text {
                Some(text) => text.concat(&piece.into()),
                None => piece,
            };
            rest = &rest[end..];
            if rest.is_empty() {
                return Some(so_far);
            }
            text = Some(so_far);
        }
    }

    /// Text that was made here.
    pub fn own(text: String) -> Shown {
        Shown(text.into())
    }

    /// `below` on the lines after `above`.
    pub fn stacked(above: Shown, below: &Shown) -> Shown {
        Shown((above + "\n").0.concat(&below.0))
    }

    /// How many lines `text` has: one more than line breaks.
    pub fn rows(text: &Shown) -> u32 {
        text.0.split("\n").length()
    }

    impl Add<&str> for Shown {
        type Output = Self;
        fn add(self, text: &str) -> Self {
            if text.is_empty() { self } else { Self(self.0.concat(&text.into())) }
        }
    }

    impl Serialize for Shown {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serde_wasm_bindgen::preserve::serialize(&self.0, serializer)
        }
    }
}
