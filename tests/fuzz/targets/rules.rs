//! What closes: patterns, excluded files, tags and properties, and the paths that they are held against.

use lectern::{PathKind, Patterns, Policy, Rules, VaultPath};

use super::super::checks::ensure;
use super::super::drive::{Target, drive};
use super::super::random::Random;
use super::super::seeds::rules;

/// How many lines are taken for paths: every one is held against every pattern.
const MAX_PATHS: usize = 6;
/// More than anybody writes into a list of rules: each byte of one costs up to 80 of memory.
const MAX_RULES_LEN: usize = 256 * 1024;
/// As long as a path may be on any system.
const MAX_PATH_CHARS: usize = 4096;

#[test]
fn rules_of_the_vault() {
    let check = |bytes: &[u8], mut random: Random| {
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_RULES_LEN)]);
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let some = |random: &mut Random| -> Vec<String> {
            let from = random.below(lines.len());
            lines.iter().skip(from).take(1 + random.below(8)).cloned().collect()
        };
        let (tags, protected, patterns) = (some(&mut random), some(&mut random), some(&mut random));
        let excluded: Vec<String> = some(&mut random).into_iter().filter(|line| is_quick(line)).collect();
        let ignore_file = if random.one_in(2) { &*text } else { "" };
        // Each alone may be no rule at all.
        let all = [
            Rules { closed_tags: &tags, ..Rules::default() },
            Rules { protected: &protected, ..Rules::default() },
            Rules { excluded: &excluded, ..Rules::default() },
            Rules { ignore_file, patterns: &patterns, closed_tags: &[], ..Rules::default() },
        ];
        let mut paths: Vec<String> = some(&mut random);
        paths.truncate(MAX_PATHS);
        paths.push("Notes/a.md".to_owned());
        for path in &mut paths {
            *path = path.chars().take(MAX_PATH_CHARS).collect();
        }
        for policy in all.iter().filter_map(|rules| Policy::new(rules).ok()) {
            for given in &paths {
                judge(&policy, given, bytes)?;
            }
        }
        let list = Patterns::parse(&text);
        for path in paths.iter().filter_map(|path| VaultPath::parse(path).ok()) {
            let _ = [PathKind::File, PathKind::Folder]
                .map(|kind| (list.closes(&path, kind), list.closes_equivalent(&path, kind)));
        }
        let closed_tags = ["private", "work/secret", "\u{1f512}"].map(str::to_owned);
        let policy = Policy::new(&Rules { closed_tags: &closed_tags, ..Rules::default() }).expect("tags");
        let note = VaultPath::parse("a.md").expect("a path");
        let closes = policy.closes_content(&note, bytes);
        ensure(closes || !Policy::default().closes_content(&note, bytes), || "a rule more opens a note".to_owned())
    };
    drive(Target { name: "rules", cases: 600, seeds: rules::seeds(), grammar: rules::GRAMMAR, check });
}

fn judge(policy: &Policy, given: &str, note: &[u8]) -> Result<(), String> {
    let closed = policy.is_protected_path(given);
    let Ok(path) = VaultPath::parse(given) else { return Ok(()) };
    if path.as_str().trim().is_empty() {
        // The vault's root, and a name of blanks alone, are nothing where they are given as they are.
        return Ok(());
    }
    ensure(policy.check(&path).is_err() == closed, || format!("{given:?} is judged in two ways"))?;
    let as_either = [PathKind::File, PathKind::Folder].map(|kind| policy.check_as(&path, kind).is_err());
    ensure(closed == (as_either[0] || as_either[1]), || format!("{given:?} is closed as neither"))?;
    let again = VaultPath::parse(path.as_str()).map_err(|error| format!("{given:?} is a path once only: {error}"))?;
    ensure(again == path, || format!("{given:?} becomes another path"))?;
    ensure(!path.segments().any(|name| matches!(name, "" | "." | "..")), || format!("{given:?} leads elsewhere"))?;
    let _ = policy.closes_content(&path, note);
    Ok(())
}

/// Whether a filter is no expression that backtracks again and again: what the person has written there is theirs, and
/// runs in the host's own engine.
fn is_quick(filter: &str) -> bool {
    !filter.starts_with('/') || filter.chars().filter(|c| "*+?{|".contains(*c)).count() < 2
}
