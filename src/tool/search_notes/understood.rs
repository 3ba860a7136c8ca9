//! What the question of a search may ask for: open tasks, the notes of some days, or a list of notes. Each is tried in
//! turn; if it finds nothing, the question is searched for as any other.

use super::arguments::SearchArguments;
use super::asked::AskedFor;
use super::asked_list::listed;
use super::scope::Scope;
use crate::catalogue::Catalogue;
use crate::search::question::AskedTasks;
use crate::wire::reply::{Asked, AskedKind};

/// What the question of `arguments` may ask for, the most likely first.
pub(super) fn understood(arguments: &SearchArguments, catalogue: &Catalogue) -> Vec<AskedFor> {
    let Some(question) = &arguments.question else { return Vec::new() };
    let tasks = question.tasks.clone().map(AskedFor::Tasks);
    let days = question.days.filter(|_| question.is_of_days).map(AskedFor::Days);
    let list = listed(question, &Scope::new(arguments, catalogue)).map(AskedFor::List);
    tasks.into_iter().chain(days).chain(list).collect()
}

/// What the reply says of the question of `arguments`; `total` is the number of what was found.
pub(super) fn asked(arguments: &SearchArguments, total: usize) -> Option<Asked> {
    let question = arguments.question.as_ref()?;
    let (kind, about) = match &arguments.asked {
        Some(AskedFor::Tasks(tasks)) => (AskedKind::Tasks, &tasks.about),
        Some(AskedFor::Days(_)) => (AskedKind::Days, &question.about),
        Some(AskedFor::List(_)) => (AskedKind::List, &question.about),
        None if question.is_summary => (AskedKind::Summary, &question.about),
        None => (AskedKind::Passages, &question.about),
    };
    let tried = (arguments.asked.is_none() && question.tasks.as_ref().is_some_and(AskedTasks::are_open))
        .then_some(AskedKind::Tasks);
    let total = u32::try_from(total).ok().filter(|_| arguments.asked.is_some());
    Some(Asked { kind, about: about.clone(), total, tried })
}
