//! What a note's front matter says of its names and tags, line by line. It reads what people and the app write there, and
//! no more of YAML.

/// The most lines before it is taken that a `---` at the start opens no front matter.
const MAX_LINES: usize = 500;

/// The most names that are kept of a note, and the longest in bytes: memory is bounded.
const MAX_NAMES: usize = 16;
const MAX_NAME_BYTES: usize = 200;

/// What of it is of use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    Tags,
    Names,
    Other,
}

/// Front matter that is being read.
#[derive(Debug)]
pub(super) struct Front {
    key: Key,
    lines: usize,
}

impl Front {
    /// Begins, if `line` is the first of a note's front matter.
    pub fn open(line: &str) -> Option<Self> {
        (line.trim_end() == "---").then_some(Self { key: Key::Other, lines: 0 })
    }

    /// Takes the next line: adds to `names`, and calls `tag`. Whether front matter goes on behind it.
    pub fn take(&mut self, line: &str, names: &mut Vec<Box<str>>, mut tag: impl FnMut(&str)) -> bool {
        self.lines += 1;
        let line = line.trim_end();
        if line == "---" || line == "..." || self.lines > MAX_LINES {
            return false;
        }
        let value = match line.trim_start().strip_prefix("- ") {
            Some(item) if !line.starts_with(|c: char| c.is_alphanumeric()) => item,
            _ if line.starts_with([' ', '\t', '#', '-']) => return true,
            _ => {
                let Some((key, value)) = line.split_once(':') else { return true };
                self.key = match key.trim().to_ascii_lowercase().as_str() {
                    "tags" | "tag" => Key::Tags,
                    "aliases" | "alias" | "title" => Key::Names,
                    _ => Key::Other,
                };
                value
            }
        };
        let value = value.trim();
        let list = value.strip_prefix('[').map(|list| list.strip_suffix(']').unwrap_or(list));
        match self.key {
            Key::Other => {}
            Key::Tags => {
                let items = list.unwrap_or(value).split([',', ' ']).map(unquoted).filter(|item| !item.is_empty());
                items.for_each(|item| tag(item.trim_start_matches('#')));
            }
            Key::Names if list.is_some() => list.unwrap_or_default().split(',').for_each(|item| keep(item, names)),
            Key::Names => keep(value, names),
        }
        true
    }
}

fn keep(name: &str, names: &mut Vec<Box<str>>) {
    let name = unquoted(name);
    if !name.is_empty() && name.len() <= MAX_NAME_BYTES && names.len() < MAX_NAMES {
        names.push(name.into());
    }
}

fn unquoted(value: &str) -> &str {
    let value = value.trim();
    let inner = |quote| value.strip_prefix(quote).and_then(|value: &str| value.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(value).trim()
}
