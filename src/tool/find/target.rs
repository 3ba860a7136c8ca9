//! What a caller wrote for a file: a path, a name, or a link with a heading or a block.

use crate::path::{PathError, VaultPath};

/// A file that may be meant.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub path: VaultPath,
    /// The part of it that is meant: what follows the `#` in `Note#Heading`, `Note#^block`.
    pub fragment: Option<String>,
}

/// What `given` may mean, in order, and whether it is a link. Text without brackets is a path or a name first, and then
/// a link: a file may be called `C#.md`.
pub(super) fn targets(given: &str) -> Result<(Vec<Target>, bool), PathError> {
    if let Some(inner) = wiki_link(given) {
        let target = linked(inner);
        let path = VaultPath::parse(target.0)?;
        return Ok((vec![Target { path, fragment: target.1 }], true));
    }
    let mut targets = vec![Target { path: VaultPath::parse(given)?, fragment: None }];
    let (name, fragment) = linked(given.trim());
    if let Ok(path) = VaultPath::parse(name)
        && path != targets[0].path
    {
        targets.push(Target { path, fragment });
    }
    Ok((targets, false))
}

/// The text between the brackets of `[[target#heading|alias]]` or `![[…]]`; `None` for other text.
fn wiki_link(given: &str) -> Option<&str> {
    let text = given.trim();
    text.strip_prefix('!').unwrap_or(text).strip_prefix("[[")?.strip_suffix("]]")
}

/// The file and the part of it that `target#heading|alias` names. In a table, the bar is escaped.
fn linked(text: &str) -> (&str, Option<String>) {
    let name = text.split_once('|').map_or(text, |(name, _)| name.strip_suffix('\\').unwrap_or(name));
    let (path, fragment) = name.split_once('#').map_or((name, None), |(path, fragment)| (path, Some(fragment)));
    (path.trim(), fragment.map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::targets;

    #[test]
    fn a_link_is_a_file_and_a_part() {
        for (given, wanted) in [
            ("[[a#b|c]]", "a b"),
            ("![[ a # b ]]", "a b"),
            ("[[a\\|c]]", "a"),
            ("[[a#^x]]", "a ^x"),
            ("[[a#b#c]]", "a b#c"),
            ("a#b|c", "a#b|c, a b"),
            ("a|c#d", "a|c#d, a"),
            ("a#", "a#, a"),
            ("a", "a"),
        ] {
            let (targets, _) = targets(given).unwrap();
            let shown = targets.into_iter().map(|target| match target.fragment {
                Some(fragment) => format!("{} {fragment}", target.path),
                None => target.path.to_string(),
            });
            assert_eq!(shown.collect::<Vec<_>>().join(", "), wanted, "{given}");
        }
    }
}
