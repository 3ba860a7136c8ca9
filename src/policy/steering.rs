//! Files whose text models take as instructions: a change there steers what they do next.

use crate::path::VaultPath;

/// Files that agents read by themselves, in lower case and without extensions. Hidden ones, such as `.cursorrules`, are
/// excluded in any case.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "agents", "agent", "claude", "gemini", "qwen", "codex", "copilot", "copilot-instructions", "crush", "warp",
    "skill", "skills", "soul", "system-prompt", "system_prompt", "llms",
];

/// What is left out behind such a name: `AGENTS.override.md`, `CLAUDE.local.md`.
const VARIANTS: &[&str] = &[".local", ".override", ".private"];

/// What the names of other such files end in, before their extension: `review.prompt.md`.
const ENDS: &[&str] = &[".instructions", ".prompt", ".chatmode", ".agent", ".skill"];

const EXTENSIONS: &[&str] = &[".md", ".mdc", ".markdown", ".txt"];

/// Where the user keeps prompts.
#[derive(Debug, Clone, Default)]
pub(super) struct Steering {
    /// The keys of the folders.
    folders: Vec<String>,
}

impl Steering {
    /// Ignores entries that are not valid paths.
    pub fn new(folders: &[String]) -> Self {
        let key =
            |folder: &String| VaultPath::parse(folder.trim().trim_matches('/')).ok().map(|path| path.equivalence_key());
        Self { folders: folders.iter().filter_map(key).filter(|key| !key.is_empty()).collect() }
    }

    /// Whether models take the text of the file at `path` as instructions.
    pub fn has(&self, path: &VaultPath) -> bool {
        let key = path.equivalence_key();
        let is_below = |folder: &String| key.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'));
        let name = key.rsplit('/').next().unwrap_or_default();
        let stem = EXTENSIONS.iter().find_map(|extension| name.strip_suffix(extension)).unwrap_or(name);
        let plain = VARIANTS.iter().find_map(|variant| stem.strip_suffix(variant)).unwrap_or(stem);
        self.folders.iter().any(is_below)
            || NAMES.contains(&plain)
            || ENDS.iter().any(|end| stem.ends_with(end))
            || name.rsplit_once('.').is_some_and(|(_, extension)| extension == "mdc")
    }
}
