//! `why`: why a search finds a note where it does, or not at all.

mod explanation;
mod reply;

use std::collections::HashSet;

use self::explanation::explained;
use self::reply::{document_reply, reply};
use crate::error::ToolError;
use crate::limits::Bounds;
use crate::text::Amount;
use crate::tool::args::{Args, ArgumentKind, Arguments, arguments};
use crate::tool::call::{Host, Tool};
use crate::tool::find::Find;
use crate::tool::notes::open_note::read_open_note;
use crate::tool::search_notes;
use crate::wire::reply::{Explanation, NoteFound, Reply};

pub(super) const TOOL: Tool = Tool {
    name: "why",
    description: "Says why search_notes finds a note where it does: which words of the query it has, where and in which \
        form, which are missing, what stands above it, and what would bring it up.",
    params: WhyArguments::PARAMS,
    brief: &[],
    failed: "Could not explain the search",
    example: r#"{"query": "storm glass", "path": "Notes/a.md"}"#,
    start: |host, args, bounds| Box::pin(why(host, args, bounds)),
};

arguments! {
    WhyArguments {
        /// The words, as search_notes takes them.
        query: String = ArgumentKind::Text, "give the words that were searched for, such as {\"query\": \"storm glass\"}";
        /// The note or document, as read_file takes it.
        path: String = ArgumentKind::Path, "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}";
        /// Whether whole passages were searched for, which reads the query as a question.
        passages: Option<bool> = ArgumentKind::Flag, "give true or false, or leave it out for false";
    }
}

/// How many notes the search lists, as many as `search_notes` does.
const NOTES: u32 = 50;

/// Explains a search as `args` say.
async fn why(host: Host, args: Args, bounds: Bounds) -> Result<Reply, ToolError> {
    let WhyArguments { query, path, passages } = WhyArguments::read(&args);
    let query = query.as_str();
    // Before anything is read.
    search_notes::check(&search_args(query, passages)?, &host, &bounds)?;
    let mut find = Find::new(&path, &host.policy())?;
    loop {
        let path = find.file(&host).await?.granted.path().clone();
        // All notes fit: nothing of this reply is shown.
        let limit = Amount { bytes: usize::MAX, lines: u32::MAX, millitokens: u64::MAX };
        let all = Bounds { limit, max_tokens: None, layout: false, ..bounds };
        let found = (search_notes::TOOL.start)(host.clone(), search_args(query, passages)?, all).await?;
        if found.is_error {
            return Ok(found);
        }
        let asked = found.structured_content.asked;
        let mut notes: Vec<NoteFound> = found.structured_content.notes.unwrap_or_default();
        // Of its passages, the best one.
        let mut seen = HashSet::new();
        notes.retain(|note| seen.insert(note.path.clone()));
        if !path.is_note() {
            let is_searched = host.limits().max_document_bytes.is_some();
            return Ok(
                host.shared(|shared| document_reply(&shared.catalogue.documents, &path, query, &notes, is_searched))
            );
        }
        if let Some(text) = read_open_note(&host, &path).await? {
            let order: Vec<_> = notes.into_iter().map(|note| note.path).collect();
            let about = asked.as_ref().map_or("", |asked| &asked.about);
            let words = if about.is_empty() { query } else { about };
            let mut why = host.shared(|shared| explained(&shared.catalogue.index, words, &path, &text, &order))?;
            if asked.is_some() {
                why.found = u32::try_from(order.len()).unwrap_or(u32::MAX);
            }
            return Ok(reply(query, Explanation { asked: asked.map(|asked| *asked), ..why }, &bounds));
        }
        find.closed(&path);
    }
}

/// The arguments of the search for `query`.
fn search_args(query: &str, passages: Option<bool>) -> Result<Args, ToolError> {
    let json = serde_json::json!({ "query": query, "passages": passages, "limit": NOTES }).to_string();
    let tool = &search_notes::TOOL;
    Args::parse(tool.params, tool.example, &json)
}
