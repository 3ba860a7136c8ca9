//! A call of `links`: finds the file, reads all notes for their links, and finds what they open.

use std::mem;

use super::graph::{Graph, LINKS_AT_ONCE};
use super::params::{LinkOptions, options};
use super::reply::reply;
use crate::error::ToolError;
use crate::path::{VaultPath, quoted};
use crate::policy::Policy;
use crate::tool::args::Args;
use crate::tool::find::{Find, Finding};
use crate::tool::host::{Answer, Request};
use crate::tool::limits::Bounds;
use crate::tool::notes::scan::NoteScan;
use crate::tool::running::{Progress, Running, Shared, Started};
use crate::vault_links::{FileNames, VaultFiles};

/// A call in progress.
pub(super) struct Links {
    options: LinkOptions,
    bounds: Bounds,
    find: Find,
    step: LinkStep,
}

enum LinkStep {
    Finding,
    Reading(Box<LinkScan>),
    Following(VaultPath, Graph, VaultFiles),
}

/// The notes being read for links.
struct LinkScan {
    file: VaultPath,
    names: FileNames,
    notes: NoteScan,
    graph: Graph,
}

impl Links {
    /// Starts a call.
    #[expect(clippy::needless_pass_by_value, reason = "every tool starts so")]
    pub fn start(args: Args, shared: &Shared, bounds: Bounds) -> Result<Started, ToolError> {
        let options = options(&args)?;
        let (find, requests) = Find::start(&options.given.path, &shared.policy)?;
        Ok((Box::new(Self { options, bounds, find, step: LinkStep::Finding }), requests))
    }

    fn found(&mut self, shared: &Shared, finding: Finding) -> Result<Progress, ToolError> {
        let file = match finding {
            Finding::Ask(requests) => {
                self.step = LinkStep::Finding;
                return Ok(Progress::Ask(requests));
            }
            Finding::Found(found) => found.granted.path().clone(),
        };
        let names = FileNames::of(&[&file]);
        let mut notes = NoteScan::new(&shared.policy)?;
        let requests = notes.ask(shared.limits.files_at_once);
        self.step = LinkStep::Reading(Box::new(LinkScan { file, names, notes, graph: Graph::default() }));
        Ok(Progress::Ask(requests))
    }

    fn read(&mut self, shared: &Shared, mut scan: Box<LinkScan>, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        let given = &self.options.given.path;
        let read = scan.notes.take(&shared.policy, answers, |_| true);
        for note in read.map_err(|reason| ToolError::unreadable(&quoted(given), "listed", &reason).about(given))? {
            let about = (self.options.depth == 1).then_some((&scan.file, &scan.names));
            if let Some(text) = note.text {
                scan.graph.add(&note.note.granted, note.note.mtime, &text.into_string(), about);
            }
        }
        let requests = scan.notes.ask(shared.limits.files_at_once);
        if !requests.is_empty() {
            self.step = LinkStep::Reading(scan);
            return Ok(Progress::Ask(requests));
        }
        self.follow(shared, *scan)
    }

    /// Starts to follow the links, once all notes are read.
    fn follow(&mut self, shared: &Shared, scan: LinkScan) -> Result<Progress, ToolError> {
        let LinkScan { file, notes, graph, .. } = scan;
        if !graph.is_open(&file) {
            let finding = self.find.closed(&shared.policy, &file)?;
            return self.found(shared, finding);
        }
        let open = notes.files().unwrap_or_default().iter().filter(|path| graph.is_open(path)).cloned();
        let files = VaultFiles::new(open);
        let links = graph.unresolved(LINKS_AT_ONCE);
        self.step = LinkStep::Following(file, graph, files);
        Ok(Progress::Ask(vec![Request::Links(links)]))
    }
}

impl Running for Links {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        let policy: &Policy = &shared.policy;
        match mem::replace(&mut self.step, LinkStep::Finding) {
            LinkStep::Finding => {
                let finding = self.find.resume(policy, answers)?;
                self.found(shared, finding)
            }
            LinkStep::Reading(scan) => self.read(shared, scan, answers),
            LinkStep::Following(file, mut graph, files) => {
                let told = match answers.into_iter().next() {
                    Some(Answer::Links(told)) => told,
                    _ => Vec::new(),
                };
                let is_told = !told.is_empty();
                if graph.resolve(&files, LINKS_AT_ONCE, &told) {
                    // An empty list of requests lets the app run in between.
                    let requests = is_told.then(|| Request::Links(graph.unresolved(LINKS_AT_ONCE)));
                    self.step = LinkStep::Following(file, graph, files);
                    return Ok(Progress::Ask(requests.into_iter().collect()));
                }
                let links = graph.links_of(&file, &self.options);
                let is_other_name = self.find.is_other_name(file.as_str());
                Ok(Progress::Done(reply((&file, is_other_name), &self.options, &links, &self.bounds)))
            }
        }
    }
}
