//! Helpers for tests of `search_notes` and of the catalogue: searches in a vault that changes.

use std::mem;

use lectern::{Change, ListedFile, Reply, Request, Session, Step};
use serde_json::{Value, json};

use super::{Vault, session, text};

/// Arguments that ask for `words`.
pub fn query(words: &str) -> Value {
    json!({ "query": words, "limit": 50 })
}

/// The reply of a search.
pub fn search(vault: &mut Vault, session: &mut Session, args: &Value) -> Reply {
    vault.call_tool(session, "search_notes", &args.to_string())
}

/// The paths that `words` are found at, best first.
pub fn found(vault: &mut Vault, session: &mut Session, words: &str) -> Vec<String> {
    paths(&search(vault, session, &query(words)))
}

/// The paths of the notes that it shows, best first.
pub fn paths(reply: &Reply) -> Vec<String> {
    let notes = reply.structured_content.notes.as_ref().unwrap_or_else(|| panic!("{}", text(reply)));
    notes.iter().map(|note| note.path.clone()).collect()
}

/// What a host tells of a note that was written.
pub fn written(path: &str, content: &str, mtime: f64) -> Change {
    let size = u32::try_from(content.len()).expect("a test's note is small");
    Change::Written(ListedFile { path: path.to_owned(), size: size.into(), mtime, ctime: None })
}

/// What it tells of a file that was moved.
pub fn moved(from: &str, to: &str) -> Change {
    Change::Moved { from: from.to_owned(), to: to.to_owned() }
}

/// What has been read since this was asked last.
pub fn reads(vault: &mut Vault) -> Vec<String> {
    mem::take(&mut vault.asked).into_iter().filter_map(|asked| asked.strip_prefix("read ").map(str::to_owned)).collect()
}

/// A vault of `count` notes in `folder`, each with a word of its own, in a session that knows them.
pub fn known(folder: &str, count: usize) -> (Vault, Session) {
    let note = |vault: Vault, n: usize| vault.with(&format!("{folder}/{n}.md"), format!("apple n{n}\n"));
    let mut vault = (0..count).fold(Vault::default().watching(), note);
    let mut session = session();
    assert_eq!(found(&mut vault, &mut session, "n7"), [format!("{folder}/7.md")]);
    assert_eq!(session.indexed().notes as usize, count);
    vault.asked.clear();
    (vault, session)
}

/// Goes on with `step` until it asks for something `wanted`.
pub fn until(
    vault: &mut Vault,
    session: &mut Session,
    mut step: Step,
    wanted: fn(&Request) -> bool,
) -> (u32, Vec<Request>) {
    loop {
        let Step::Ask { call, requests } = step else { panic!("the call has ended") };
        if requests.iter().any(wanted) {
            return (call, requests);
        }
        step = session.resume(call, vault.answers(&requests));
    }
}

/// Whether it asks for content.
pub fn is_read(request: &Request) -> bool {
    matches!(request, Request::Read(_))
}

/// Whether it asks for what is in a folder.
pub fn is_list(request: &Request) -> bool {
    matches!(request, Request::List { .. })
}

/// A search for `words` that has begun.
pub fn start(session: &mut Session, words: &str) -> Step {
    session.start("search_notes", &query(words).to_string())
}
