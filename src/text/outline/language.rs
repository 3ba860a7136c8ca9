//! Selects the outline rules for a file by its name, never by its content.

/// A language whose structure is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// Notes.
    Markdown,
    /// TeX and LaTeX.
    Latex,
    /// C and C++, including header files.
    Cpp,
    /// C#.
    CSharp,
    /// Plain style sheets.
    Css,
    /// Dart.
    Dart,
    /// Go.
    Go,
    /// Java, and Groovy where its syntax is the same.
    Java,
    /// JavaScript and TypeScript, with or without JSX.
    JavaScript,
    /// JSON, with or without comments.
    Json,
    /// Kotlin.
    Kotlin,
    /// Lua.
    Lua,
    /// PHP.
    Php,
    /// Python and its stubs.
    Python,
    /// R.
    R,
    /// Ruby.
    Ruby,
    /// Rust.
    Rust,
    /// SCSS and Less.
    Scss,
    /// Shells with a syntax like sh.
    Shell,
    /// SQL of any vendor.
    Sql,
    /// Swift.
    Swift,
    /// TOML and INI files.
    Toml,
    /// YAML.
    Yaml,
}

impl Language {
    /// Whether it is code or data, whose outline has definitions or keys, and no text with headings.
    pub fn is_code(self) -> bool {
        !matches!(self, Self::Markdown | Self::Latex)
    }
}

/// The file name extensions of each language, in lower case, separated by spaces.
const EXTENSIONS: &[(Language, &str)] = &[
    (Language::Cpp, "c cc cpp cxx h hh hpp hxx ino"),
    (Language::CSharp, "cs"),
    (Language::Css, "css"),
    (Language::Dart, "dart"),
    (Language::Go, "go"),
    (Language::Java, "gradle groovy java"),
    (Language::JavaScript, "cjs cts js jsx mjs mts ts tsx"),
    (Language::Json, "json json5 jsonc"),
    (Language::Kotlin, "kt kts"),
    (Language::Latex, "tex"),
    (Language::Lua, "lua"),
    (Language::Markdown, "markdown md mdx qmd rmd"),
    (Language::Php, "php"),
    (Language::Python, "py pyi"),
    (Language::R, "r"),
    (Language::Ruby, "rb"),
    (Language::Rust, "rs"),
    (Language::Scss, "less scss"),
    (Language::Shell, "bash sh zsh"),
    (Language::Sql, "sql"),
    (Language::Swift, "swift"),
    (Language::Toml, "cfg ini toml"),
    (Language::Yaml, "yaml yml"),
];

/// The file name extensions of all known languages.
pub(crate) fn outlined() -> impl Iterator<Item = &'static str> {
    EXTENSIONS.iter().flat_map(|(_, endings)| endings.split(' '))
}

/// The language of a file with this name or path. `None` if there is no outline for files of this kind.
pub(crate) fn language_of(name: &str) -> Option<Language> {
    let (_, extension) = name.rsplit_once('.')?;
    let is_of = |endings: &str| endings.split(' ').any(|ending| extension.eq_ignore_ascii_case(ending));
    EXTENSIONS.iter().find(|(_, endings)| is_of(endings)).map(|&(language, _)| language)
}
