//! The open files of a listing, and what is known of those outside it.

use super::base_files::BaseFiles;
use super::elsewhere::Elsewhere;
use super::open_notes::open_notes;
use super::options::ListOptions;
use super::scope::{Scope, file};
use super::tree::{File, Tree};
use crate::catalogue::reading::Reading;
use crate::catalogue::walk::Listed;
use crate::catalogue::{Catalogue, Standing};
use crate::path::VaultPath;
use crate::policy::Policy;
use crate::tool::unsearched::unsearched;
use crate::wire::{Answer, Request};

/// Number of files outside the listing to check in one step.
const FILES_AT_ONCE: usize = 2000;

/// Number of steps of formulas after which the app has its turn.
const STEPS_AT_ONCE: usize = 50_000;

/// The files that a walk has found.
pub(super) struct Collected {
    pub scope: Scope,
    /// The open files of the listing.
    pub tree: Tree,
    /// Files outside the listing; their content may still exclude them.
    rest: Vec<Listed>,
    /// The open ones among them. Checked only if there is nothing to list.
    pub elsewhere: Elsewhere,
    /// The requested folder, if it has open files but none of them matches.
    pub beside: Option<VaultPath>,
    pub reading: Reading,
    /// How many notes may match, but have properties that are not understood, or are not in the index.
    unknown: usize,
    unindexed: usize,
    pub base: BaseFiles,
}

impl Collected {
    pub fn of(scope: Scope) -> Self {
        Self {
            scope,
            tree: Tree::new(),
            rest: Vec::new(),
            elsewhere: Elsewhere::default(),
            beside: None,
            reading: Reading::default(),
            unknown: 0,
            unindexed: 0,
            base: BaseFiles::default(),
        }
    }

    /// Processes listed files.
    pub fn take(&mut self, catalogue: &Catalogue, options: &ListOptions, files: Vec<Listed>) {
        let mut open = Vec::new();
        for listed in files {
            let path = listed.granted.path();
            if self.scope.folder_of(path).is_none() || !self.scope.wants(&listed, options) {
                self.rest.push(listed);
                continue;
            }
            match catalogue.standing(&listed) {
                Some(Standing::Open { title }) => open.push((listed, title)),
                Some(Standing::Closed) => {}
                None => self.reading.add(listed),
            }
        }
        self.add(catalogue, options, open);
    }

    /// Processes the notes of the listing that were read.
    pub fn take_read(
        &mut self,
        policy: &Policy,
        catalogue: &mut Catalogue,
        options: &ListOptions,
        answers: Vec<Answer>,
    ) {
        let open = open_notes(catalogue, self.reading.take(policy, answers));
        self.add(catalogue, options, open);
    }

    /// Adds open files to the listing, if their properties are wanted.
    fn add(&mut self, catalogue: &Catalogue, options: &ListOptions, open: Vec<(Listed, Option<Box<str>>)>) {
        let Some(properties) = &options.properties else {
            for (listed, title) in open {
                self.tree.add(file(&listed, title));
            }
            return;
        };
        if properties.base.is_some() {
            return self.base.held.extend(open);
        }
        let conditions = properties.conditions(&catalogue.index);
        for (listed, title) in open {
            let (path, state) = (listed.granted.path(), listed.state());
            let entry = catalogue.index.find(path.as_str()).filter(|_| catalogue.is_indexed(path, state));
            match entry.and_then(|id| catalogue.index.note(id)) {
                None => self.unindexed += 1,
                Some(note) if conditions.hold(note) => {
                    self.tree.add(File { values: properties.values(note), ..file(&listed, title) });
                }
                Some(_) => self.take_other(&listed),
            }
        }
        self.unknown += conditions.unknown();
    }

    /// Asks when the days begin on which the files were changed, if the view needs them.
    pub fn ask_days(&mut self, options: &ListOptions) -> Vec<Request> {
        let view = options.properties.as_ref().and_then(|properties| properties.base.as_ref());
        view.map(|(view, _)| self.base.ask_days(view)).unwrap_or_default()
    }

    /// Runs the view for some of the files that it may have.
    pub fn run_view(&mut self, catalogue: &Catalogue, options: &ListOptions) {
        let Some(properties) = &options.properties else { return };
        let Some((view, now)) = &properties.base else { return };
        let conditions = properties.conditions(&catalogue.index);
        let start = self.base.steps;
        for _ in 0..FILES_AT_ONCE {
            if self.base.steps - start > STEPS_AT_ONCE {
                break;
            }
            let Some((listed, title)) = self.base.held.pop() else { break };
            let (path, state) = (listed.granted.path(), listed.state());
            let entry = catalogue.index.find(path.as_str()).filter(|_| catalogue.is_indexed(path, state));
            let note = entry.and_then(|id| catalogue.index.note(id));
            if path.is_note() && note.is_none() {
                self.unindexed += 1;
                continue;
            }
            let is_wanted = note.is_none_or(|note| conditions.hold(note));
            let values = is_wanted.then(|| self.base.values((view, *now), &listed, note, &catalogue.index)).flatten();
            match values {
                Some(values) => self.tree.add(File { values, ..file(&listed, title) }),
                None => self.take_other(&listed),
            }
        }
        self.unknown += conditions.unknown();
    }

    /// Processes the notes outside the listing that were read, and some more files outside it.
    pub fn take_rest(&mut self, policy: &Policy, catalogue: &mut Catalogue, answers: Vec<Answer>) {
        for (note, _) in open_notes(catalogue, self.reading.take(policy, answers)) {
            self.take_other(&note);
        }
        for _ in 0..FILES_AT_ONCE {
            let Some(listed) = self.rest.pop() else { return };
            match catalogue.standing(&listed) {
                Some(Standing::Open { .. }) => self.take_other(&listed),
                Some(Standing::Closed) => {}
                None => self.reading.add(listed),
            }
        }
    }

    /// Processes an open file outside the listing.
    fn take_other(&mut self, listed: &Listed) {
        let path = listed.granted.path();
        self.elsewhere.add(path);
        if let Some(folder) = self.scope.folder_of(path)
            && self.beside.as_ref() != Some(&self.scope.path)
        {
            self.beside = Some(self.beside.take().map_or_else(|| folder.clone(), |held| held.min(folder.clone())));
            if folder == self.scope.path {
                self.beside = Some(folder);
            }
        }
    }

    /// The notice of files that the listing may lack.
    pub fn unsearched(&self, options: &ListOptions) -> Option<String> {
        let view = options.properties.as_ref().and_then(|properties| properties.base.as_ref());
        let of_base = view.map(|(view, _)| self.base.notices(view)).unwrap_or_default();
        let all: Vec<_> = of_base.into_iter().chain(unsearched(self.unindexed, 0, self.unknown)).collect();
        (!all.is_empty()).then(|| all.join("\n"))
    }

    /// Whether files outside the listing are left to check.
    pub fn has_rest(&self) -> bool {
        !self.rest.is_empty()
    }

    /// Whether processing or freeing it takes several steps.
    pub fn is_large(&self) -> bool {
        self.tree.is_large() || self.rest.len() > FILES_AT_ONCE
    }

    /// Frees some memory. Returns whether little is left.
    pub fn shed(&mut self) -> bool {
        self.rest.truncate(self.rest.len().saturating_sub(FILES_AT_ONCE));
        self.rest.is_empty() && self.tree.shed()
    }
}
