//! The arguments of `search_notes`, as a model is told of them and as it gives them.

use crate::search::question::Question;
use crate::tool::args::{ArgumentKind, arguments};

/// The maximum number of notes in a reply.
const MAX_NOTES: u32 = 50;

/// Maximum context lines.
const MAX_CONTEXT: u32 = 20;

pub(super) const QUERY_HELP: &str = "give the words to find, such as {\"query\": \"budget 2025\"}";

arguments! {
    GivenArguments {
        /// Words; "phrases", and -words to leave out. Case, accents and endings make no difference. With mode regex, an expression for one line.
        query: Option<String> = ArgumentKind::Text, QUERY_HELP;
        /// Other wordings, such as ["car insurance", "auto policy"].
        any_of: Vec<String> = ArgumentKind::Texts, "give a list of other wordings, such as {\"any_of\": [\"auto policy\"]}";
        /// regex: every line that matches, newest notes first.
        mode: Option<String> = ArgumentKind::Word(&["text", "regex"]), "give text or regex, or leave it out for text";
        /// A folder: `Projects`; or a pattern: `Journal/2025-*`.
        path: Option<String> = ArgumentKind::Path, "give a folder, a note or a pattern with * and ?, such as {\"path\": \"Projects\"}";
        /// `work` finds #work and #work/office.
        tag: Option<String> = ArgumentKind::Text, "give a tag's name, such as {\"tag\": \"work\"}";
        /// By properties: `status = open and (due < 2026-03-01 or tags has x)`. Operators: = != < <= > >= has, contains, is empty, is not empty; and, or, not.
        r#where: Option<String> = ArgumentKind::Text, "give conditions on properties, such as {\"where\": \"status = open\"}";
        /// Only check boxes in this state.
        tasks: Option<String> = ArgumentKind::Word(&["open", "done"]), "give open or done, or leave it out for all lines";
        /// 2026-10-09, 2026-10, 7d, last week.
        since: Option<String> = ArgumentKind::Text, "give a day, such as {\"since\": \"2026-10-09\"}, or a time before today, such as {\"since\": \"7d\"}";
        /// Inclusive.
        until: Option<String> = ArgumentKind::Text, "give a day, such as {\"until\": \"2026-10-09\"}, or a time before today, such as {\"until\": \"yesterday\"}";
        /// What since and until mean: the note's date (default), or its file's.
        time: Option<String> = ArgumentKind::Word(&["date", "changed", "created"]), "give date, changed or created, or leave it out for date";
        /// A property: `due`, `-due` for the last first; or file.date, file.changed, file.created.
        sort: Option<String> = ArgumentKind::Text, "give the name of a property, such as {\"sort\": \"due\"}";
        /// Whole passages instead of lines.
        passages: Option<bool> = ArgumentKind::Flag, "give true or false, or leave it out for false";
        /// false: by words alone.
        meaning: Option<bool> = ArgumentKind::Flag, "give true or false, or leave it out for true";
        /// Match case and accents.
        case: Option<bool> = ArgumentKind::Flag, "give true or false, or leave it out for false";
        /// Lines around each hit.
        context: Option<u32> = ArgumentKind::Whole(MAX_CONTEXT), "give a whole number from 0 to 20, or leave it out for 0";
        limit: Option<u32> = ArgumentKind::UpTo(MAX_NOTES), "give a whole number from 1 to 50, or leave it out for 10";
        cursor: Option<String> = ArgumentKind::Text, "give the cursor from the previous reply, or leave it out to start over";
    }
}

impl GivenArguments {
    /// One that is blank counts as left out, except for the query.
    pub fn without_blanks(mut self) -> Self {
        let is_blank = |text: &mut String| text.trim().is_empty();
        let texts = [
            &mut self.mode,
            &mut self.path,
            &mut self.tag,
            &mut self.r#where,
            &mut self.tasks,
            &mut self.since,
            &mut self.until,
            &mut self.time,
            &mut self.sort,
            &mut self.cursor,
        ];
        for text in texts {
            text.take_if(is_blank);
        }
        self.any_of.retain(|wording| !wording.trim().is_empty());
        self
    }

    /// The question that the query is, if passages are asked for, and nothing says of which kind.
    pub fn question(&self, today: Option<i32>) -> Option<Question> {
        let is_plain = self.r#where.is_none() && self.tasks.is_none() && self.since.is_none() && self.until.is_none();
        let is_question = self.passages == Some(true) && is_plain && self.case != Some(true);
        is_question.then(|| Question::read(self.query(), today))
    }

    /// The query, without white space around it; empty if there is none.
    pub fn query(&self) -> &str {
        self.query.as_deref().unwrap_or_default().trim()
    }
}
