//! What the links of some notes say of how they belong together.

use std::collections::{HashMap, HashSet};

use lectern_base::sort::sort_by;

use super::source::Source;
use crate::path::VaultPath;
use crate::tool::links::Graph;

/// The facts about a note and the others.
#[derive(Debug, Default)]
pub(super) struct LinkFacts {
    by_note: HashMap<VaultPath, LinksBetween>,
    /// How many files each note that links to the note links to.
    pub linked_by: HashMap<VaultPath, usize>,
    /// The notes that turned out to be gone or excluded.
    pub closed: HashSet<VaultPath>,
}

/// How another note and the note are linked.
#[derive(Debug, Default, Clone)]
pub(super) struct LinksBetween {
    /// The first line of the other note that links to the note.
    pub links_here: Option<u32>,
    /// The first line of the note that links to the other.
    pub linked_here: Option<u32>,
    /// The files that both link to, in order.
    pub both_link_to: Vec<VaultPath>,
    /// The notes that link to both, in order.
    pub linked_by: Vec<VaultPath>,
}

impl LinksBetween {
    /// Whether one of the notes links to the other.
    pub fn are_direct(&self) -> bool {
        self.links_here.is_some() || self.linked_here.is_some()
    }
}

impl LinkFacts {
    /// The facts about `own` in the links of `graph`, which are all resolved. Of a part of a note, only the links on its
    /// lines count, and none to a note that is `closed`.
    pub fn of(graph: &Graph, own: &VaultPath, source: &Source, closed: HashSet<VaultPath>) -> Self {
        let mut facts = Self { closed, ..Self::default() };
        let links = graph.links().iter().filter_map(|link| Some((link.from.path(), link.line, link.to.as_ref()?)));
        let is_of_source = |(from, line, to): &(&VaultPath, u32, &VaultPath)| {
            from != to && (*from != own || source.has((*line, *line))) && (*to != own || source.lines.is_none())
        };
        let first = |line: &mut Option<u32>, other: u32| *line = Some(line.map_or(other, |line| line.min(other)));
        let mut pairs = Vec::new();
        for (from, line, to) in links.filter(is_of_source) {
            if facts.closed.contains(to) {
                continue;
            }
            if from == own {
                first(&mut facts.note(to).linked_here, line);
            } else if to == own {
                first(&mut facts.note(from).links_here, line);
            }
            pairs.push((from, to));
        }
        sort_by(&mut pairs, Ord::cmp);
        pairs.dedup();
        let own_targets: HashSet<_> = pairs.iter().filter(|(from, _)| *from == own).map(|(_, to)| *to).collect();
        let linking_here: HashSet<_> = pairs.iter().filter(|(_, to)| *to == own).map(|(from, _)| *from).collect();
        for (from, to) in pairs {
            if from != own && own_targets.contains(to) {
                facts.note(from).both_link_to.push(to.clone());
            }
            if to != own && linking_here.contains(from) {
                facts.note(to).linked_by.push(from.clone());
                *facts.linked_by.entry(from.clone()).or_default() += 1;
            }
        }
        facts
    }

    fn note(&mut self, path: &VaultPath) -> &mut LinksBetween {
        self.by_note.entry(path.clone()).or_default()
    }

    /// The notes that are linked in any way.
    pub fn notes(&self) -> impl Iterator<Item = (&VaultPath, &LinksBetween)> {
        self.by_note.iter()
    }
}
