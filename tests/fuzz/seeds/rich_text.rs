//! Rich text, and what it is made of.

use super::super::grammar::Grammar;
use super::super::seed::Seed;

pub const GRAMMAR: Grammar = Grammar {
    marks: b"{}\\ ;*'-?\n",
    words: &[
        "\\par ",
        "\\pard ",
        "\\plain ",
        "\\intbl ",
        "\\cell ",
        "\\row ",
        "\\nestcell ",
        "\\nestrow ",
        "{\\field{\\*\\fldinst HYPERLINK \"https://e.org\"}{\\fldrslt ",
        "{\\footnote ",
        "{\\*\\annotation ",
        "{\\shp{\\*\\shpinst{\\shptxt ",
        "{\\listtext\\'b7\\tab}",
        "{\\fonttbl{\\f1\\fcharset128 Symbol;}{\\f2\\fcharset2 Wingdings;}}",
        "\\f1 ",
        "\\f2 ",
        "\\u-10179?",
        "\\u8364 ",
        "\\uc99999999999 ",
        "\\bin99999999999 ",
        "\\bin-1 ",
        "\\'8a",
        "\\'",
        "\\super ",
        "\\sub ",
        "\\ansicpg65001 ",
        "\\outlinelevel-1 ",
        "\\outlinelevel1 ",
        "\\ilvl99 ",
        "\\v ",
        "\u{e9}",
    ],
    nests: &[
        ("{", "}"),
        ("{\\field{\\fldrslt ", "}}"),
        ("{\\footnote ", "}"),
        ("{\\*\\annotation ", "}"),
        ("{\\shp{\\*\\shpinst{\\shptxt ", "}}}"),
    ],
};

pub fn seeds() -> Vec<Seed> {
    [
        r"{\rtf1\ansi\ansicpg1251\deff0{\fonttbl{\f0\fcharset204 Arial;}{\f1\fcharset2 Symbol;}}\pard\outlinelevel0 \'cf\'f0\par\pard {\f1\'61} 10\super 7\nosupersub\u8364?\par}",
        r#"{\rtf1\trowd\pard\intbl a\cell b\cell\row\pard{\field{\*\fldinst HYPERLINK "https://e.org"}{\fldrslt site}}{\footnote note}{\*\atnauthor X}{\*\annotation why}\par{\listtext 1.\tab}one\par}"#,
        r"{\rtf1{\*\shppict{\pict 00ff}}{\shp{\*\shpinst{\shptxt in a box\par}}}{\upr{a}{\*\ud{\u1087?}}}\par}",
    ]
    .map(Seed::text)
    .to_vec()
}
