//! A call of `read_file`: finds every file, loads each once, then shows them all.

use std::mem;

use super::asked_file::{AskedFile, FileStep, FileToLoad};
use super::contents::Contents;
use super::params::{View, asked, place};
use super::passage::{NoPassage, Passage};
use super::piece::Piece;
use super::range::range;
use super::share::fair_share;
use super::{display, reply};
use crate::error::{ErrorCode, ToolError};
use crate::text::Amount;
use crate::tool::args::Args;
use crate::tool::batch::Batch;
use crate::tool::file_text::Content;
use crate::tool::find::{Find, Finding};
use crate::tool::host::{Answer, Request};
use crate::tool::limits::Bounds;
use crate::tool::limits::{Limits, MAX_FILE_BYTES};
use crate::tool::load::{Load, Loaded, Loading, NotLoaded, no_image, not_text};
use crate::tool::reply::Reply;
use crate::tool::running::{Progress, Running, Shared};

/// A call in progress.
pub(super) struct ReadFile {
    asked: Vec<AskedFile>,
    /// Whether the files were given as a list, even of one.
    several: bool,
    view: View,
    bounds: Bounds,
    /// The files to load, each once.
    files: Vec<FileToLoad>,
    /// How many of the files were started.
    begun: usize,
    batch: Batch<Waiter>,
}

/// Who waits for an answer.
#[derive(Debug, Clone, Copy)]
enum Waiter {
    /// The search for the file with this index in `asked`.
    Asked(usize),
    /// The loading of the file with this index in `files`.
    File(usize),
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
                    Waiter::Asked(who) => self.find(shared, who, answers),
                    Waiter::File(index) => self.load(shared, index, answers),
                }
            }
            let finding = self.asked.iter().any(|asked| matches!(asked.state, FileStep::Finding));
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
    /// Starts a call.
    pub fn start(args: Args, shared: &Shared, bounds: Bounds) -> Result<(Box<dyn Running>, Vec<Request>), ToolError> {
        let (args, several, view) = asked(args)?;
        let view = if bounds.is_outline_only() && view == View::Content { View::Outline } else { view };
        let (mut batch, mut all) = (Batch::default(), Vec::new());
        for (who, args) in args.into_iter().enumerate() {
            let name = args.text("path").unwrap_or_default().to_owned();
            let place = place(&args)?;
            let (find, state) = match range(&args).and_then(|_| Find::start(&name, &shared.policy)) {
                Ok((find, requests)) => {
                    batch.add(Waiter::Asked(who), requests);
                    (Some(find), FileStep::Finding)
                }
                Err(error) if several => (None, FileStep::Ready(Piece::Failed(error))),
                Err(error) => return Err(error),
            };
            all.push(AskedFile { args, name, place, find, state });
        }
        let requests = batch.ask(shared.limits.files_at_once);
        Ok((Box::new(Self { asked: all, several, view, bounds, files: Vec::new(), begun: 0, batch }), requests))
    }

    /// Continues the search for the file `who`.
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
                asked.state = FileStep::Finding;
                self.batch.add(Waiter::Asked(who), requests);
            }
            Ok(Finding::Found(file)) => {
                asked.state = FileStep::Found;
                let place = asked.place_in(file.granted.path());
                let mut waiting = self.files.iter_mut().skip(self.begun);
                match waiting.find(|wanted| wanted.file == file && wanted.place == place) {
                    Some(wanted) => wanted.asked.push(who),
                    None => self.files.push(FileToLoad { file, place, asked: vec![who], load: None }),
                }
            }
            Err(error) => asked.state = FileStep::Ready(Piece::Failed(error)),
        }
    }

    /// Starts to load as many more files as may be loaded at a time.
    fn begin(&mut self, shared: &mut Shared) {
        let under_way = |wanted: &FileToLoad| wanted.load.is_some();
        while let Some(wanted) = self.files.get(self.begun) {
            let size = wanted.file.size;
            let (count, sizes) = self
                .files
                .iter()
                .filter(|wanted| under_way(wanted))
                .fold((0, 0.0), |(n, sum), held| (n + 1, sum + held.file.size));
            // Together they take no more memory than the largest file alone.
            if count == shared.limits.files_at_once || (count > 0 && sizes + size > f64::from(MAX_FILE_BYTES)) {
                return;
            }
            let (file, place, as_image) = (wanted.file.clone(), wanted.place.clone(), self.view == View::Image);
            let index = self.begun;
            self.begun += 1;
            if let Some(content) = shared.last_file.get(&file, place.as_ref()).filter(|_| !as_image) {
                let pieces = self.pieces(index, content);
                self.put(pieces);
                continue;
            }
            match Load::start(file, as_image, place, &shared.limits) {
                Ok((load, loading)) => {
                    // Several files are not kept, and may take all the memory.
                    shared.last_file.make_room(if self.several { f64::INFINITY } else { size });
                    self.go_on(shared, index, load, loading);
                }
                Err(error) => self.not_loaded(shared, index, &error),
            }
        }
    }

    /// Continues to load the file `index`.
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
            call.batch.add(Waiter::File(index), vec![request]);
        };
        let content = match loading {
            Loading::Ask(request) => return ask(self, load, request),
            Loading::Done(Loaded::Text(_)) if self.view == View::Image => {
                return self.put_all(index, |path| Piece::Failed(no_image(path)));
            }
            Loading::Done(Loaded::Text(content)) => content,
            Loading::Done(Loaded::Image { caption, image }) => {
                return self.put_all(index, |path| Piece::image(path, caption.clone(), image.clone()));
            }
            Loading::Done(Loaded::Line { line, format }) => {
                return self.put_all(index, |path| Piece::line(path, line.clone(), &format));
            }
        };
        let pieces = self.pieces(index, &content);
        // Its head is UTF-8, but what would be shown is not.
        if pieces.iter().any(|(_, piece)| matches!(piece, Piece::Failed(error) if error.code == ErrorCode::Unsupported))
            && let Some(request) = load.as_legacy(&shared.limits)
        {
            return ask(self, load, request);
        }
        self.put(pieces);
        if load.is_as_told && !self.several {
            shared.last_file.put(load.file, self.files[index].place.clone(), content);
        }
    }

    /// Reports why the file `index` cannot be shown, to every caller that requested it. If its content excludes it, the
    /// callers' searches continue as if it did not exist.
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

    /// What the file `index` shows to each caller that requested it.
    fn pieces(&self, index: usize, content: &Content) -> Vec<(usize, Piece)> {
        let wanted = &self.files[index];
        let path = wanted.file.granted.path().as_str();
        let place = wanted.place.clone().unwrap_or_default();
        let piece = |&who: &usize| {
            if self.view == View::Outline {
                return (who, Piece::Outline(Contents::new(path, content, &self.bounds)));
            }
            let asked = &self.asked[who];
            let range = match asked.range(wanted.file.granted.path(), content) {
                Ok(range) => range,
                Err(error) => return (who, Piece::Failed(error)),
            };
            let passage = Passage::new(path, content, (&asked.args, range), &place, self.several, &self.bounds);
            let piece = match passage {
                Ok(passage) if self.several => Piece::Page(Box::new(passage)),
                Ok(passage) => Piece::Page(Box::new(passage.with_outline(content, &self.bounds))),
                Err(NoPassage::Range(error)) => Piece::Failed(error),
                Err(NoPassage::NotText(error)) => Piece::Failed(not_text(path, error)),
            };
            (who, piece)
        };
        wanted.asked.iter().map(piece).collect()
    }

    /// Shows the same to every caller that requested the file `index`.
    fn put_all(&mut self, index: usize, piece: impl Fn(&str) -> Piece) {
        let wanted = &self.files[index];
        for &who in &wanted.asked {
            self.asked[who].state = FileStep::Ready(piece(wanted.file.granted.path().as_str()));
        }
    }

    /// Keeps `pieces`, and drops what no longer fits in the reply.
    fn put(&mut self, pieces: Vec<(usize, Piece)>) {
        for (who, piece) in pieces {
            self.asked[who].state = FileStep::Ready(piece);
        }
        let ready = || {
            self.asked
                .iter()
                .filter_map(|asked| if let FileStep::Ready(piece) = &asked.state { Some(piece) } else { None })
        };
        let demands: Vec<_> = ready().map(Piece::demand).collect();
        let share = fair_share(&demands, Amount::of_bytes(self.bounds.limit.bytes));
        for asked in &mut self.asked {
            if let FileStep::Ready(Piece::Page(passage)) = &mut asked.state {
                passage.shorten(share.bytes);
            }
        }
    }

    fn reply(&mut self, limits: &Limits) -> Result<Reply, ToolError> {
        let mut pieces = Vec::with_capacity(self.asked.len());
        let mut image_bytes = 0;
        let other_name = self.asked.first().and_then(AskedFile::other_name).map(str::to_owned);
        for asked in mem::take(&mut self.asked) {
            let FileStep::Ready(piece) = asked.state else { continue };
            let fits = image_bytes + piece.image_bytes() <= limits.images_bytes;
            let piece = if fits { piece } else { piece.without_image(limits.images_bytes) };
            image_bytes += piece.image_bytes();
            pieces.push((piece.path().unwrap_or(&asked.name).to_owned(), piece));
        }
        if !self.several
            && let Some((name, piece)) = pieces.pop()
        {
            return reply::alone(piece, &name, other_name.as_deref(), &self.bounds);
        }
        let (content, files) = reply::several(pieces, &self.bounds);
        let paths = || self.files.iter().map(|file| file.file.granted.path());
        let is_note = |name: &str| paths().any(|path| path.as_str() == name && path.is_note());
        Ok(Reply::several(content, display::several(&files, is_note), files))
    }
}
