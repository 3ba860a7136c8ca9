//! Word fields. The text shows a field's result, or the state of a form field. The instruction is left out, except for
//! the target of a link.

use std::rc::Rc;

/// Maximum nesting depth of fields. Mail merges use about 10 levels.
const MAX_FIELDS: usize = 64;
/// Maximum number of bytes kept of one instruction: enough for the longest web address.
const MAX_INSTRUCTION: usize = 4_096;

#[derive(Debug, Default)]
pub(super) struct Field {
    instruction: String,
    shows_result: bool,
    pub is_link: bool,
    /// What a check box or a list shows in place of its result.
    pub state: String,
}

/// The stack of open fields.
#[derive(Debug, Default)]
pub(super) struct Fields {
    open: Vec<Field>,
    /// Number of open fields beyond [`MAX_FIELDS`].
    deeper: usize,
}

impl Fields {
    /// Starts a field. Its instruction comes first.
    pub fn begin(&mut self) {
        if self.open.len() < MAX_FIELDS {
            self.open.push(Field::default());
        } else {
            self.deeper += 1;
        }
    }

    /// Appends a piece of the instruction to the innermost field.
    pub fn instruct(&mut self, text: &str) {
        if let Some(field) = self.open.last_mut()
            && field.instruction.len() + text.len() <= MAX_INSTRUCTION
        {
            field.instruction.push_str(text);
        }
    }

    /// Sets the state of the innermost field, which is a form field.
    pub fn set_state(&mut self, state: String) {
        if let Some(field) = self.open.last_mut().filter(|_| self.deeper == 0) {
            field.state = state;
        }
    }

    /// Starts the result of the innermost field. Returns the target if the field is a link.
    pub fn separate(&mut self) -> Option<Rc<str>> {
        let field =
            self.open.last_mut().filter(|field| self.deeper == 0 && !field.shows_result && field.state.is_empty())?;
        field.shows_result = true;
        let target = target_of(&field.instruction);
        field.is_link = target.is_some();
        target
    }

    /// Ends the innermost field and returns it.
    pub fn end(&mut self) -> Option<Field> {
        if self.deeper > 0 {
            self.deeper -= 1;
            return None;
        }
        self.open.pop()
    }

    /// Whether the current text belongs to an instruction, which is not shown.
    pub fn hide(&self) -> bool {
        self.deeper > 0 || self.open.iter().any(|field| !field.shows_result)
    }

    /// Called at the end of a paragraph. Drops the fields that have no result, so that they do not hide the rest of the
    /// document, and stops treating open fields as links: a link ends with its line.
    pub fn break_line(&mut self) {
        self.deeper = 0;
        self.open.retain(|field| field.shows_result);
        for field in &mut self.open {
            field.is_link = false;
        }
    }
}

/// The target in a field's instruction, such as `HYPERLINK "https://example.org" \o "tip"`.
pub(super) fn target_of(instruction: &str) -> Option<Rc<str>> {
    let rest = instruction.trim_start();
    let (word, rest) = rest.split_at_checked("HYPERLINK".len())?;
    let rest = rest.trim_start();
    if !word.eq_ignore_ascii_case("HYPERLINK") || rest.starts_with('\\') {
        return None;
    }
    let (target, rest) = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
        None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
    };
    let place = rest.split_once(r#"\l ""#).and_then(|(_, place)| place.split('"').next());
    (!target.is_empty()).then(|| with_place(target, place))
}

/// A target with the place in its page.
pub(super) fn with_place(target: &str, place: Option<&str>) -> Rc<str> {
    match place.filter(|place| !place.is_empty() && !target.contains('#')) {
        Some(place) => format!("{target}#{place}").into(),
        None => target.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_leads_out_of_the_document_is_a_link() {
        for (instruction, expected) in [
            (r#" HYPERLINK "https://a.example/b c" \o "tip" "#, Some("https://a.example/b c")),
            ("hyperlink https://a.example", Some("https://a.example")),
            (r#"HYPERLINK "https://a.example" \l "top""#, Some("https://a.example#top")),
            (r#"HYPERLINK \l "bookmark""#, None),
            ("PAGE", None),
            ("HYPERLINK", None),
        ] {
            assert_eq!(target_of(instruction).as_deref(), expected, "{instruction}");
        }
    }
}
