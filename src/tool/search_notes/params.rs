//! The parameters of `search_notes`, and the options that they give.

use std::rc::Rc;

use super::cursor::Cursor;
use super::seeker::{SeekResult, Seeker};
use super::task_lines::TaskLines;
use super::within::Within;
use crate::error::ToolError;
use crate::note::TaskState;
use crate::path::quoted;
use crate::search::index::function_words;
use crate::search::pattern::Pattern;
use crate::search::query::Query;
use crate::search::where_filter::WhereFilter;
use crate::tool::args::{Args, ArgumentKind, Param};
use crate::tool::conditions::SortKey;
use crate::tool::conditions::time_span::TimeSpan;
use crate::tool::shared::Shared;
use crate::wire::reply::NextNotes;

/// The default and the maximum number of notes in a reply.
const NOTES: u32 = 10;
const MAX_NOTES: u32 = 50;

/// Maximum context lines.
const MAX_CONTEXT: u32 = 20;

pub(super) const PARAMS: [Param; 17] = [
    Param {
        name: "query",
        kind: ArgumentKind::Text,
        required: false,
        description: "Words; \"phrases\", and -words to leave out. Case, accents and endings make no difference. With \
            mode regex, an expression for one line.",
        help: "give the words to find, such as {\"query\": \"budget 2025\"}",
    },
    Param {
        name: "any_of",
        kind: ArgumentKind::Texts,
        required: false,
        description: "Other wordings, such as [\"car insurance\", \"auto policy\"].",
        help: "give a list of other wordings, such as {\"any_of\": [\"auto policy\"]}",
    },
    Param {
        name: "mode",
        kind: ArgumentKind::Word(&["text", "regex"]),
        required: false,
        description: "regex: every line that matches, newest notes first.",
        help: "give text or regex, or leave it out for text",
    },
    Param {
        name: "path",
        kind: ArgumentKind::Path,
        required: false,
        description: "A folder: `Projects`; or a pattern: `Journal/2025-*`.",
        help: "give a folder, a note or a pattern with * and ?, such as {\"path\": \"Projects\"}",
    },
    Param {
        name: "tag",
        kind: ArgumentKind::Text,
        required: false,
        description: "`work` finds #work and #work/office.",
        help: "give a tag's name, such as {\"tag\": \"work\"}",
    },
    Param {
        name: "where",
        kind: ArgumentKind::Text,
        required: false,
        description: "By properties: `status = open and (due < 2026-03-01 or tags has x)`. Operators: = != < <= > >= \
            has, contains, is empty, is not empty; and, or, not.",
        help: "give conditions on properties, such as {\"where\": \"status = open\"}",
    },
    Param {
        name: "tasks",
        kind: ArgumentKind::Word(&["open", "done"]),
        required: false,
        description: "Only check boxes in this state.",
        help: "give open or done, or leave it out for all lines",
    },
    Param {
        name: "since",
        kind: ArgumentKind::Text,
        required: false,
        description: "2026-10-09, 2026-10, 7d, last week.",
        help: "give a day, such as {\"since\": \"2026-10-09\"}, or a time before today, such as {\"since\": \"7d\"}",
    },
    Param {
        name: "until",
        kind: ArgumentKind::Text,
        required: false,
        description: "Inclusive.",
        help: "give a day, such as {\"until\": \"2026-10-09\"}, or a time before today, such as {\"until\": \"yesterday\"}",
    },
    Param {
        name: "time",
        kind: ArgumentKind::Word(&["date", "changed", "created"]),
        required: false,
        description: "What since and until mean: the note's date (default), or its file's.",
        help: "give date, changed or created, or leave it out for date",
    },
    Param {
        name: "sort",
        kind: ArgumentKind::Text,
        required: false,
        description: "A property: `due`, `-due` for the last first; or file.date, file.changed, file.created.",
        help: "give the name of a property, such as {\"sort\": \"due\"}",
    },
    Param {
        name: "passages",
        kind: ArgumentKind::Flag,
        required: false,
        description: "Whole passages instead of lines.",
        help: "give true or false, or leave it out for false",
    },
    Param {
        name: "meaning",
        kind: ArgumentKind::Flag,
        required: false,
        description: "false: by words alone.",
        help: "give true or false, or leave it out for true",
    },
    Param {
        name: "case",
        kind: ArgumentKind::Flag,
        required: false,
        description: "Match case and accents.",
        help: "give true or false, or leave it out for false",
    },
    Param {
        name: "context",
        kind: ArgumentKind::Whole,
        required: false,
        description: "Lines around each hit.",
        help: "give a whole number from 0 to 20, or leave it out for 0",
    },
    Param {
        name: "limit",
        kind: ArgumentKind::Count,
        required: false,
        description: "",
        help: "give a whole number from 1 to 50, or leave it out for 10",
    },
    Param {
        name: "cursor",
        kind: ArgumentKind::Text,
        required: false,
        description: "",
        help: "give the cursor from the previous reply, or leave it out to start over",
    },
];

/// The options of a call.
pub(super) struct SearchOptions {
    /// What is searched for, as given: the query, or the conditions.
    pub query: String,
    /// The arguments as given, for the next call.
    pub given: NextNotes,
    pub seeker: Seeker,
    pub within: Within,
    pub tag: Option<String>,
    pub filter: Option<Rc<WhereFilter>>,
    pub sort: Option<SortKey>,
    pub passages: bool,
    /// Whether notes may be found by meaning too.
    pub meaning: bool,
    pub tasks: Option<TaskLines>,
    pub span: Option<TimeSpan>,
    pub context: u32,
    pub limit: usize,
    pub cursor: Cursor,
}

impl SearchOptions {
    /// Continues to search the text of the note at `path`, by at most `max_bytes`.
    pub fn go_on(&mut self, path: &str, text: &str, max_bytes: usize) -> SeekResult {
        match &mut self.tasks {
            Some(tasks) if !self.passages => tasks.go_on(&mut self.seeker, path, text, max_bytes),
            _ => self.seeker.go_on(path, text, max_bytes),
        }
    }

    /// Whether documents are searched too: not by conditions that only notes meet.
    pub fn takes_documents(&self) -> bool {
        let is_sought = !matches!(self.seeker, Seeker::Everything(_));
        is_sought && self.tag.is_none() && self.filter.is_none() && self.tasks.is_none()
    }

    /// Starts over.
    pub fn begin_anew(&mut self) {
        self.seeker.begin_anew();
        self.tasks.iter_mut().for_each(TaskLines::begin_anew);
    }

    /// Whether a note from the index may still not match.
    pub fn is_strict(&self) -> bool {
        self.seeker.is_strict() || (self.tasks.is_some() && !matches!(self.seeker, Seeker::Everything(_)))
    }
}

/// The options that `args` give.
pub(super) fn options(args: &Args, shared: &Shared, today: Option<i32>) -> Result<SearchOptions, ToolError> {
    let given = args.text("query").unwrap_or_default();
    let case = args.flag("case");
    // An argument may be left out by giving empty text.
    let said = |name| args.text(name).filter(|text: &&str| !text.trim().is_empty());
    let mut wordings = args.texts("any_of");
    wordings.retain(|wording| !wording.trim().is_empty());
    let filter = said("where").map(WhereFilter::parse).transpose();
    let filter = filter.map_err(|error| ToolError::invalid_arguments(error.to_string(), error.help()))?.map(Rc::new);
    let tasks =
        said("tasks").map(|state| TaskLines::new(if state == "done" { TaskState::Done } else { TaskState::Open }));
    let span = TimeSpan::parse(args, today)?;
    let seeker = if said("query").is_none() && (filter.is_some() || tasks.is_some() || span.is_some()) {
        Seeker::Everything(filter.clone().filter(|_| tasks.is_none()))
    } else if !args.has("query") {
        return Err(ToolError::invalid_arguments("query is missing", PARAMS[0].help));
    } else if args.text("mode") == Some("regex") {
        if !wordings.is_empty() {
            return Err(ToolError::invalid_arguments(
                "any_of takes words, not a regular expression",
                "leave out mode, or write the expressions as one: first|second",
            ));
        }
        let pattern = Pattern::parse(given, case)
            .map_err(|error| ToolError::invalid_arguments(error.to_string(), error.help()))?;
        Seeker::pattern(pattern)
    } else {
        let mut query = Query::parse_any(given, &wordings)
            .map_err(|error| ToolError::invalid_arguments(error.to_string(), error.help()))?;
        if !function_words(&query.words[..query.own]).contains(&false) {
            // "And when?": the other wordings say what is searched for.
            query.own = query.words.len();
            query.wordings.clear();
        }
        let mut seeker = Seeker::words(query, case);
        if let (Some(tasks), true) = (&tasks, args.flag("passages")) {
            seeker.only_tasks(tasks.state());
        }
        seeker
    };
    let passages = args.flag("passages");
    if passages && (!matches!(seeker, Seeker::Words { .. }) || said("sort").is_some()) {
        return Err(ToolError::invalid_arguments(
            "passages are found by words, and sorted by how well they match",
            "leave out passages, or give words as query, and no sort",
        ));
    }
    if passages
        && let Seeker::Words { query, .. } = &seeker
        && !function_words(&query.words).contains(&false)
    {
        return Err(ToolError::invalid_arguments(
            "the query only has words such as what and how",
            "give a word that the notes may contain",
        ));
    }
    let cursor = said("cursor").map_or(Some(Cursor::default()), Cursor::parse);
    let cursor = cursor.ok_or_else(|| {
        let given = quoted(said("cursor").unwrap_or_default());
        ToolError::invalid_arguments(
            format!("cursor is {given}, which is not valid"),
            "give the cursor from the previous reply",
        )
    })?;
    let text = |name| said(name).map(str::to_owned);
    let of_tasks = said("tasks").map(|state| format!("{state} tasks"));
    let times: Vec<String> = ["since", "until"].iter().filter_map(|&n| Some(format!("{n} {}", said(n)?))).collect();
    let of_time = (!times.is_empty()).then(|| times.join(" "));
    let without_query = said("where").map(str::to_owned).or(of_tasks).or(of_time);
    Ok(SearchOptions {
        query: said("query").map(str::to_owned).or(without_query).unwrap_or_else(|| given.to_owned()),
        given: NextNotes {
            query: given.to_owned(),
            any_of: (!wordings.is_empty()).then_some(wordings),
            mode: text("mode"),
            path: text("path"),
            tag: text("tag"),
            r#where: text("where"),
            tasks: text("tasks"),
            since: text("since"),
            until: text("until"),
            time: text("time"),
            sort: text("sort"),
            passages: args.has("passages").then_some(passages),
            meaning: args.has("meaning").then_some(args.flag("meaning")),
            case: args.has("case").then_some(case),
            context: args.count("context", MAX_CONTEXT),
            limit: args.count("limit", MAX_NOTES),
            cursor: String::new(),
        },
        seeker,
        within: Within::parse(said("path"), &shared.policy)?,
        tag: said("tag").map(|tag| tag.trim().trim_start_matches('#').to_owned()),
        filter,
        sort: said("sort").map(SortKey::parse),
        passages,
        meaning: !args.has("meaning") || args.flag("meaning"),
        tasks,
        span,
        context: args.count("context", MAX_CONTEXT).unwrap_or(0),
        limit: args.count("limit", MAX_NOTES).unwrap_or(NOTES) as usize,
        cursor,
    })
}
