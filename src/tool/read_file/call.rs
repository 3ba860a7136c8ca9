//! A call of `read_file`: finds every file, loads each once, then shows them all.

use std::collections::VecDeque;
use std::mem;

use super::arguments::{ReadArguments, View};
use super::asked_file::{AskedFile, FileStep, FileToLoad};
use super::contents::Contents;
use super::passage::{NoPassage, Passage};
use super::piece::Piece;
use super::range::range_error;
use super::reply;
use super::share::fair_share;
use crate::error::{ErrorCode, ToolError};
use crate::limits::{Bounds, Limits, MAX_FILE_BYTES};
use crate::path::VaultPath;
use crate::text::{Amount, LineRange};
use crate::tool::args::{Args, Arguments};
use crate::tool::call::Host;
use crate::tool::file_text::Content;
use crate::tool::find::Find;
use crate::tool::load::{Load, Loaded, NotLoaded, no_image, not_text};
use crate::wire::Enough;
use crate::wire::reply::Reply;

/// A call in progress.
struct ReadFile {
    host: Host,
    asked: Vec<AskedFile>,
    /// Whether the files were given as a list, even of one.
    several: bool,
    view: View,
    bounds: Bounds,
    /// The files that were found.
    loaded: Vec<VaultPath>,
}

/// What is shown to callers, by their indices in `asked`.
type Pieces = Vec<(usize, Piece)>;

/// Reads files as `args` say.
pub(super) async fn read_file(host: Host, args: Args, bounds: Bounds) -> Result<Reply, ToolError> {
    let given = ReadArguments::read(&args);
    let view = given.view();
    let (files, several) = given.files()?;
    let view = if bounds.is_outline_only() && view == View::Content { View::Outline } else { view };
    let mut all = Vec::with_capacity(files.len());
    for (file, place) in files {
        let lines = file.lines();
        let name = file.path;
        let (lines, find, state) = match lines.and_then(|lines| Ok((lines, Find::new(&name, &host.policy())?))) {
            Ok((lines, find)) => (lines, Some(find), FileStep::Finding),
            Err(error) if several => (LineRange::default(), None, FileStep::Ready(Piece::Failed(error))),
            Err(error) => return Err(error),
        };
        all.push(AskedFile { name, lines, place, find, state });
    }
    let mut call = ReadFile { host, asked: all, several, view, bounds, loaded: Vec::new() };
    call.load_all().await;
    let limits = call.host.limits();
    call.reply(&limits)
}

impl ReadFile {
    /// Finds and loads all files. One that its content excludes counts as missing, so another one may be meant.
    async fn load_all(&mut self) {
        loop {
            let host = self.host.clone();
            let is_sought = |asked: &&mut AskedFile| matches!(asked.state, FileStep::Finding);
            let sought = self.asked.iter_mut().filter(is_sought);
            host.all(sought.map(|asked| move |host| async move { asked.search(host).await }).collect()).await;
            let mut files = self.found();
            if files.is_empty() {
                return;
            }
            self.loaded.extend(files.iter().map(|wanted| wanted.file.granted.path().clone()));
            while !files.is_empty() {
                self.load_some(&mut files).await;
            }
        }
    }

    /// The files that were found, each once.
    fn found(&mut self) -> VecDeque<FileToLoad> {
        let mut files: VecDeque<FileToLoad> = VecDeque::new();
        for (who, asked) in self.asked.iter_mut().enumerate() {
            let FileStep::Found(file) = &asked.state else { continue };
            let (file, place) = (file.clone(), asked.place_in(file.granted.path()));
            asked.state = FileStep::Loading;
            match files.iter_mut().find(|wanted| wanted.file == file && wanted.place == place) {
                Some(wanted) => wanted.asked.push(who),
                None => files.push_back(FileToLoad { file, place, asked: vec![who] }),
            }
        }
        files
    }

    /// Loads as many of `files` as may be loaded at a time.
    async fn load_some(&mut self, files: &mut VecDeque<FileToLoad>) {
        let (mut bytes, at_once) = (0.0, self.host.limits().files_at_once);
        let fits = |(count, wanted): &(usize, &FileToLoad)| {
            bytes += wanted.file.size;
            // Together they take no more memory than the largest file alone.
            *count == 0 || (*count < at_once && bytes <= f64::from(MAX_FILE_BYTES))
        };
        let count = files.iter().enumerate().take_while(fits).count();
        let some: Vec<_> = files.drain(..count).collect();
        let this = &*self;
        let loads = some.iter().map(|wanted| |host| this.load(host, wanted)).collect();
        let loaded = self.host.all(loads).await;
        for (wanted, result) in some.iter().zip(loaded) {
            match result {
                Ok(pieces) => self.put(pieces),
                Err(why) => self.not_loaded(wanted, &why),
            }
        }
    }

    /// Loads a file. Returns what it shows to each caller that requested it.
    async fn load(&self, host: Host, wanted: &FileToLoad) -> Result<Pieces, NotLoaded> {
        let (file, place, as_image) = (&wanted.file, &wanted.place, self.view == View::Image);
        let cached = host.shared(|shared| {
            let content = shared.last_file.get(file, place.as_ref()).filter(|_| !as_image)?;
            Some(self.pieces(wanted, content))
        });
        if let Some(pieces) = cached {
            return Ok(pieces);
        }
        let mut load = Load::new(file.clone(), as_image, place.clone(), self.enough(wanted));
        // Several files are not kept, and may take all the memory.
        host.shared(|shared| shared.last_file.make_room(if self.several { f64::INFINITY } else { file.size }));
        let path = file.granted.path().as_str();
        let for_all = |piece: &dyn Fn() -> Piece| Ok(wanted.asked.iter().map(|&who| (who, piece())).collect());
        let mut loaded = load.load(&host).await?;
        loop {
            let content = match loaded {
                Loaded::Text(_) if as_image => return for_all(&|| Piece::Failed(no_image(path))),
                Loaded::Text(content) => content,
                Loaded::Image { caption, image } => {
                    return for_all(&|| Piece::image(path, caption.clone(), image.clone()));
                }
                Loaded::Line { line, format } => return for_all(&|| Piece::line(path, line.clone(), &format)),
            };
            let pieces = self.pieces(wanted, &content);
            let is_unsupported =
                |piece: &Piece| matches!(piece, Piece::Failed(error) if error.code == ErrorCode::Unsupported);
            // Its head is UTF-8, but what would be shown is not.
            if pieces.iter().any(|(_, piece)| is_unsupported(piece)) && !load.is_converted {
                // Before the host reads it again.
                drop((pieces, content));
                loaded = load.load_as_legacy(&host).await?;
                continue;
            }
            if load.is_as_told && !self.several {
                host.shared(|shared| shared.last_file.put(load.file, place.clone(), content));
            }
            return Ok(pieces);
        }
    }

    /// How much of a document the reply can hold. All of it may be needed for an outline, several callers, and lines that
    /// are counted from the end.
    fn enough(&self, wanted: &FileToLoad) -> Option<Enough> {
        let [who] = wanted.asked[..] else { return None };
        let LineRange { start, end, .. } = self.asked[who].lines;
        let is_from_end = [start, end].iter().flatten().any(|line| *line < 1);
        let line = u32::try_from(start.unwrap_or(1)).ok()?;
        let Amount { bytes, lines, .. } = self.bounds.limit;
        let enough = Enough { line, bytes: u32::try_from(bytes).unwrap_or(u32::MAX), lines };
        (self.view == View::Content && !is_from_end).then_some(enough)
    }

    /// Reports why a file can't be shown, to every caller that requested it. If its content excludes it, the callers'
    /// searches continue as if it did not exist.
    fn not_loaded(&mut self, wanted: &FileToLoad, why: &NotLoaded) {
        let path = wanted.file.granted.path();
        for &who in &wanted.asked {
            let asked = &mut self.asked[who];
            let Some(find) = &mut asked.find else { continue };
            let error = match why {
                NotLoaded::Closed => {
                    find.closed(path);
                    asked.state = FileStep::Finding;
                    continue;
                }
                NotLoaded::Gone => find.not_found(),
                NotLoaded::Unreadable(reason) => find.unreadable(reason),
                NotLoaded::Refused(error) => error.clone(),
            };
            asked.state = FileStep::Ready(Piece::Failed(error));
        }
    }

    /// What the file shows to each caller that requested it.
    fn pieces(&self, wanted: &FileToLoad, content: &Content) -> Pieces {
        wanted.asked.iter().map(|&who| (who, self.piece(&self.asked[who], wanted, content))).collect()
    }

    fn piece(&self, asked: &AskedFile, wanted: &FileToLoad, content: &Content) -> Piece {
        let path = wanted.file.granted.path();
        if self.view == View::Outline {
            return Piece::Outline(Contents::new(path.as_str(), content, &self.bounds));
        }
        let range = match asked.range(path, content) {
            Ok(range) => range,
            Err(error) => return Piece::Failed(error),
        };
        let name = self.several.then_some(path.as_str());
        match Passage::new(content, range, wanted.start(), name, &self.bounds) {
            Ok(passage) if self.several => Piece::Page(Box::new(passage)),
            Ok(passage) => Piece::Page(Box::new(passage.with_outline(content, &self.bounds))),
            Err(NoPassage::Range(error)) => Piece::Failed(range_error(range, error, path.as_str(), content)),
            Err(NoPassage::NotText(error)) => Piece::Failed(not_text(path.as_str(), error)),
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
        let is_note = |name: &str| self.loaded.iter().any(|path| path.as_str() == name && path.is_note());
        Ok(Reply::several(content, reply::display(&files, is_note), files))
    }
}
