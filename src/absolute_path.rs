//! Absolute paths in the vault: models and programs give them where a path from the vault's root is meant.

use crate::path::{is_share, scheme};
use crate::unicode::{fold_case, nfc};

/// `given` from the vault's root, if it is an absolute path that begins with one of `roots`, the vault's own. `/` is the
/// root itself. On Windows, case and the kind of slash do not matter.
pub(crate) fn below_root(given: &str, roots: &[String]) -> Option<String> {
    if roots.is_empty() {
        return None;
    }
    let slashed = nfc(&given.trim_start().replace('\\', "/"));
    let names = resolved_names(&slashed)?;
    let below = |root: &String| {
        let root = nfc(&root.replace('\\', "/"));
        let is_windows = scheme(&root).is_some() || is_share(&root);
        if !slashed.starts_with('/') && !is_windows {
            return None;
        }
        let same = |a: &str, b: &str| a == b || (is_windows && fold_case(a) == fold_case(b));
        let wanted = resolved_names(&root)?;
        let begins_so = names.len() >= wanted.len() && wanted.iter().zip(&names).all(|(a, b)| same(a, b));
        begins_so.then(|| names[wanted.len()..].join("/"))
    };
    let path = roots.iter().find_map(below)?;
    let end = if path.is_empty() || slashed.trim_end().ends_with('/') { "/" } else { "" };
    Some(path + end)
}

/// The names of a path, without `.` and with `..` resolved; `None` if it leads above the root.
fn resolved_names(slashed: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    for name in slashed.split('/').filter(|name| !matches!(*name, "" | ".")) {
        if name == ".." {
            names.pop()?;
        } else {
            names.push(name);
        }
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::below_root;

    #[test]
    fn an_absolute_path_in_the_vault_is_one_from_its_root() {
        let below = |root: &str, given: &str| below_root(given, &[root.to_owned()]);
        for (root, given, wanted) in [
            ("/home/u/v", "/home/u/v/a b/c.md", Some("a b/c.md")),
            ("/home/u/v/", "/home/u//v/./a.md", Some("a.md")),
            ("/home/u/v", "/home/u/v/Sub/", Some("Sub/")),
            ("/home/u/v", "/home/u/v", Some("/")),
            ("/home/u/v", "/home/u/x/../v/a.md#H", Some("a.md#H")),
            ("/home/u/Caf\u{e9}", "/home/u/Cafe\u{301}/a.md", Some("a.md")),
            ("/home/u/v", "/home/u/v2/a.md", None),
            ("/home/u/v", "/home/u/V/a.md", None),
            ("/home/u/v", "/home/u/v/../secret.md", None),
            ("/home/u/v", "home/u/v/a.md", None),
            ("/home/u/v", "/../../x.md", None),
            ("C:\\Users\\U\\V", "c:/users/u/v/A.md", Some("A.md")),
            ("C:\\Users\\U\\V", "C:\\Users\\U\\V\\Sub\\A.md", Some("Sub/A.md")),
            ("C:\\Users\\U\\V", "D:\\Users\\U\\V\\A.md", None),
            ("C:\\Users\\U\\V", "\\\\C:\\x", None),
            ("\\\\srv\\share\\v", "//SRV/share/v/a.md", Some("a.md")),
        ] {
            assert_eq!(below(root, given).as_deref(), wanted, "{given} in {root}");
        }
        assert_eq!(below_root("/a/b.md", &[]), None);
    }
}
