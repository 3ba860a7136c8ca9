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

/// File name extensions, in lower case.
pub(super) const EXTENSIONS: &[(&str, Language)] = &[
    ("bash", Language::Shell),
    ("c", Language::Cpp),
    ("cc", Language::Cpp),
    ("cfg", Language::Toml),
    ("cjs", Language::JavaScript),
    ("cpp", Language::Cpp),
    ("cs", Language::CSharp),
    ("css", Language::Css),
    ("cts", Language::JavaScript),
    ("cxx", Language::Cpp),
    ("dart", Language::Dart),
    ("go", Language::Go),
    ("gradle", Language::Java),
    ("groovy", Language::Java),
    ("h", Language::Cpp),
    ("hh", Language::Cpp),
    ("hpp", Language::Cpp),
    ("hxx", Language::Cpp),
    ("ini", Language::Toml),
    ("ino", Language::Cpp),
    ("java", Language::Java),
    ("js", Language::JavaScript),
    ("json", Language::Json),
    ("json5", Language::Json),
    ("jsonc", Language::Json),
    ("jsx", Language::JavaScript),
    ("kt", Language::Kotlin),
    ("kts", Language::Kotlin),
    ("less", Language::Scss),
    ("lua", Language::Lua),
    ("markdown", Language::Markdown),
    ("md", Language::Markdown),
    ("mdx", Language::Markdown),
    ("mjs", Language::JavaScript),
    ("mts", Language::JavaScript),
    ("php", Language::Php),
    ("py", Language::Python),
    ("pyi", Language::Python),
    ("qmd", Language::Markdown),
    ("r", Language::R),
    ("rb", Language::Ruby),
    ("rmd", Language::Markdown),
    ("rs", Language::Rust),
    ("scss", Language::Scss),
    ("sh", Language::Shell),
    ("sql", Language::Sql),
    ("swift", Language::Swift),
    ("tex", Language::Latex),
    ("toml", Language::Toml),
    ("ts", Language::JavaScript),
    ("tsx", Language::JavaScript),
    ("yaml", Language::Yaml),
    ("yml", Language::Yaml),
    ("zsh", Language::Shell),
];

/// The file name extensions of all known languages.
pub(crate) fn outlined() -> impl Iterator<Item = &'static str> {
    EXTENSIONS.iter().map(|&(ending, _)| ending)
}

/// The language of a file with this name or path. `None` if there is no outline for files of this kind.
pub(crate) fn language_of(name: &str) -> Option<Language> {
    let (_, extension) = name.rsplit_once('.')?;
    EXTENSIONS.iter().find(|(known, _)| extension.eq_ignore_ascii_case(known)).map(|&(_, language)| language)
}
