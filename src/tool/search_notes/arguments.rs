//! The arguments of a search: for what, where, and how much to show.

use std::rc::Rc;

use super::asked::AskedFor;
use super::cursor::Cursor;
use super::given::{GivenArguments, QUERY_HELP};
use super::seeker::Seeker;
use super::within::Within;
use crate::error::ToolError;
use crate::limits::Bounds;
use crate::note::TaskState;
use crate::path::quoted;
use crate::policy::Policy;
use crate::search::base_view::LocalTime;
use crate::search::index::function_words;
use crate::search::pattern::Pattern;
use crate::search::query::Query;
use crate::search::question::Question;
use crate::search::where_filter::WhereFilter;
use crate::tool::args::{Args, Arguments};
use crate::tool::conditions::SortKey;
use crate::tool::conditions::time_span::TimeSpan;
use crate::wire::reply::NextArguments;

/// The default number of notes in a reply.
const NOTES: u32 = 10;

/// The arguments of a call.
pub(super) struct SearchArguments {
    /// As given: those of the next call, apart from its cursor.
    pub given: GivenArguments,
    /// What is searched for, for the reply: the query, or the conditions.
    pub title: String,
    pub seeker: Seeker,
    pub within: Within,
    pub tag: Option<String>,
    pub filter: Option<Rc<WhereFilter>>,
    pub tasks: Option<TaskState>,
    pub span: Option<TimeSpan>,
    /// The days of a question, to find the notes that were changed then.
    pub changed: Option<TimeSpan>,
    pub sort: Option<SortKey>,
    pub passages: bool,
    /// The question that the query is, if passages are asked for.
    pub question: Option<Question>,
    /// What the question is understood to ask for, apart from passages.
    pub asked: Option<AskedFor>,
    /// Whether notes may be found by meaning too.
    pub meaning: bool,
    pub context: u32,
    pub limit: usize,
    pub cursor: Cursor,
}

impl SearchArguments {
    /// Checks and parses `args`.
    pub fn parse(args: &Args, policy: &Policy, bounds: &Bounds) -> Result<Self, ToolError> {
        Self::of(GivenArguments::read(args).without_blanks(), policy, bounds)
    }

    fn of(mut given: GivenArguments, policy: &Policy, bounds: &Bounds) -> Result<Self, ToolError> {
        let filter = given.r#where.as_deref().map(WhereFilter::parse).transpose();
        let filter =
            filter.map_err(|error| ToolError::invalid_arguments(error.to_string(), error.help()))?.map(Rc::new);
        let state = |given: &str| if given == "done" { TaskState::Done } else { TaskState::Open };
        let tasks = given.tasks.as_deref().map(state);
        let days = [&given.since, &given.until, &given.time].map(Option::as_deref);
        let today = bounds.now.map(LocalTime::day_number);
        let span = TimeSpan::parse(days, today)?;
        let has_conditions = filter.is_some() || tasks.is_some() || span.is_some();
        let mut question = None;
        let seeker = if has_conditions && given.query().is_empty() {
            Seeker::Everything(filter.clone().filter(|_| tasks.is_none()))
        } else if given.query.is_none() {
            return Err(ToolError::invalid_arguments("query is missing", QUERY_HELP));
        } else if given.mode.as_deref() == Some("regex") {
            pattern(&given)?
        } else {
            question = given.question(today);
            let about = question.as_ref().map_or(given.query(), |question| &question.about);
            words(about, &given, tasks)?.asked(question.as_ref())
        };
        if given.passages == Some(true) {
            check_passages(&seeker, &given)?;
        }
        given.query.get_or_insert_default();
        Ok(Self {
            title: title(&given),
            cursor: given.cursor.as_deref().map_or(Ok(Cursor::default()), cursor)?,
            within: Within::parse(given.path.as_deref(), policy)?,
            tag: given.tag.as_deref().map(|tag| tag.trim().trim_start_matches('#').to_owned()),
            sort: given.sort.as_deref().map(SortKey::parse),
            passages: given.passages == Some(true),
            question,
            asked: None,
            changed: None,
            meaning: given.meaning != Some(false),
            context: given.context.unwrap_or(0),
            limit: given.limit.unwrap_or(NOTES) as usize,
            given,
            seeker,
            filter,
            tasks,
            span,
        })
    }

    /// The same search, for what is `asked`.
    pub fn asking_for(&self, asked: AskedFor) -> Result<Self, ToolError> {
        let (about, changed) = match &asked {
            AskedFor::Tasks(tasks) => (tasks.about.as_str(), None),
            AskedFor::Days(days) => ("", Some(TimeSpan::of_changes(*days))),
            AskedFor::List(_) => ("", None),
        };
        let tasks = if let AskedFor::Tasks(tasks) = &asked { Some(tasks.state) } else { None };
        let seeker = if about.is_empty() { Seeker::Everything(None) } else { words(about, &self.given, tasks)? };
        Ok(Self {
            title: self.title.clone(),
            within: self.within.clone(),
            tag: self.tag.clone(),
            filter: None,
            sort: None,
            question: self.question.clone(),
            asked: Some(asked),
            given: self.given.clone(),
            seeker,
            tasks,
            span: None,
            changed,
            ..*self
        })
    }

    /// The arguments of the call that shows the page at `cursor`.
    pub fn next(&self, cursor: Cursor) -> NextArguments {
        GivenArguments { cursor: Some(cursor.to_string()), ..self.given.clone() }.next_call()
    }

    /// Whether documents are searched too: not by conditions that only notes meet.
    pub fn takes_documents(&self) -> bool {
        !self.seeker.is_everything() && self.tag.is_none() && self.filter.is_none() && self.tasks.is_none()
    }

    /// Whether conditions are for each task, which has its own inline fields, and not for notes.
    pub fn filters_tasks(&self) -> bool {
        self.tasks.is_some() && self.filter.is_some() && !self.passages
    }

    /// Whether a note that the index finds may still not match.
    pub fn is_strict(&self) -> bool {
        self.seeker.is_strict() || self.filters_tasks() || (self.tasks.is_some() && !self.seeker.is_everything())
    }
}

fn pattern(given: &GivenArguments) -> Result<Seeker, ToolError> {
    if !given.any_of.is_empty() {
        return Err(ToolError::invalid_arguments(
            "any_of takes words, not a regular expression",
            "leave out mode, or write the expressions as one: first|second",
        ));
    }
    let pattern = Pattern::parse(given.query.as_deref().unwrap_or_default(), given.case == Some(true))
        .map_err(|error| ToolError::invalid_arguments(error.to_string(), error.help()))?;
    Ok(Seeker::pattern(pattern))
}

fn words(query: &str, given: &GivenArguments, tasks: Option<TaskState>) -> Result<Seeker, ToolError> {
    let mut query = Query::parse_any(query, &given.any_of)
        .map_err(|error| ToolError::invalid_arguments(error.to_string(), error.help()))?;
    if !function_words(&query.words[..query.own]).contains(&false) {
        // "And when?": the other wordings say what is searched for.
        query.own = query.words.len();
        query.wordings.clear();
    }
    Ok(Seeker::words(query, given.case == Some(true), tasks.filter(|_| given.passages == Some(true))))
}

/// Fails if there are no passages to find.
fn check_passages(seeker: &Seeker, given: &GivenArguments) -> Result<(), ToolError> {
    match seeker.query().filter(|_| given.sort.is_none()) {
        None => Err(ToolError::invalid_arguments(
            "passages are found by words, and sorted by how well they match",
            "leave out passages, or give words as query, and no sort",
        )),
        Some(query) if !function_words(&query.words).contains(&false) => Err(ToolError::invalid_arguments(
            "the query only has words such as what and how",
            "give a word that the notes may contain",
        )),
        Some(_) => Ok(()),
    }
}

fn cursor(given: &str) -> Result<Cursor, ToolError> {
    Cursor::parse(given).ok_or_else(|| {
        ToolError::invalid_arguments(
            format!("cursor is {}, which is not valid", quoted(given)),
            "give the cursor from the previous reply",
        )
    })
}

/// See [`SearchArguments::title`].
fn title(given: &GivenArguments) -> String {
    let GivenArguments { query, r#where, tasks, since, until, .. } = given;
    let query = query.clone().unwrap_or_default();
    if !given.query().is_empty() {
        return query;
    }
    let of_tasks = || tasks.as_ref().map(|state| format!("{state} tasks"));
    let since = since.as_ref().map(|day| format!("since {day}"));
    let until = until.as_ref().map(|day| format!("until {day}"));
    let of_time = || since.into_iter().chain(until).reduce(|since, until| format!("{since} {until}"));
    r#where.clone().or_else(of_tasks).or_else(of_time).unwrap_or(query)
}
