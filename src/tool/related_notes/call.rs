//! A call of `related_notes`: brings the index up to date, reads the note, compares it with all others by words and
//! meaning, and reads the notes that may be linked with it.

use super::link_reading::LinkReading;
use super::reply::reply;
use super::scores::related;
use super::source::Source;
use super::text_scores::TextScoring;
use crate::catalogue::documents::named_document;
use crate::error::{ErrorCode, ToolError};
use crate::limits::Bounds;
use crate::path::{VaultPath, quoted};
use crate::policy::PathKind;
use crate::search::vectors::Nearest;
use crate::tool::args::{Args, ArgumentKind, Arguments, arguments};
use crate::tool::call::Host;
use crate::tool::find::Find;
use crate::tool::meaning::{Comparison, restore_vectors};
use crate::tool::notes::open_note::read_open_note;
use crate::tool::notes::refresh::refresh;
use crate::tool::shared::Shared;
use crate::wire::reply::Reply;

/// The default and the maximum number of notes in a reply.
const NOTES: u32 = 20;
const MAX_NOTES: u32 = 50;

arguments! {
    RelatedArguments {
        /// Path from the vault root, or a link: `Notes/a.md`, `[[a]]`.
        path: String = ArgumentKind::Path, "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}";
        /// A part of the note, word for word, to look for instead of all of it.
        selection: Option<String> = ArgumentKind::Text, "give text of the note, or leave it out for all of it";
        /// How many notes to show: 1 to 50. Default: 20.
        limit: Option<u32> = ArgumentKind::UpTo(MAX_NOTES), "give a whole number from 1 to 50, or leave it out for 20";
    }
}

/// Finds related notes as `args` say.
pub(super) async fn related_notes(host: Host, args: Args, bounds: Bounds) -> Result<Reply, ToolError> {
    let given = RelatedArguments::read(&args);
    host.under_same_rules(|| find_related(&host, &given, &bounds)).await
}

async fn find_related(host: &Host, given: &RelatedArguments, bounds: &Bounds) -> Result<Reply, ToolError> {
    let selection = given.selection.as_deref().filter(|text| !text.trim().is_empty());
    let limit = given.limit.unwrap_or(NOTES) as usize;
    let mut find = Find::new(&given.path, &host.policy())?;
    let (path, text) = loop {
        let path = find.file(host).await?.granted.path().clone();
        if !path.is_note() && named_document(&path).is_none() {
            let fault = format!("{} is no note, and no document with text", quoted(&given.path));
            let help = "give the path of a note or of a document";
            return Err(ToolError::new(ErrorCode::InvalidArguments, fault, help).about(&given.path));
        }
        refresh(host).await?;
        if let Some(text) = read_open_note(host, &path).await? {
            break (path, text);
        }
        find.closed(&path);
    };
    let mut links = LinkReading::default();
    if path.is_note() {
        links.add_own(&host.policy().check_as(&path, PathKind::File)?, &text);
    }
    let mut source = Source::new(&path, text, selection);
    host.give_way().await;
    while source.go_on() {
        host.give_way().await;
    }
    host.give_way().await;
    restore_vectors(host).await;
    let nearest = nearest(host, &path, &source).await;
    let own = host.shared(|shared| shared.catalogue.index.find(path.as_str()));
    let mut scoring = TextScoring::new(source.words.look_up(own), own, nearest);
    let texts = loop {
        host.give_way().await;
        if let Some(texts) = host.shared(|shared| scoring.go_on(&shared.catalogue)) {
            break texts;
        }
    };
    host.give_way().await;
    links.read(host, &path, &source, &texts).await;
    let (facts, linking) = links.finish(&path, &source);
    let found = host.shared(|shared| related(&shared.catalogue, (&path, &source), &texts, (&facts, &linking), limit));
    Ok(reply((&path, find.is_other_name(path.as_str())), &found, bounds))
}

/// The notes that are nearest to the note at `path` in meaning; `None` if it has no vectors.
async fn nearest(host: &Host, path: &VaultPath, source: &Source) -> Option<Nearest> {
    let mut comparison = host.shared(|Shared { catalogue, meaning, .. }| {
        let own = catalogue.index.find(path.as_str());
        let vectors = meaning.of(catalogue, catalogue.index.note(own?)?)?;
        let texts = vectors.texts.iter().filter(|(_, lines)| source.has(*lines));
        let vector = meaning.set.mean(texts.map(|&(slot, _)| slot))?;
        Some(Comparison::new(vector, own))
    })?;
    host.give_way().await;
    while host.shared(|shared| comparison.go_on(shared)) {
        host.give_way().await;
    }
    Some(comparison.finish())
}
