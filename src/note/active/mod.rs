//! Parts of a note that load something from elsewhere, run code, or make another program act once they are clicked.
//!
//! If in doubt, a part counts: a reader is asked once too often rather than never. What is certainly code that is only
//! shown does not count. Time: linear.

mod address;
mod code;
mod found;
mod html;
mod markdown;

use lectern_base::sort::sort_by_key;

use self::found::Found;
pub(crate) use self::found::{ActivePart, Effect};

/// The active parts of `note`, which has no byte order mark, in order.
pub(crate) fn active_parts(note: &str) -> Vec<ActivePart<'_>> {
    let mut found = Found { note, parts: Vec::new() };
    let live = code::live_text(&mut found);
    markdown::find(&live, &mut found);
    html::find(&live, &mut found);
    sort_by_key(&mut found.parts, |(at, part)| (*at, part.effect));
    found.parts.dedup_by_key(|(at, part)| (*at, part.effect));
    found.parts.into_iter().map(|(_, part)| part).collect()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
