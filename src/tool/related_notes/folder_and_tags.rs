//! The folder and the tags that notes share with another one: the fewer notes have them, the more they say.
#![expect(clippy::cast_precision_loss, reason = "scores are estimates")]

use super::evidence::rarity;
use super::source::Source;
use crate::catalogue::Catalogue;
use crate::note::front_matter;
use crate::note::tags::ends_tag;
use crate::path::VaultPath;
use crate::search::index::{Entry, NoteId};
use crate::unicode::fold_case;

/// What the same folder counts, and a tag that both have, if hardly another note is in it or has it.
const FOLDER: f32 = 0.3;
const TAG: f32 = 0.3;

/// The most tags of a note that are looked up, the most places where one may be, and the most bytes of one.
const TAGS: usize = 32;
const POSSIBLE_TAGS: usize = 1_000;
const TAG_BYTES: usize = 200;

/// The folder and the tags of a note.
#[derive(Debug, Default)]
pub(super) struct FolderAndTags {
    /// With `/` at the end; `None` for the root of the vault, and for a part of a note.
    folder: Option<String>,
    folder_score: f32,
    tags: Vec<Tag>,
}

#[derive(Debug)]
struct Tag {
    /// Without `#`.
    name: String,
    score: f32,
    /// Which notes have it, by their ids.
    notes: Vec<bool>,
}

impl FolderAndTags {
    /// Those of the note at `path`, if `source` is all of it.
    pub fn of(catalogue: &Catalogue, path: &VaultPath, source: &Source) -> Self {
        let index = &catalogue.index;
        let Some(own) = index.find(path.as_str()).filter(|_| source.lines.is_none()) else { return Self::default() };
        let all = notes(catalogue).count().max(1);
        // What all notes have says nothing.
        let score = |most: f32, notes: usize| most * rarity(notes) * (1.0 - notes as f32 / all as f32).max(0.0);
        let mut found = Self::default();
        if let Some((folder, _)) = path.as_str().rsplit_once('/') {
            let folder = format!("{folder}/");
            found.folder_score = score(FOLDER, notes(catalogue).filter(|(_, note)| is_in(note, &folder)).count());
            found.folder = Some(folder);
        }
        for name in possible_tags(&source.text) {
            let Some(notes) = index.tagged(&name).filter(|notes| notes.get(own.0 as usize) == Some(&true)) else {
                continue;
            };
            let score = score(TAG, notes.iter().filter(|has| **has).count());
            found.tags.push(Tag { name, score, notes });
        }
        found
    }

    /// The notes that share enough of it to be listed for that alone, if it counts `least`.
    pub fn listed(&self, catalogue: &Catalogue, least: f32) -> Vec<NoteId> {
        if self.folder_score < least && self.tags.is_empty() {
            return Vec::new();
        }
        notes(catalogue).filter(|(id, note)| self.score(*id, note) >= least).map(|(id, _)| id).collect()
    }

    pub fn score(&self, id: NoteId, note: &Entry) -> f32 {
        let folder = if self.has_folder(note) { self.folder_score } else { 0.0 };
        folder + self.shared(id).map(|tag| tag.score).sum::<f32>()
    }

    /// Whether the note is in the same folder, and that says something.
    pub fn has_folder(&self, note: &Entry) -> bool {
        self.folder_score > 0.0 && self.folder.as_ref().is_some_and(|folder| is_in(note, folder))
    }

    /// The tags that the note shares, as the other has them.
    pub fn tags(&self, id: NoteId) -> Vec<String> {
        self.shared(id).map(|tag| tag.name.clone()).collect()
    }

    fn shared(&self, id: NoteId) -> impl Iterator<Item = &Tag> {
        self.tags.iter().filter(move |tag| tag.score > 0.0 && tag.notes.get(id.0 as usize) == Some(&true))
    }
}

fn notes(catalogue: &Catalogue) -> impl Iterator<Item = (NoteId, &Entry)> {
    catalogue.index.notes().filter(|(_, note)| !note.is_document)
}

fn is_in(note: &Entry, folder: &str) -> bool {
    note.path.strip_prefix(folder).is_some_and(|name| !name.contains('/'))
}

/// What may be tags in `text`, each once. The index tells which of them the note has.
fn possible_tags(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        let name = name.trim().trim_start_matches('#').split(ends_tag).next().unwrap_or_default();
        let is_new = || names.iter().all(|other| fold_case(other) != fold_case(name));
        if !name.is_empty() && name.len() <= TAG_BYTES && names.len() < TAGS && is_new() {
            names.push(name.to_owned());
        }
    };
    if let Some((front, _)) = front_matter::split(text.as_bytes()) {
        front_matter::values(front, |property, value| {
            if matches!(property, "tags" | "tag") {
                value.split([',', ' ']).for_each(&mut add);
            }
        });
    }
    text.split('#').skip(1).take(POSSIBLE_TAGS).for_each(add);
    names
}
