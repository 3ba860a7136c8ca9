//! Sessions, arguments, and what replies say.

use lectern::{Config, Content, ErrorCode, Next, Reply, Session, ToolError, VaultPath};

/// A note that closes itself.
pub const CLOSED: &str = "---\nlectern: false\n---\napple secret\n";

/// A session in which the user closed nothing more.
pub fn session() -> Session {
    session_with(&[], None)
}

/// A session in which the user closes `protected`, whose replies hold `max_bytes`.
pub fn session_with(protected: &[&str], max_bytes: Option<u32>) -> Session {
    let mut config = closing(protected, &[]);
    if let Some(max_bytes) = max_bytes {
        config.max_bytes = f64::from(max_bytes);
    }
    opened(&config)
}

/// A session under `config`.
pub fn opened(config: &Config) -> Session {
    Session::new(config).expect("the config of a test can be used")
}

/// A session in which notes may be changed.
pub fn changing() -> Session {
    opened(&Config { changes: true, ..Config::default() })
}

/// A config that closes these.
pub fn closing(protected: &[&str], closed_tags: &[&str]) -> Config {
    let own = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    Config { protected: own(protected), closed_tags: own(closed_tags), ..Config::default() }
}

/// The JSON text of `{"path": path}`.
pub fn path_args(path: &str) -> String {
    serde_json::json!({ "path": path }).to_string()
}

/// The JSON text of `next`, which is how a caller goes on.
pub fn next_args(next: &Next) -> String {
    serde_json::to_string(next).expect("arguments are JSON")
}

/// What a model reads of `reply`.
pub fn text(reply: &Reply) -> &str {
    match reply.content.as_slice() {
        [Content::Text { text }] => text,
        other => panic!("one text was expected, not {other:?}"),
    }
}

/// Fails unless a model reads `part` in `reply`.
#[track_caller]
pub fn assert_says(reply: &Reply, part: &str) {
    assert!(text(reply).contains(part), "{part:?} is not in {}", text(reply));
}

/// Fails unless what a model reads of `reply` ends in `end`.
#[track_caller]
pub fn assert_ends(reply: &Reply, end: &str) {
    assert!(text(reply).ends_with(end), "{end:?} is not the end of {}", text(reply));
}

/// The code of the error that `reply` is.
#[track_caller]
pub fn code(reply: &Reply) -> ErrorCode {
    reply.structured_content.error.as_ref().unwrap_or_else(|| panic!("no error: {}", text(reply))).code
}

/// The version of the first file that `reply` shows, to change it by.
#[track_caller]
pub fn version(reply: &Reply) -> String {
    reply.structured_content.files[0].version.clone().expect("a session that may change notes tells versions")
}

/// The error that `reply` is, without its path, or the text it shows.
pub fn outcome(reply: &Reply) -> Result<&str, ToolError> {
    let error = reply.structured_content.error.clone();
    error.map_or_else(|| Ok(text(reply)), |error| Err(ToolError { path: None, ..error }))
}

/// The path that `reply` shows, or the code of its error.
pub fn shown(reply: &Reply) -> Result<&str, ErrorCode> {
    match reply.structured_content.files.as_slice() {
        [file] => Ok(&file.path),
        _ => Err(reply.structured_content.error.as_ref().expect("a reply shows a file or is an error").code),
    }
}

/// An error as a test expects it.
pub fn error(code: ErrorCode, message: &str, help: &str) -> ToolError {
    ToolError::new(code, message, help)
}

/// `path` in the form that the core uses; names on a disk can be in another.
pub fn vault_path(path: &str) -> String {
    VaultPath::parse(path).expect("the path of a test is a vault path").as_str().to_owned()
}

/// When a day such as `2026-10-09` begins in UTC, in milliseconds since 1970.
pub fn utc(day: &str) -> f64 {
    let day = lectern::search::dates::first_day(day).expect("a date");
    f64::from(day) * 86_400_000.0
}
