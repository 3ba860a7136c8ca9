//! YAML as a tree: maps and lists within each other, as in a `.base` file.

use super::keys::{BLANKS, indent, is_tail, key, list_item};
use super::reading::read;
use super::typed::{PropertyValue, quoted, scalar, whole_list};

/// Maximum nesting, and maximum lines of a text in quotes.
const MAX_DEPTH: usize = 40;
const MAX_QUOTED_LINES: usize = 200;

/// A value of a YAML file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum YamlNode {
    /// A number, nothing, and so on; also a list on one line, such as `[a, b]`.
    Value(PropertyValue),
    Text(String),
    List(Vec<YamlNode>),
    Map(Vec<(String, YamlNode)>),
}

impl YamlNode {
    /// The tree of `yaml`. `None` if it is not ordinary YAML: see [`read`].
    pub fn parse(yaml: &str) -> Option<Self> {
        read(yaml, |_| {}).then_some(())?;
        let mut lines: Vec<_> = yaml.lines().collect();
        lines.reverse();
        let mut tree = Lines { lines, rest: None };
        let node = if tree.next().is_some() { tree.node(MAX_DEPTH)? } else { Self::Value(PropertyValue::Empty) };
        tree.next().is_none().then_some(node)
    }

    /// The value of `key` in a map; `None` if it has none.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Self::Map(entries) = self else { return None };
        let found = entries.iter().find(|(other, _)| other == key);
        found.map(|(_, value)| value).filter(|value| **value != Self::Value(PropertyValue::Empty))
    }

    /// The text. A number or a checkbox is written as usual: `true` may be a filter.
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Value(PropertyValue::Number(number)) => Some(number.to_string()),
            Self::Value(PropertyValue::Checkbox(is)) => Some(is.to_string()),
            _ => None,
        }
    }

    fn value(value: PropertyValue) -> Self {
        match value {
            PropertyValue::Text(text) => Self::Text(text.into()),
            PropertyValue::List(items) => Self::List(items.into_iter().map(Self::value).collect()),
            value => Self::Value(value),
        }
    }
}

/// The lines that are left, last first.
struct Lines<'t> {
    lines: Vec<&'t str>,
    /// What is left of the line whose start was taken, and its column: in `- name: x`, from `name` on.
    rest: Option<(usize, &'t str)>,
}

impl<'t> Lines<'t> {
    /// The column where the next entry begins, and its text to the end of the line. Skips comments and blank lines.
    fn next(&mut self) -> Option<(usize, &'t str)> {
        while self.rest.is_none() {
            let line = self.lines.pop()?;
            let text = line.trim_matches(BLANKS);
            self.rest = (!text.is_empty() && !text.starts_with('#')).then_some((indent(line), text));
        }
        self.rest
    }

    /// The value that begins with the next entry.
    fn node(&mut self, depth: usize) -> Option<YamlNode> {
        let deeper = depth.checked_sub(1)?;
        let (column, text) = self.next()?;
        if list_item(text).is_some() {
            let mut items = Vec::new();
            while let Some((_, text)) = self.next().filter(|(at, text)| *at == column && list_item(text).is_some()) {
                let rest = list_item(text)?;
                self.rest = (!is_nothing(rest)).then_some((column + text.len() - rest.len(), rest));
                items.push(match self.rest {
                    Some((_, rest)) if list_item(rest).is_none() && key(rest).is_none() => self.value(column)?,
                    Some(_) => self.node(deeper)?,
                    None => self.below(deeper, |at, _| at > column)?,
                });
            }
            return Some(YamlNode::List(items));
        }
        if key(text).is_none() {
            return self.value(column.checked_sub(1)?);
        }
        let mut entries: Vec<(String, YamlNode)> = Vec::new();
        while let Some((name, value)) = self.next().filter(|(at, _)| *at == column).and_then(|(_, text)| key(text)) {
            // A parser refuses the same key twice.
            if entries.iter().any(|(other, _)| other == name) {
                return None;
            }
            let value = value.trim_matches(BLANKS);
            self.rest = (!is_nothing(value)).then_some((column, value));
            let value = match self.rest {
                Some(_) => self.value(column)?,
                // A list may have the same indentation as its key.
                None => self.below(deeper, |at, text| at > column || (at == column && list_item(text).is_some()))?,
            };
            entries.push((name.to_owned(), value));
        }
        Some(YamlNode::Map(entries))
    }

    /// The value that begins with the next entry, if that belongs to the one above it.
    fn below(&mut self, depth: usize, belongs: impl Fn(usize, &str) -> bool) -> Option<YamlNode> {
        match self.next() {
            Some((at, text)) if belongs(at, text) => self.node(depth),
            _ => Some(YamlNode::Value(PropertyValue::Empty)),
        }
    }

    /// The text, number or list that begins with the next entry. Lines indented deeper than `column` go on with it.
    fn value(&mut self, column: usize) -> Option<YamlNode> {
        let (_, text) = self.rest.take()?;
        let is_more = |line: &&str| line.trim().is_empty() || indent(line) > column;
        if let Some(is_folded) = text.chars().next().filter(|c| matches!(c, '|' | '>')).map(|c| c == '>') {
            let mut lines = Vec::new();
            while let Some(line) = self.lines.pop_if(|line| is_more(&&**line)) {
                lines.push(line);
            }
            let indent = lines.iter().find(|line| !line.trim().is_empty()).map_or(0, |line| indent(line));
            let lines: Vec<_> = lines.iter().map(|line| line.get(indent..).unwrap_or_default()).collect();
            return Some(YamlNode::Text(lines.join(if is_folded { " " } else { "\n" }).trim_end().to_owned()));
        }
        let mut whole = text.to_owned();
        let mut count = 0;
        while let Some(line) = self.lines.pop_if(|line| !line.trim().is_empty() && is_more(&&**line)) {
            count += 1;
            let line = line.trim_matches(BLANKS);
            if count > MAX_QUOTED_LINES {
                return None;
            }
            if !line.starts_with('#') || text.starts_with(['"', '\'']) {
                whole = whole + " " + line;
            }
        }
        if text.starts_with(['"', '\'']) {
            let (text, rest) = quoted(&whole)?;
            return is_tail(rest).then_some(YamlNode::Text(text));
        }
        match scalar(&whole) {
            Some(PropertyValue::Unknown) => Some(YamlNode::Text(whole)),
            Some(value) => Some(YamlNode::value(value)),
            None => whole_list(&whole).map(YamlNode::value),
        }
    }
}

/// Whether there is no value, or only a comment.
fn is_nothing(text: &str) -> bool {
    text.is_empty() || text.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::YamlNode;

    /// As JSON, so that it can be compared with what another parser reads.
    fn json(node: &YamlNode) -> serde_json::Value {
        match node {
            YamlNode::Value(value) => serde_json::json!(value),
            YamlNode::Text(text) => serde_json::json!(text),
            YamlNode::List(items) => items.iter().map(json).collect(),
            YamlNode::Map(entries) => entries.iter().map(|(name, value)| (name.clone(), json(value))).collect(),
        }
    }

    #[track_caller]
    fn assert_tree(yaml: &str, expected: &str) {
        let tree = YamlNode::parse(yaml).map_or(serde_json::Value::Null, |node| json(&node));
        assert_eq!(tree.to_string(), expected, "{yaml}");
    }

    #[test]
    fn maps_and_lists_are_within_each_other() {
        assert_tree(
            "a:\n  or:\n    - x == 1 # no\n    - and:\n        - y\n        - \"z: 2\"\n# no\nb:\n- k: 1\n  l: true\n\n- m",
            r#"{"a":{"or":["x == 1",{"and":["y","z: 2"]}]},"b":[{"k":1.0,"l":true},"m"]}"#,
        );
        assert_tree(
            "a:\nb: []\nc: [x, 'y']\nd:\n  -\n    e: ~\n  - - f",
            r#"{"a":null,"b":[],"c":["x","y"],"d":[{"e":null},["f"]]}"#,
        );
        assert_tree("", "null");
        assert_tree("- a\n-\n- b", "null");
    }

    #[test]
    fn texts_may_go_on_over_lines() {
        assert_tree(
            "a: |-\n  if(x,\n    # y\n\n    1)\nb: >\n  p\n  q\nc: one\n  two\nd: \"x\n  y\"",
            r#"{"a":"if(x,\n  # y\n\n  1)","b":"p q","c":"one two","d":"x y"}"#,
        );
    }

    #[test]
    fn what_parsers_may_read_otherwise_is_not_understood() {
        for yaml in
            ["a: 1\na: 2", "a: &x 1", "a: *x", "a:\n\t- x", "a: {b: c}", "a: 'x", "a:\n  - x\n y: z", "{\"a\": 1}"]
        {
            assert_eq!(YamlNode::parse(yaml), None, "{yaml}");
        }
        let deep: Vec<_> = (0..100).map(|depth| format!("{}a:", " ".repeat(depth))).collect();
        assert_eq!(YamlNode::parse(&deep.join("\n")), None);
    }
}
