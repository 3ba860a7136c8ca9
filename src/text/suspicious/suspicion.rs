//! Why lines are suspicious, and the remark about them.

/// Why a line is suspicious.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suspicion {
    /// It speaks to a model.
    Speaks,
    /// It has characters that nobody sees.
    Hidden,
    /// It is shown in another order than it is in.
    Order,
    /// A long comment starts in it, which nobody sees in a rendered note.
    Comment,
}

/// Maximum lines of a remark for each reason.
const LINES: usize = 8;

/// The numbers of `lines`, each once.
pub(crate) fn lines(lines: &[(u32, Suspicion)]) -> Vec<u32> {
    let mut numbers: Vec<u32> = lines.iter().map(|(line, _)| *line).collect();
    numbers.dedup();
    numbers
}

/// The line that tells a model about `lines`, with a line break before it; empty if there are none.
pub(crate) fn remark(lines: &[(u32, Suspicion)]) -> String {
    let reasons = [
        (Suspicion::Speaks, "text that speaks to a model"),
        (Suspicion::Hidden, "hidden characters"),
        (Suspicion::Order, "text in changed order"),
        (Suspicion::Comment, "a long hidden comment"),
    ];
    let told: Vec<String> = reasons
        .into_iter()
        .filter_map(|(reason, words)| {
            let own: Vec<u32> = lines.iter().filter(|(_, why)| *why == reason).map(|(line, _)| *line).collect();
            (!own.is_empty()).then(|| format!("{words} in {}", numbers(&own)))
        })
        .collect();
    if told.is_empty() { String::new() } else { format!("\n[suspicious: {}]", told.join("; ")) }
}

/// `line 3`, `lines 3, 7 and 12 more`.
fn numbers(lines: &[u32]) -> String {
    let shown: Vec<String> = lines.iter().take(LINES).map(ToString::to_string).collect();
    let more = match lines.len() - shown.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    format!("line{} {}{more}", if lines.len() == 1 { "" } else { "s" }, shown.join(", "))
}
