//! What a person asks of a run, by environment variables: see `main.rs`.

use std::time::Duration;

#[derive(Debug, Clone, Default)]
pub struct Options {
    /// How long each target is run; by a number of cases where there is none.
    pub time: Option<Duration>,
    /// The first case.
    pub from: u64,
    /// How many cases, where it is not the target's own number.
    pub cases: Option<u64>,
    /// Makes every input large, in place of damaging it.
    pub is_large: bool,
    /// Names each case before it runs.
    pub traces: bool,
    /// The folder that inputs are written into.
    pub keep: Option<String>,
}

impl Options {
    pub fn of_environment() -> Self {
        let number = |name| variable(name).map(|value| value.parse().expect("a whole number"));
        Self {
            time: number("LECTERN_FUZZ_SECONDS").map(Duration::from_secs),
            from: number("LECTERN_FUZZ_FROM").unwrap_or(0),
            cases: number("LECTERN_FUZZ_CASES"),
            is_large: variable("LECTERN_FUZZ_LARGE").is_some(),
            traces: variable("LECTERN_FUZZ_TRACE").is_some(),
            keep: variable("LECTERN_FUZZ_KEEP"),
        }
    }

    /// Writes the input of a case down, if that is asked for.
    #[expect(clippy::disallowed_methods, reason = "a test on a machine with a disk")]
    pub fn keep(&self, name: &str, bytes: &[u8]) {
        if let Some(folder) = &self.keep {
            std::fs::write(format!("{folder}/{name}"), bytes).expect("the folder is there");
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "how long to run is not the core's matter")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
