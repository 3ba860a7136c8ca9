//! The comments, strings and keywords of each language, as a table.

use super::Language;

/// What a definition or a block contains, which determines what may be defined in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// The file itself, a namespace, a module.
    Space,
    /// A class or similar type.
    Type,
    Function,
    /// A constant, a type alias.
    Value,
    /// An object literal, or another block that is part of an expression.
    Object,
    /// Any other block.
    Block,
}

/// How a comment or string is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Comment,
    /// A comment that starts at the start of a line, and in which a backslash before a line break continues it.
    Directive,
    /// A string in one line, with escapes. An unclosed quote does not start a string.
    Text,
    /// A string that may span lines, with escapes.
    Lines,
    /// A string that may span lines, without escapes.
    Raw,
    /// A character of Rust, as opposed to a lifetime.
    Char,
    /// A regular expression of JavaScript, as opposed to a division.
    Pattern,
}

/// What opens a comment or string, what closes it, and how it is read. The first that matches is used.
pub(super) type Span = (&'static str, &'static str, Kind);

/// Where a statement ends, other than at `;`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineEnd {
    /// A statement goes on in the next line.
    GoesOn,
    /// The end of a line ends it, unless an operator stands before or after.
    Ends,
    /// The end of a line ends it. Blocks go by indentation, without braces.
    Indents,
}

/// The rules of a language. Words are separated by spaces.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
    pub language: Language,
    pub spans: &'static [Span],
    pub line_end: LineEnd,
    /// Keywords of modules, types, functions and values.
    pub keywords: [&'static str; 4],
}

const LINE: Span = ("//", "\n", Kind::Comment);
const BLOCK: Span = ("/*", "*/", Kind::Comment);
const HASH: Span = ("#", "\n", Kind::Comment);
const DIRECTIVE: Span = ("#", "\n", Kind::Directive);
const DOUBLE: Span = ("\"", "\"", Kind::Text);
const SINGLE: Span = ("'", "'", Kind::Text);
const DOUBLE_LINES: Span = ("\"", "\"", Kind::Lines);
const SINGLE_LINES: Span = ("'", "'", Kind::Lines);
const TRIPLE: Span = ("\"\"\"", "\"\"\"", Kind::Lines);
const TRIPLE_SINGLE: Span = ("'''", "'''", Kind::Lines);
const BACKTICK: Span = ("`", "`", Kind::Lines);
const C: &[Span] = &[LINE, BLOCK, DOUBLE, SINGLE];

impl Rules {
    pub fn of(language: Language) -> Self {
        use Kind::{Comment, Raw};
        use LineEnd::{Ends, GoesOn, Indents};
        let (line_end, spans, keywords): (_, &[Span], _) = match language {
            Language::Cpp => (
                GoesOn,
                &[LINE, BLOCK, ("#if 0", "\n#e", Kind::Directive), DIRECTIVE, ("R\"(", ")\"", Raw), DOUBLE, SINGLE],
                ["namespace", "class struct union enum", "", "concept"],
            ),
            Language::CSharp => (
                GoesOn,
                &[LINE, BLOCK, DIRECTIVE, TRIPLE, ("@\"", "\"", Raw), ("@$\"", "\"", Raw), DOUBLE, SINGLE],
                ["namespace", "class interface enum record struct", "", "delegate"],
            ),
            Language::Java => (
                GoesOn,
                &[LINE, BLOCK, TRIPLE, DOUBLE, SINGLE],
                ["namespace", "class interface enum record struct", "", "delegate"],
            ),
            Language::Dart => (
                GoesOn,
                &[LINE, BLOCK, TRIPLE, TRIPLE_SINGLE, ("r'", "'", Raw), ("r\"", "\"", Raw), DOUBLE, SINGLE],
                ["", "class mixin extension enum", "", "typedef"],
            ),
            Language::Rust => (
                GoesOn,
                &[
                    LINE,
                    BLOCK,
                    ("r#\"", "\"#", Raw),
                    ("br#\"", "\"#", Raw),
                    ("r##\"", "\"##", Raw),
                    ("r\"", "\"", Raw),
                    ("br\"", "\"", Raw),
                    DOUBLE_LINES,
                    ("'", "'", Kind::Char),
                ],
                ["mod", "struct enum union trait impl", "fn macro_rules macro", "type const static"],
            ),
            Language::JavaScript => (
                Ends,
                &[LINE, BLOCK, DOUBLE, SINGLE, BACKTICK, ("/", "/", Kind::Pattern)],
                ["namespace module global", "class interface enum", "function", "type"],
            ),
            Language::Go => (Ends, &[LINE, BLOCK, DOUBLE, ("`", "`", Raw), SINGLE], ["", "type", "func", "const var"]),
            Language::Kotlin => (
                Ends,
                &[LINE, BLOCK, ("\"\"\"", "\"\"\"", Raw), DOUBLE, SINGLE],
                ["", "class interface object", "fun constructor", "typealias val var"],
            ),
            Language::Swift => (
                Ends,
                &[LINE, BLOCK, TRIPLE, ("#\"", "\"#", Raw), DOUBLE],
                ["", "class struct enum protocol extension actor", "func init deinit subscript", "typealias let var"],
            ),
            Language::Php => (
                GoesOn,
                &[LINE, BLOCK, ("?>", "<?php", Comment), HASH, DOUBLE_LINES, SINGLE_LINES],
                ["namespace", "class interface trait enum", "function", "const"],
            ),
            Language::R => (Ends, &[HASH, DOUBLE_LINES, SINGLE_LINES], [""; 4]),
            Language::Css => (GoesOn, &[BLOCK, DOUBLE, SINGLE], [""; 4]),
            Language::Python => (Indents, &[HASH, TRIPLE, TRIPLE_SINGLE, DOUBLE, SINGLE], [""; 4]),
            Language::Ruby => {
                (Indents, &[DIRECTIVE, ("\n=begin", "\n=end", Comment), ("\n__END__\n", "\0", Comment)], [""; 4])
            }
            Language::Lua => (Indents, &[("--[[", "]]", Comment), ("[[", "]]", Raw)], [""; 4]),
            Language::Shell => (Indents, &[DIRECTIVE], [""; 4]),
            Language::Sql => (
                GoesOn,
                &[
                    ("--", "\n", Comment),
                    BLOCK,
                    ("'", "'", Raw),
                    ("\"", "\"", Raw),
                    ("`", "`", Raw),
                    ("$$", "$$", Raw),
                    ("$function$", "$function$", Raw),
                    ("$body$", "$body$", Raw),
                    ("$BODY$", "$BODY$", Raw),
                ],
                [""; 4],
            ),
            _ => (GoesOn, C, [""; 4]),
        };
        Self { language, spans, line_end, keywords }
    }

    /// What `word` defines at the start of a statement.
    pub fn keyword(&self, word: &[u8]) -> Option<Scope> {
        let scopes = [Scope::Space, Scope::Type, Scope::Function, Scope::Value];
        self.keywords.into_iter().zip(scopes).find(|(words, _)| has(words, word)).map(|(_, scope)| scope)
    }
}

/// Whether `words`, separated by spaces, contain `word`.
pub(super) fn has(words: &str, word: &[u8]) -> bool {
    let is_it = |known: &[u8]| known.len() == word.len() && known[0] == word[0] && known == word;
    !word.is_empty() && words.as_bytes().split(|&byte| byte == b' ').any(is_it)
}

/// Words that may stand before the keyword of a definition, in any of the languages.
pub(super) const MODIFIERS: &str = "abstract accessor actual annotation async auto base companion const consteval \
    constexpr constinit convenience crate crossinline data declare default distributed dynamic enum expect explicit \
    export extern external file fileprivate final friend get global indirect infix inline inner internal isolated \
    lateinit mutable mutating native new noinline nonisolated nonmutating open operator override package partial \
    private protected pub public readonly ref required safe sealed set static strictfp suspend synchronized tailrec \
    transient typedef unowned unsafe value virtual volatile weak";

/// Words that start a statement which defines nothing, even if it looks like a definition.
pub(super) const STATEMENTS: &str = "assert await break case catch co_await co_return continue default defer delete do \
    else finally fixed for foreach friend goto guard if import in library lock new package part return static_assert \
    super switch this throw try typedef typeof using var when where while with yield";

/// Keywords that may define something without a name.
pub(super) const NAMELESS: &str =
    "function fun func init deinit subscript constructor object impl macro_rules extension";

/// Words before brackets that are not names of functions.
pub(super) const NO_NAMES: &str =
    "alignas decltype __attribute__ __declspec noexcept throw requires Function explicit asm";

/// A statement goes on across a line break after or before these words.
pub(super) const GOES_ON: &str = "extends implements where throws instanceof satisfies else catch by";
