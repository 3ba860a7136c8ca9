//! Form fields: the state of check boxes and drop-down lists, written as in web pages.

use crate::draft::Stop;
use crate::xml::Xml;

/// Maximum number of bytes shown of the options of a list.
const MAX_OPTIONS: usize = 1_000;
/// Maximum number of options of a list in an older form. Word allows 25.
const MAX_ENTRIES: usize = 100;
/// Maximum length of such an option in characters, as in Word.
const MAX_ENTRY: usize = 255;

/// A content control that is more than its text.
#[derive(Debug)]
pub(super) enum Control {
    Check(bool),
    /// A list, with the option chosen as its text.
    Chosen,
    /// A list without a choice, with its options.
    Open(String),
}

impl Control {
    /// Reads the element `sdtPr` that was just opened. `None` if the control is just its text.
    pub fn read(xml: &mut Xml<'_>) -> Result<Option<Self>, Stop> {
        let (inside, mut control, mut is_open) = (xml.depth(), None, false);
        while xml.opens(inside)? {
            match (xml.name(), &mut control) {
                ("checkbox", _) => control = Some(Self::Check(false)),
                ("checked", Some(Self::Check(is_checked))) => *is_checked = xml.is_on(),
                ("dropDownList" | "comboBox", _) => control = Some(Self::Open(String::new())),
                ("listItem", Some(Self::Open(options))) => {
                    // The prompt, such as `Choose an item`, is an option with an empty value.
                    let value = xml.attribute("value").filter(|value| !value.is_empty());
                    let name = value.map(|value| xml.attribute("displayText").unwrap_or(value));
                    if let Some(name) = name.filter(|name| options.len() + name.len() < MAX_OPTIONS) {
                        options.push_str(if options.is_empty() { " of " } else { ", " });
                        options.push_str(&name);
                    }
                }
                ("showingPlcHdr", _) => is_open = xml.is_on(),
                _ => {}
            }
        }
        Ok(match control {
            Some(Self::Open(_)) if !is_open => Some(Self::Chosen),
            control => control,
        })
    }

    /// The control in place of its content `text`.
    pub fn shown(&self, text: &str) -> String {
        match self {
            Self::Check(is_checked) => {
                let mut rest = text.trim_start().chars();
                rest.next();
                format!("{}{}", check(*is_checked), rest.as_str())
            }
            Self::Chosen if text.trim().is_empty() => "[select: none]".to_owned(),
            Self::Chosen => format!("[select: {}]", text.trim()),
            Self::Open(options) => format!("[select: none{options}]"),
        }
    }
}

/// Reads the element `ffData` that was just opened: a field of a form made before Word 2007. Returns its state, or an
/// empty string if it is a text.
pub(super) fn legacy(xml: &mut Xml<'_>) -> Result<String, Stop> {
    let (inside, mut is_check, mut is_checked) = (xml.depth(), false, None);
    let (mut is_list, mut chosen) = (false, None);
    let (mut is_default, mut default, mut entries) = (false, None, Vec::new());
    while xml.opens(inside)? {
        match xml.name() {
            "checkBox" => is_check = true,
            "ddList" => is_list = true,
            "checked" => is_checked = Some(xml.is_on()),
            "default" => (is_default, default) = (xml.is_on(), xml.number()),
            "result" => chosen = xml.number(),
            "listEntry" if entries.len() < MAX_ENTRIES => {
                let name = xml.attribute("val").unwrap_or_default();
                entries.push(name.chars().take(MAX_ENTRY).collect::<String>());
            }
            _ => {}
        }
    }
    if is_check {
        return Ok(check(is_checked.unwrap_or(is_default)).to_owned());
    }
    if !is_list {
        return Ok(String::new());
    }
    let at = usize::try_from(chosen.or(default).unwrap_or_default()).unwrap_or_default();
    Ok(format!("[select: {}]", entries.get(at).map_or("none", String::as_str)))
}

fn check(is_checked: bool) -> &'static str {
    if is_checked { "[x]" } else { "[ ]" }
}
