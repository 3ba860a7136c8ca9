//! A call of `read_file` under way: every file asked for is found, then every file found is loaded once, then all are
//! shown.

use std::mem;

use super::Terms;
use super::contents::Contents;
use super::params::{View, asked};
use super::passage::{NoPassage, Passage};
use super::piece::Piece;
use super::range::range;
use super::share::fair_share;
use super::{display, layout};
use crate::error::{ErrorCode, ToolError};
use crate::text::Amount;
use crate::tool::args::Args;
use crate::tool::batch::Batch;
use crate::tool::content::Content;
use crate::tool::find::{Find, Finding, Found};
use crate::tool::host::{Answer, Request};
use crate::tool::load::{Load, Loaded, Loading, NotLoaded, not_text};
use crate::tool::reply::Reply;
use crate::tool::{Limits, MAX_FILE_BYTES, Progress, Running, Shared};

/// A call under way.
pub(super) struct ReadFile {
    asked: Vec<Asked>,
    /// Whether the files were asked for in a list, be it of one.
    several: bool,
    view: View,
    terms: Terms,
    /// What was found, each file once.
    files: Vec<Wanted>,
    /// How many of the files have been begun.
    begun: usize,
    batch: Batch<Who>,
}

/// Who waits for an answer.
#[derive(Debug, Clone, Copy)]
enum Who {
    /// The search for this one of those asked for.
    Asked(usize),
    /// The loading of this one of the files.
    File(usize),
}

/// One file as it was asked for.
struct Asked {
    args: Args,
    /// Its path as it was given.
    name: String,
    /// Nothing where the arguments cannot lead to a file.
    find: Option<Find>,
    state: State,
}

#[expect(clippy::large_enum_variant, reason = "every file asked for ends up as the largest")]
enum State {
    Finding,
    Found,
    Ready(Piece),
}

/// A file that was found.
struct Wanted {
    file: Found,
    /// Which of those asked for it is.
    asked: Vec<usize>,
    load: Option<Load>,
}

impl Running for ReadFile {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        self.batch.take(answers);
        loop {
            let requests = self.batch.ask(shared.limits.files_at_once);
            if !requests.is_empty() {
                return Ok(Progress::Ask(requests));
            }
            for (who, answers) in mem::take(&mut self.batch).answered() {
                match who {
                    Who::Asked(who) => self.find(shared, who, answers),
                    Who::File(index) => self.load(shared, index, answers),
                }
            }
            let finding = self.asked.iter().any(|asked| matches!(asked.state, State::Finding));
            if !finding {
                self.begin(shared);
            }
            if self.batch.is_empty() && !finding {
                return self.reply(&shared.limits).map(Progress::Done);
            }
        }
    }
}

impl ReadFile {
    /// Starts a call with checked arguments.
    pub fn start(args: Args, shared: &Shared, terms: Terms) -> Result<(Box<dyn Running>, Vec<Request>), ToolError> {
        let (args, several, view) = asked(args)?;
        let view = if terms.is_outline_only() && view == View::Content { View::Outline } else { view };
        let (mut batch, mut all) = (Batch::default(), Vec::new());
        for (who, args) in args.into_iter().enumerate() {
            let name = args.text("path").unwrap_or_default().to_owned();
            let (find, state) = match range(&args).and_then(|_| Find::start(&name, &shared.policy)) {
                Ok((find, requests)) => {
                    batch.add(Who::Asked(who), requests);
                    (Some(find), State::Finding)
                }
                Err(error) if several => (None, State::Ready(Piece::Failed(error))),
                Err(error) => return Err(error),
            };
            all.push(Asked { args, name, find, state });
        }
        let requests = batch.ask(shared.limits.files_at_once);
        Ok((Box::new(Self { asked: all, several, view, terms, files: Vec::new(), begun: 0, batch }), requests))
    }

    /// Goes on with the search for the file `who`.
    fn find(&mut self, shared: &Shared, who: usize, answers: Vec<Answer>) {
        if let Some(find) = &mut self.asked[who].find {
            let finding = find.resume(&shared.policy, answers);
            self.take(who, finding);
        }
    }

    fn take(&mut self, who: usize, finding: Result<Finding, ToolError>) {
        let asked = &mut self.asked[who];
        match finding {
            Ok(Finding::Ask(requests)) => {
                asked.state = State::Finding;
                self.batch.add(Who::Asked(who), requests);
            }
            Ok(Finding::Found(file)) => {
                asked.state = State::Found;
                match self.files.iter_mut().skip(self.begun).find(|wanted| wanted.file == file) {
                    Some(wanted) => wanted.asked.push(who),
                    None => self.files.push(Wanted { file, asked: vec![who], load: None }),
                }
            }
            Err(error) => asked.state = State::Ready(Piece::Failed(error)),
        }
    }

    /// Begins as many more files as may be on their way at once.
    fn begin(&mut self, shared: &mut Shared) {
        let under_way = |wanted: &Wanted| wanted.load.is_some();
        while let Some(wanted) = self.files.get(self.begun) {
            let size = wanted.file.size;
            let (count, sizes) = self
                .files
                .iter()
                .filter(|wanted| under_way(wanted))
                .fold((0, 0.0), |(n, sum), held| (n + 1, sum + held.file.size));
            // Together they take no more memory than the largest alone.
            if count == shared.limits.files_at_once || (count > 0 && sizes + size > f64::from(MAX_FILE_BYTES)) {
                return;
            }
            let file = wanted.file.clone();
            let index = self.begun;
            self.begun += 1;
            if let Some(content) = shared.last_file.get(&file) {
                let pieces = self.pieces(index, content);
                self.put(pieces);
                continue;
            }
            match Load::start(file, self.view == View::Image, &shared.limits) {
                Ok((load, loading)) => {
                    shared.last_file.clear();
                    self.go_on(shared, index, load, loading);
                }
                Err(error) => self.not_loaded(shared, index, &error),
            }
        }
    }

    /// Goes on with loading the file `index`.
    fn load(&mut self, shared: &mut Shared, index: usize, answers: Vec<Answer>) {
        let (Some(mut load), Some(answer)) = (self.files[index].load.take(), answers.into_iter().next()) else {
            return;
        };
        match load.resume(&shared.policy, &shared.limits, answer) {
            Ok(loading) => self.go_on(shared, index, load, loading),
            Err(why) => self.not_loaded(shared, index, &why),
        }
    }

    fn go_on(&mut self, shared: &mut Shared, index: usize, mut load: Load, loading: Loading) {
        let ask = |call: &mut Self, load, request| {
            call.files[index].load = Some(load);
            call.batch.add(Who::File(index), vec![request]);
        };
        let content = match loading {
            Loading::Ask(request) => return ask(self, load, request),
            Loading::Done(Loaded::Text(content)) => content,
            Loading::Done(Loaded::Image { caption, image }) => {
                return self.put_all(index, |path| Piece::image(path, caption.clone(), image.clone()));
            }
            Loading::Done(Loaded::Line { line, format }) => {
                return self.put_all(index, |path| Piece::line(path, line.clone(), &format));
            }
        };
        let pieces = self.pieces(index, &content);
        // Its head was UTF-8, what is to be shown is not.
        if pieces.iter().any(|(_, piece)| matches!(piece, Piece::Failed(error) if error.code == ErrorCode::Unsupported))
            && let Some(request) = load.as_legacy()
        {
            return ask(self, load, request);
        }
        self.put(pieces);
        if load.is_as_told && !self.several {
            shared.last_file.put(load.file, content);
        }
    }

    /// Tells each who asked for the file `index` why it cannot be shown; where it is closed by what is in it, the search
    /// goes on as if it were not there.
    fn not_loaded(&mut self, shared: &Shared, index: usize, why: &NotLoaded) {
        let path = self.files[index].file.granted.path().clone();
        for who in self.files[index].asked.clone() {
            let Some(find) = &mut self.asked[who].find else { continue };
            let finding = match why {
                NotLoaded::Closed => find.closed(&shared.policy, &path),
                NotLoaded::Gone => Err(find.not_found()),
                NotLoaded::Unreadable(reason) => Err(find.unreadable(reason)),
                NotLoaded::Refused(error) => Err(error.clone()),
            };
            self.take(who, finding);
        }
    }

    /// What the file `index`, which holds `content`, shows to each who asked for it.
    fn pieces(&self, index: usize, content: &Content) -> Vec<(usize, Piece)> {
        let wanted = &self.files[index];
        let path = wanted.file.granted.path().as_str();
        let piece = |&who: &usize| {
            if self.view == View::Outline {
                return (who, Piece::Outline(Contents::new(path, content, &self.terms)));
            }
            let passage = Passage::new(path, content, &self.asked[who].args, self.several, &self.terms);
            let piece = match passage {
                Ok(passage) => Piece::Page(passage),
                Err(NoPassage::Range(error)) => Piece::Failed(error),
                Err(NoPassage::NotText(error)) => Piece::Failed(not_text(path, error)),
            };
            (who, piece)
        };
        wanted.asked.iter().map(piece).collect()
    }

    /// Shows the same to all who asked for the file `index`.
    fn put_all(&mut self, index: usize, piece: impl Fn(&str) -> Piece) {
        let wanted = &self.files[index];
        for &who in &wanted.asked {
            self.asked[who].state = State::Ready(piece(wanted.file.granted.path().as_str()));
        }
    }

    /// Keeps `pieces`, and of all no more than a reply can show.
    fn put(&mut self, pieces: Vec<(usize, Piece)>) {
        for (who, piece) in pieces {
            self.asked[who].state = State::Ready(piece);
        }
        let ready = || {
            self.asked
                .iter()
                .filter_map(|asked| if let State::Ready(piece) = &asked.state { Some(piece) } else { None })
        };
        let demands: Vec<_> = ready().map(Piece::demand).collect();
        let share = fair_share(&demands, Amount::of_bytes(self.terms.limit.bytes));
        for asked in &mut self.asked {
            if let State::Ready(Piece::Page(passage)) = &mut asked.state {
                passage.shorten(share.bytes);
            }
        }
    }

    fn reply(&mut self, limits: &Limits) -> Result<Reply, ToolError> {
        let mut pieces = Vec::with_capacity(self.asked.len());
        let mut image_bytes = 0;
        for asked in mem::take(&mut self.asked) {
            let State::Ready(piece) = asked.state else { continue };
            let fits = image_bytes + piece.image_bytes() <= limits.images_bytes;
            let piece = if fits { piece } else { piece.without_image(limits.images_bytes) };
            image_bytes += piece.image_bytes();
            pieces.push((piece.path().unwrap_or(&asked.name).to_owned(), piece));
        }
        if !self.several
            && let Some((name, piece)) = pieces.pop()
        {
            return piece.alone(&name, &self.terms);
        }
        let (content, files) = layout::several(pieces, &self.terms);
        let paths = || self.files.iter().map(|file| file.file.granted.path());
        let is_note = |name: &str| paths().any(|path| path.as_str() == name && path.is_note());
        Ok(Reply::several(content, display::several(&files, is_note), files))
    }
}
