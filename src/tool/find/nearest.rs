//! Finds similar names: what a caller may have meant by a path that does not exist.

use lectern_base::sort::sort_by;

use crate::path::VaultPath;

/// Maximum similar names to suggest.
pub(in crate::tool) const NEAR: usize = 3;

/// Minimum Jaro-Winkler similarity: "Plan" and "Plans" have 0.96, "Plan" and "Alps" 0.5.
const SIMILAR: f64 = 0.82;
/// The score of a name that contains the other: less than for a typo, more than for a weak similarity.
const CONTAINED: f64 = 0.9;
/// Longer names are not compared: the cost is the product of both lengths.
const LONGEST: usize = 100;

/// The paths in `open` most similar to `wanted`, best first, at most `count`.
pub(in crate::tool) fn nearest<'p>(wanted: &VaultPath, open: &[&'p VaultPath], count: usize) -> Vec<&'p VaultPath> {
    let wanted_key = wanted.equivalence_key();
    let wanted_name = name_of(&wanted_key);
    if wanted_name.len() > LONGEST {
        return Vec::new();
    }
    let score = |path: &VaultPath| {
        let key = path.equivalence_key();
        let name = name_of(&key);
        if name.len() > LONGEST {
            return None;
        }
        let contained = wanted_name.chars().count() >= 3 && name.contains(wanted_name)
            || name.chars().count() >= 3 && wanted_name.contains(name);
        let by_name = strsim::jaro_winkler(wanted_name, name).max(if contained { CONTAINED } else { 0.0 });
        // The folder counts a little, to order files with the same name.
        (by_name >= SIMILAR).then(|| by_name + strsim::jaro_winkler(&wanted_key, &key) / 10.0)
    };
    let mut scored: Vec<_> = open.iter().copied().filter_map(|path| Some((score(path)?, path))).collect();
    sort_by(&mut scored, |(a, path_a), (b, path_b)| b.total_cmp(a).then_with(|| path_a.cmp(path_b)));
    scored.into_iter().take(count).map(|(_, path)| path).collect()
}

/// The last name of a key, without `.md`.
fn name_of(key: &str) -> &str {
    let name = key.rsplit('/').next().unwrap_or_default();
    name.strip_suffix(".md").unwrap_or(name)
}
