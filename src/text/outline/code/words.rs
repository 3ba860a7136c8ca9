//! The keywords that begin definitions, by language.

use super::Language;

/// The kind of a block, which determines what may be defined in it.
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

/// The kind of definition that `word` begins, at the start of a statement.
pub(super) fn keyword(language: Language, word: &[u8]) -> Option<Scope> {
    let table: &[(&str, Scope)] = match language {
        Language::Rust => RUST,
        Language::JavaScript => JAVASCRIPT,
        Language::Java | Language::CSharp => JAVA,
        Language::Kotlin => KOTLIN,
        Language::Swift => SWIFT,
        Language::Go => GO,
        Language::Cpp => CPP,
        Language::Php => PHP,
        Language::Dart => DART,
        _ => &[],
    };
    table.iter().find(|(known, _)| known.as_bytes() == word).map(|&(_, scope)| scope)
}

use Scope::{Function, Space, Type, Value};

const RUST: &[(&str, Scope)] = &[
    ("fn", Function),
    ("struct", Type),
    ("enum", Type),
    ("union", Type),
    ("trait", Type),
    ("impl", Type),
    ("mod", Space),
    ("type", Value),
    ("const", Value),
    ("static", Value),
    ("macro_rules", Function),
    ("macro", Function),
];
const JAVASCRIPT: &[(&str, Scope)] = &[
    ("function", Function),
    ("class", Type),
    ("interface", Type),
    ("enum", Type),
    ("type", Value),
    ("namespace", Space),
    ("module", Space),
    ("global", Space),
];
const JAVA: &[(&str, Scope)] = &[
    ("class", Type),
    ("interface", Type),
    ("enum", Type),
    ("record", Type),
    ("struct", Type),
    ("namespace", Space),
    ("delegate", Value),
];
const KOTLIN: &[(&str, Scope)] = &[
    ("fun", Function),
    ("class", Type),
    ("interface", Type),
    ("object", Type),
    ("typealias", Value),
    ("constructor", Function),
    ("val", Value),
    ("var", Value),
];
const SWIFT: &[(&str, Scope)] = &[
    ("func", Function),
    ("class", Type),
    ("struct", Type),
    ("enum", Type),
    ("protocol", Type),
    ("extension", Type),
    ("actor", Type),
    ("init", Function),
    ("deinit", Function),
    ("subscript", Function),
    ("typealias", Value),
    ("let", Value),
    ("var", Value),
];
const GO: &[(&str, Scope)] = &[("func", Function), ("type", Type), ("const", Value), ("var", Value)];
const CPP: &[(&str, Scope)] =
    &[("class", Type), ("struct", Type), ("union", Type), ("enum", Type), ("namespace", Space), ("concept", Value)];
const PHP: &[(&str, Scope)] = &[
    ("function", Function),
    ("class", Type),
    ("interface", Type),
    ("trait", Type),
    ("enum", Type),
    ("namespace", Space),
    ("const", Value),
];
const DART: &[(&str, Scope)] =
    &[("class", Type), ("mixin", Type), ("extension", Type), ("enum", Type), ("typedef", Value)];

/// Whether `word` may precede the defining keyword, in any of the languages.
pub(super) fn is_modifier(word: &[u8]) -> bool {
    str::from_utf8(word).is_ok_and(|word| MODIFIERS.contains(&word))
}

const MODIFIERS: &[&str] = &[
    "abstract",
    "accessor",
    "actual",
    "annotation",
    "async",
    "base",
    "companion",
    "const",
    "consteval",
    "constexpr",
    "constinit",
    "convenience",
    "crate",
    "crossinline",
    "data",
    "declare",
    "default",
    "distributed",
    "dynamic",
    "expect",
    "enum",
    "explicit",
    "export",
    "extern",
    "external",
    "file",
    "fileprivate",
    "final",
    "friend",
    "global",
    "indirect",
    "infix",
    "inline",
    "inner",
    "internal",
    "isolated",
    "lateinit",
    "mutating",
    "native",
    "new",
    "nonisolated",
    "nonmutating",
    "noinline",
    "open",
    "operator",
    "override",
    "package",
    "partial",
    "private",
    "protected",
    "pub",
    "public",
    "readonly",
    "ref",
    "required",
    "safe",
    "sealed",
    "static",
    "strictfp",
    "suspend",
    "synchronized",
    "tailrec",
    "transient",
    "typedef",
    "unowned",
    "unsafe",
    "value",
    "virtual",
    "volatile",
    "weak",
    "get",
    "set",
    "auto",
    "mutable",
];

/// Whether `word` may define something without a name.
pub(super) fn is_complete(word: &[u8]) -> bool {
    matches!(word, b"function" | b"fun" | b"func" | b"init" | b"deinit" | b"subscript" | b"constructor" | b"object")
        || matches!(word, b"impl" | b"macro_rules" | b"extension")
}

/// Whether a statement that begins with `word` defines nothing, even if it looks like a definition.
pub(super) fn is_statement(word: &[u8]) -> bool {
    str::from_utf8(word).is_ok_and(|word| STATEMENTS.contains(&word))
}

const STATEMENTS: &[&str] = &[
    "assert",
    "await",
    "break",
    "case",
    "catch",
    "co_await",
    "co_return",
    "continue",
    "default",
    "defer",
    "delete",
    "do",
    "else",
    "finally",
    "fixed",
    "for",
    "foreach",
    "goto",
    "guard",
    "if",
    "import",
    "in",
    "lock",
    "new",
    "package",
    "return",
    "static_assert",
    "super",
    "switch",
    "this",
    "throw",
    "try",
    "typedef",
    "typeof",
    "using",
    "var",
    "when",
    "where",
    "while",
    "with",
    "yield",
    "friend",
    "part",
    "library",
];

/// Whether a line that begins with `word` continues the previous one.
pub(super) fn goes_on(word: &[u8]) -> bool {
    matches!(
        word,
        b"extends" | b"implements" | b"where" | b"throws" | b"instanceof" | b"satisfies" | b"else" | b"catch" | b"by"
    )
}
