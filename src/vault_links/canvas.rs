//! The files that a canvas shows and links to.

use lectern_base::json;
use lectern_base::json_text::{PlacedText, placed_text};

use crate::path::VaultPath;

/// A text of a canvas that names files.
pub(crate) enum CanvasText {
    /// The path of a file that is shown, and the part of it behind the `#`.
    File(PlacedText, Option<String>),
    /// The text of a card, in Markdown.
    Card(PlacedText),
}

/// Whether the file at `path` is a canvas.
pub(crate) fn is_canvas(path: &VaultPath) -> bool {
    let path = path.as_str().as_bytes();
    path.len() > 7 && path[path.len() - 7..].eq_ignore_ascii_case(b".canvas")
}

/// The texts of `canvas` that name files; none if it is no valid canvas.
pub(crate) fn canvas_texts(canvas: &str) -> Vec<CanvasText> {
    let Ok(root) = json::parse(canvas.as_bytes()) else { return Vec::new() };
    let [nodes] = root.pick(["nodes"]);
    let text = |node: json::Value<'_>| {
        let [kind, file, subpath, text, background] = node.pick(["type", "file", "subpath", "text", "background"]);
        let placed = |value: json::Value<'_>| placed_text(value, canvas);
        let part = || Some(placed(subpath)?.text.trim_start_matches('#').to_owned()).filter(|part| !part.is_empty());
        match placed(kind)?.text.as_str() {
            "file" => Some(CanvasText::File(placed(file)?, part())),
            "text" => Some(CanvasText::Card(placed(text)?)),
            "group" => Some(CanvasText::File(placed(background)?, None)),
            _ => None,
        }
    };
    nodes.items().filter_map(text).collect()
}
