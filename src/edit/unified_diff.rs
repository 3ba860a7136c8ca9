//! Unified diffs, as `git apply` takes them.

use std::fmt::Write as _;

use super::hunks::Hunk;

/// Unchanged lines that are shown around a change.
const CONTEXT: u32 = 3;

/// The diff that makes `after` of `before` by `hunks`. `before` is `None` for a file that does not exist yet, `after` for
/// one that is removed.
pub(crate) fn unified_diff(path: &str, before: Option<&str>, after: Option<&str>, hunks: &[Hunk]) -> String {
    diff_of_paths([path, path], before, after, hunks)
}

/// The diff of a file that moves and, by `hunks`, becomes `after`.
pub(crate) fn moved_diff(from: &str, to: &str, before: &str, after: &str, hunks: &[Hunk]) -> String {
    diff_of_paths([from, to], Some(before), Some(after), hunks)
}

fn diff_of_paths([from, to]: [&str; 2], before: Option<&str>, after: Option<&str>, hunks: &[Hunk]) -> String {
    let (old_path, new_path) = (git_path(&format!("a/{from}")), git_path(&format!("b/{to}")));
    let mut diff = format!("diff --git {old_path} {new_path}\n");
    if from != to {
        _ = writeln!(diff, "rename from {}\nrename to {}", git_path(from), git_path(to));
    }
    match (before, after) {
        (Some(""), None) => diff += "deleted file mode 100644\n",
        (Some(_), None) => _ = writeln!(diff, "deleted file mode 100644\n--- {old_path}\n+++ /dev/null"),
        (Some(_), Some(_)) if hunks.is_empty() => return diff,
        (Some(_), Some(_)) => _ = writeln!(diff, "--- {old_path}\n+++ {new_path}"),
        // Git shows an empty file by its mode alone.
        (None, Some("") | None) => diff += "new file mode 100644\n",
        (None, Some(_)) => _ = writeln!(diff, "new file mode 100644\n--- /dev/null\n+++ {new_path}"),
    }
    let [before, after] = [before, after].map(Option::unwrap_or_default);
    let mut rest = hunks;
    while let Some(first) = rest.first() {
        // Hunks whose context meets are shown as one.
        let meets = |pair: &[Hunk]| pair[1].before.start - pair[0].before.end <= 2 * CONTEXT;
        let count = 1 + rest.windows(2).take_while(|pair| meets(pair)).count();
        let (group, others) = rest.split_at(count);
        let last = group.last().unwrap_or(first);
        let above = first.before.start.min(CONTEXT);
        let lines_below = || before[last.before_span.end..].split_inclusive('\n').take(CONTEXT as usize);
        let below: usize = lines_below().map(str::len).sum();
        let start = first.before.start - above;
        let end = last.before.end + u32::try_from(lines_below().count()).unwrap_or(CONTEXT);
        let old = range(start, end - start);
        let new_start = first.after.start - above;
        let new = range(new_start, last.after.end + end - last.before.end - new_start);
        _ = writeln!(diff, "@@ -{old} +{new} @@");
        show(&mut diff, ' ', last_lines(&before[..first.before_span.start]));
        for (index, hunk) in group.iter().enumerate() {
            show(&mut diff, '-', &before[hunk.before_span.clone()]);
            show(&mut diff, '+', &after[hunk.after_span.clone()]);
            let next = group.get(index + 1).map_or(hunk.before_span.end, |next| next.before_span.start);
            show(&mut diff, ' ', &before[hunk.before_span.end..next]);
        }
        show(&mut diff, ' ', &before[last.before_span.end..last.before_span.end + below]);
        rest = others;
    }
    diff
}

/// The last [`CONTEXT`] lines of `text`.
fn last_lines(text: &str) -> &str {
    let lines = text.strip_suffix('\n').unwrap_or(text);
    let start = lines.rmatch_indices('\n').nth(CONTEXT as usize - 1).map_or(0, |(at, _)| at + 1);
    &text[start..]
}

/// `count` lines from the line `start`, which is counted from 0: `(2, 3)` is `3,3`, no lines are `2,0`.
fn range(start: u32, count: u32) -> String {
    match count {
        0 => format!("{start},0"),
        1 => format!("{}", start + 1),
        _ => format!("{},{count}", start + 1),
    }
}

fn show(diff: &mut String, sign: char, lines: &str) {
    for line in lines.split_inclusive('\n') {
        diff.push(sign);
        diff.push_str(line);
        if !line.ends_with('\n') {
            diff.push_str("\n\\ No newline at end of file\n");
        }
    }
}

/// `path` as git writes it: in quotes if it contains a quote, a backslash or a control character.
fn git_path(path: &str) -> String {
    if !path.contains(|c: char| c.is_ascii_control() || matches!(c, '"' | '\\')) {
        // A blank at the end would be lost.
        return if path.ends_with(' ') { format!("\"{path}\"") } else { path.to_owned() };
    }
    let mut quoted = String::from("\"");
    for c in path.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_ascii_control() => _ = write!(quoted, "\\{:03o}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
