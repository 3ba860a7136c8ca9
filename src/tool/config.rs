//! The settings of a session, and the context of a call.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tsify::Tsify;

use crate::error::ToolError;
use crate::limits::{Bounds, DEFAULT_MAX_BYTES, KeepRules, Limits, MAX_FILE_BYTES, VectorModel};
use crate::path::quoted;
use crate::policy::{Policy, RuleError, Rules};
use crate::search::base_view::LocalTime;
use crate::search::dates::DailyNotes;
use crate::search::index::checksum;
use crate::search::vectors::MAX_DIMS;
use crate::stored_bytes::ByteWriter;
use crate::text::{Amount, Numbering};

/// A reply needs at least this many tokens to name the next call.
const MIN_MAX_TOKENS: u32 = 100;

/// A tokenizer that differs from the estimate by more than ten times is a mistake.
const MIN_TOKEN_FACTOR: f64 = 0.1;

/// Half of the memory that Android gives an app, and enough for about 280 MB of notes.
const DEFAULT_MAX_INDEX_BYTES: u32 = 128 * 1024 * 1024;

/// A quarter of it: the words of about 60 MB of text.
const DEFAULT_MAX_DOCUMENTS_INDEX_BYTES: u32 = 32 * 1024 * 1024;

/// Nearly all documents are smaller.
const DEFAULT_MAX_DOCUMENT_BYTES: u32 = 32 * 1024 * 1024;

/// The range of the index's addresses. It leaves a quarter of wasm's address space for everything else.
const MAX_INDEX_BYTES: u32 = 1024 * 1024 * 1024;

/// The settings of a vault and its user.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Config {
    /// The vault's config folder; `.obsidian` unless the user moved it.
    pub config_dir: String,
    /// Names and paths that the user excludes, in addition to those that are always excluded: see [`Policy::new`].
    pub protected: Vec<String>,
    /// Patterns that the user excludes in the settings, one a line, as in gitignore.
    pub patterns: Vec<String>,
    /// The content of `.lecternignore` at the vault's root; empty if there is none.
    pub ignore_file: String,
    /// The app's own "Excluded files": the start of a path, or a regular expression between slashes.
    pub excluded: Vec<String>,
    /// Tags that exclude the notes that have them, with or without `#`. A tag includes its nested tags.
    pub closed_tags: Vec<String>,
    /// Bytes of text in a reply. 0: outlines instead of content.
    pub max_bytes: f64,
    /// Lines of content in a reply; unlimited if null. 0: outlines instead of content.
    pub max_lines: Option<f64>,
    /// How many files are read at a time.
    pub files_at_once: f64,
    /// Bytes of one image, as base64.
    pub max_image_bytes: f64,
    /// Bytes of all images in a reply, as base64.
    pub max_images_bytes: f64,
    /// Whether notes may be changed. If not, the tools that change them do not exist.
    pub changes: bool,
    /// Patterns of files that may be read but not changed, as in gitignore.
    pub read_only: Vec<String>,
    /// Folders with prompts that the user keeps as notes. The user is asked about every change there.
    pub prompts_folders: Vec<String>,
    /// Memory for the search index, in bytes. Notes that do not fit are not searched, and replies say so.
    pub max_index_bytes: f64,
    /// Whether searches read documents too: PDF, Office files, canvases, text files.
    pub search_documents: bool,
    /// How much of that memory documents may take, in bytes.
    pub max_documents_index_bytes: f64,
    /// The largest document that searches read, in bytes of its file.
    pub max_document_bytes: f64,
    /// The search index is kept between starts if it has more notes than this; never if null. Only the app's host does.
    pub keep_index_over: Option<f64>,
    /// The model that the search by meaning uses; null if there is none.
    pub meaning: Option<MeaningModel>,
    /// Where the vault is on this device, as absolute paths: arguments may begin with them. The host sets them.
    pub roots: Vec<String>,
    /// The folder of the app's daily notes; empty for the root.
    pub daily_notes_folder: String,
    /// Their path below it as Moment.js formats a day; empty if it is the app's default, `YYYY-MM-DD`.
    pub daily_notes_format: String,
}

/// A model that makes vectors of texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MeaningModel {
    /// Tells it apart from others: its source, its name and how it is asked. Vectors of different keys are never compared.
    pub key: String,
    /// The number of values of its vectors: 1 to 1,024.
    pub dims: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            config_dir: ".obsidian".to_owned(),
            protected: Vec::new(),
            patterns: Vec::new(),
            ignore_file: String::new(),
            excluded: Vec::new(),
            closed_tags: Vec::new(),
            max_bytes: f64::from(DEFAULT_MAX_BYTES),
            max_lines: None,
            files_at_once: 5.0,
            max_image_bytes: 5.0 * 1024.0 * 1024.0,
            max_images_bytes: 20.0 * 1024.0 * 1024.0,
            changes: false,
            read_only: Vec::new(),
            prompts_folders: Vec::new(),
            max_index_bytes: f64::from(DEFAULT_MAX_INDEX_BYTES),
            search_documents: true,
            max_documents_index_bytes: f64::from(DEFAULT_MAX_DOCUMENTS_INDEX_BYTES),
            max_document_bytes: f64::from(DEFAULT_MAX_DOCUMENT_BYTES),
            keep_index_over: None,
            meaning: None,
            roots: Vec::new(),
            daily_notes_folder: String::new(),
            daily_notes_format: String::new(),
        }
    }
}

/// The context of a call, in addition to the session's config: set by the caller, never by the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", default)]
#[tsify(missing_as_null)]
pub struct Context {
    /// Maximum tokens in the reply, by estimate; unlimited if null.
    pub max_tokens: Option<f64>,
    /// The factor for the estimate: real tokens divided by estimated ones, as measured by the caller.
    pub token_factor: f64,
    /// Which lines have their number.
    pub numbering: Numbering,
    /// Whether the reply says where the lines of each file are in its text: [`Layout`](crate::Layout).
    pub layout: bool,
    /// The user's date, such as `2026-10-09`, or with the time, `2026-10-09T08:30:00`; null if unknown.
    pub today: Option<String>,
}

impl Default for Context {
    fn default() -> Self {
        Self { max_tokens: None, token_factor: 1.0, numbering: Numbering::All, layout: false, today: None }
    }
}

/// Why a [`Config`] is invalid.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ConfigError {
    /// A rule is invalid.
    #[error("{} cannot be understood: {_0}", _0.setting())]
    Protected(#[from] RuleError),
    /// A limit is not a whole number in its range.
    #[error("{name} must be a whole number from {least} to {most}")]
    Limit {
        /// What is limited.
        name: &'static str,
        /// The minimum.
        least: u32,
        /// The maximum.
        most: u32,
    },
}

impl Config {
    pub(super) fn policy(&self) -> Result<Policy, ConfigError> {
        let rules = Rules {
            config_dir: &self.config_dir,
            protected: &self.protected,
            ignore_file: &self.ignore_file,
            patterns: &self.patterns,
            excluded: &self.excluded,
            closed_tags: &self.closed_tags,
            read_only: &self.read_only,
            prompts_folders: &self.prompts_folders,
        };
        Ok(Policy::new(&rules)?)
    }

    /// When the index is kept, and what its rules are. All that can exclude a note counts, and the order too.
    pub(super) fn keeping(&self) -> Result<KeepRules, ConfigError> {
        let over = self.keep_index_over;
        let over = over.map(|notes| whole("the number of notes", notes, 0, u32::MAX - 1)).transpose()?;
        let mut rules = ByteWriter::default();
        rules.bytes(self.config_dir.as_bytes());
        rules.bytes(self.ignore_file.as_bytes());
        for list in [&self.protected, &self.patterns, &self.excluded, &self.closed_tags] {
            rules.count(list.len());
            for rule in list {
                rules.bytes(rule.as_bytes());
            }
        }
        Ok(KeepRules { over, rules: checksum(&rules.0) })
    }

    pub(super) fn daily_notes(&self) -> DailyNotes {
        DailyNotes::new(&self.daily_notes_folder, &self.daily_notes_format)
    }

    pub(super) fn meaning(&self) -> Result<Option<VectorModel>, ConfigError> {
        let model = |model: &MeaningModel| {
            let dims = whole("the number of dimensions", model.dims, 1, MAX_DIMS)?;
            Ok(VectorModel { key: model.key.clone(), dims: dims as usize })
        };
        self.meaning.as_ref().map(model).transpose()
    }

    pub(super) fn limits(&self) -> Result<Limits, ConfigError> {
        let size = |name, value, least| whole(name, value, least, MAX_FILE_BYTES);
        let index_bytes = whole("the limit of the search index", self.max_index_bytes, 1, MAX_INDEX_BYTES)?;
        let documents = whole("the memory for documents", self.max_documents_index_bytes, 1, MAX_INDEX_BYTES)?;
        let document = size("the size of documents that are searched", self.max_document_bytes, 1)?;
        let lines = self.max_lines.map(|lines| whole("the line limit", lines, 0, u32::MAX - 1)).transpose()?;
        Ok(Limits {
            bytes: size("the byte limit", self.max_bytes, 0)? as usize,
            lines: lines.unwrap_or(u32::MAX),
            files_at_once: whole("the number of files read at once", self.files_at_once, 1, 100)? as usize,
            image_bytes: size("the limit of one image", self.max_image_bytes, 1)? as usize,
            images_bytes: size("the limit of all images", self.max_images_bytes, 1)? as usize,
            index_bytes: index_bytes as usize,
            document_bytes: documents.into(),
            max_document_bytes: self.search_documents.then(|| f64::from(document)),
            changes: self.changes,
        })
    }
}

/// `value`, if it is a whole number from `least` to `most`.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked just before")]
fn whole(name: &'static str, value: f64, least: u32, most: u32) -> Result<u32, ConfigError> {
    if (f64::from(least)..=f64::from(most)).contains(&value) && value.fract() == 0.0 {
        return Ok(value as u32);
    }
    Err(ConfigError::Limit { name, least, most })
}

impl Context {
    /// The bounds of a reply: this context and `limits` together.
    pub(super) fn bounds(&self, limits: &Limits) -> Result<Bounds, ToolError> {
        let factor = self.token_factor;
        if !(MIN_TOKEN_FACTOR..=1.0 / MIN_TOKEN_FACTOR).contains(&factor) {
            let message = format!("token_factor of the call's context is {factor}");
            return Err(ToolError::invalid_arguments(
                message,
                "give real tokens divided by estimated ones, from 0.1 to 10; 1 if unknown",
            ));
        }
        let now = self.today.as_deref().and_then(LocalTime::parse);
        if let Some(text) = self.today.as_ref().filter(|_| now.is_none()) {
            let message = format!("today of the call's context is {}, which is not a date", quoted(text));
            return Err(ToolError::invalid_arguments(message, "give a date such as 2026-10-09 or 2026-10-09T08:30"));
        }
        let mut limit = Amount { lines: limits.lines, ..Amount::of_bytes(limits.bytes) };
        let mut max_tokens = None;
        if let Some(tokens) = self.max_tokens {
            let Ok(tokens) = whole("max_tokens", tokens, MIN_MAX_TOKENS, u32::MAX - 1) else {
                let message = format!("max_tokens of the call's context is {tokens}");
                return Err(ToolError::invalid_arguments(message, "give a whole number from 100 on"));
            };
            limit.millitokens = estimated(tokens, factor);
            max_tokens = Some(tokens);
        }
        Ok(Bounds { limit, max_tokens, numbering: self.numbering, layout: self.layout, now })
    }
}

/// `tokens` in the unit of the estimate, in thousandths.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both are positive and far from the ends")]
fn estimated(tokens: u32, factor: f64) -> u64 {
    (f64::from(tokens) * 1000.0 / factor) as u64
}
