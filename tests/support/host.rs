//! What a vault in memory answers.

use lectern::{Answer, FileStat, ListedFile, Listing, Request};
use lectern_document::Format;

use super::{Vault, changed_vault, pdf, utc};

impl Vault {
    /// Answers one request.
    pub fn answer(&mut self, request: &Request) -> Answer {
        if let Some(answer) = self.vectors.answer(request) {
            return answer;
        }
        let (verb, target) = match request {
            Request::Stat(granted) => ("stat", granted.path().as_str()),
            Request::List { folder, .. } => ("list", folder.path().as_str()),
            Request::Read(granted) => ("read", granted.path().as_str()),
            Request::Watch => ("watch", ""),
            Request::TimeLeft => ("time_left", ""),
            Request::DayStarts(days) => ("day_starts", days.first().map_or("", String::as_str)),
            Request::Links(asked) => ("link", asked.first().map_or("", |from| from.links[0].as_str())),
            Request::Convert { path, .. } => ("convert", path.path().as_str()),
            Request::Draw { path, .. } => ("draw", path.path().as_str()),
            Request::DrawPage { path, .. } => ("draw_page", path.path().as_str()),
            Request::Approve(proposal) => ("approve", proposal.path.as_str()),
            Request::Write(write) => ("write", write.path.path().as_str()),
            Request::Move(file) => ("move", file.path.path().as_str()),
            Request::Kept(_) => ("kept", ""),
            Request::Keep { .. } => ("keep", ""),
            Request::Forget => ("forget", ""),
            _ => ("vectors", ""),
        };
        self.asked.push(format!("{verb} {target}"));
        match request {
            Request::Stat(_) => self.stats.get(target).cloned().unwrap_or_else(|| self.stat(target)),
            Request::Read(_) => self.reads.get(target).cloned().unwrap_or_else(|| self.read(target)),
            Request::List { from, .. } => Answer::Listing(self.page(target, *from)),
            Request::Watch => Answer::Watched(self.watches),
            Request::DayStarts(days) => Answer::DayStarts(days.iter().map(|day| utc(day)).collect()),
            Request::Links(asked) => {
                let links = asked.iter().flat_map(|from| &from.links);
                let opened = self
                    .links
                    .as_ref()
                    .map(|opened| links.map(|link| opened.get(link).cloned().unwrap_or_default()).collect());
                Answer::Links(opened.unwrap_or_default())
            }
            Request::TimeLeft => Answer::TimeLeft(match &mut self.times {
                None => 1000,
                Some(0) => 0,
                Some(left) => {
                    *left -= 1;
                    1000
                }
            }),
            Request::Convert { format: Format::Pdf, place, slice, .. } if self.files.contains_key(target) => {
                pdf::answer(&self.files[target], place.as_ref(), *slice)
            }
            Request::Convert { format, place, bytes, .. } => match bytes.as_ref().or(self.files.get(target)) {
                Some(bytes) => lectern_document::read_place(*format, bytes, &place.clone().unwrap_or_default())
                    .map_or_else(Answer::Fault, Answer::Document),
                None => Answer::Missing,
            },
            Request::Draw { .. } | Request::DrawPage { .. } => {
                Answer::Failed("there is nothing to draw with".to_owned())
            }
            Request::Approve(proposal) => {
                self.proposals.push((**proposal).clone());
                if let Some((path, content)) = self.meanwhile.take() {
                    self.files.insert(path, content);
                }
                Answer::Decision(if self.decisions.is_empty() {
                    changed_vault::accepted(None)
                } else {
                    self.decisions.remove(0)
                })
            }
            Request::Write(write) => Answer::Written(self.write(write)),
            Request::Move(file) => Answer::Written(self.move_file(file)),
            Request::Kept(piece) => self.pieces.get(piece).cloned().map_or(Answer::Missing, Answer::Bytes),
            Request::Keep { .. } | Request::Forget if self.is_full => Answer::Failed("the disk is full".to_owned()),
            Request::Keep { piece, bytes } => {
                self.pieces.insert(*piece, bytes.clone());
                Answer::Kept
            }
            Request::Forget => {
                self.pieces.clear();
                Answer::Kept
            }
            _ => unreachable!("answered above"),
        }
    }

    /// Answers requests, in order.
    pub fn answers(&mut self, requests: &[Request]) -> Vec<Answer> {
        requests.iter().map(|request| self.answer(request)).collect()
    }

    fn stat(&self, path: &str) -> Answer {
        match self.files.get(path) {
            Some(content) => file(content.len(), self.mtime),
            None if path.is_empty() || self.files.keys().any(|held| is_below(held, path)) => Answer::Folder,
            None => Answer::Missing,
        }
    }

    fn listed(&self, path: &str) -> ListedFile {
        match self.stats.get(path).cloned().unwrap_or_else(|| self.stat(path)) {
            Answer::File(FileStat { size, mtime }) => {
                ListedFile { path: path.to_owned(), size, mtime, ctime: self.ctimes.get(path).copied() }
            }
            _ => listed(path),
        }
    }

    fn read(&self, path: &str) -> Answer {
        self.files.get(path).map_or(Answer::Missing, |content| Answer::Bytes(content.clone()))
    }

    /// The page of a folder that begins at `from`.
    fn page(&self, folder: &str, from: u32) -> Listing {
        let Listing { files, folders, .. } = self.list(folder);
        let (start, len) = (from as usize, self.page_len.unwrap_or(1000));
        let end = start + len;
        let next = (end < files.len() + folders.len()).then(|| u32::try_from(end).expect("a test's folder is small"));
        let behind = |count: usize| (start.saturating_sub(count), end.saturating_sub(count));
        let (first, last) = behind(files.len());
        Listing {
            folders: folders.into_iter().take(last).skip(first).collect(),
            files: files.into_iter().take(end).skip(start).collect(),
            next,
        }
    }

    fn list(&self, folder: &str) -> Listing {
        let mut listing = Listing::default();
        for path in self.files.keys().filter(|path| folder.is_empty() || is_below(path, folder)) {
            let start = if folder.is_empty() { 0 } else { folder.len() + 1 };
            match path[start..].find('/').filter(|_| !self.at_once) {
                None => listing.files.push(self.listed(path)),
                Some(end) => listing.folders.push(path[..start + end].to_owned()),
            }
        }
        listing.folders.dedup();
        listing
    }
}

/// A file of a listing in which nothing matters but its path.
pub fn listed(path: &str) -> ListedFile {
    ListedFile { path: path.to_owned(), size: 0.0, mtime: 0.0, ctime: None }
}

/// The answer to the `stat` of a file.
#[expect(clippy::cast_precision_loss, reason = "no file of a test is that large")]
pub fn file(size: usize, mtime: f64) -> Answer {
    Answer::File(FileStat { size: size as f64, mtime })
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}
