//! Fields, such as `PAGE` or `HYPERLINK`: the instruction is omitted and the result is kept.

use std::rc::Rc;

/// Maximum nesting of fields. Mail merges reach about 10.
const MAX_FIELDS: usize = 64;
/// Maximum bytes kept of an instruction: enough for the longest web address.
const MAX_INSTRUCTION: usize = 4_096;

#[derive(Debug, Default)]
struct Field {
    instruction: String,
    shows_result: bool,
    is_link: bool,
}

/// The open fields.
#[derive(Debug, Default)]
pub(super) struct Fields {
    open: Vec<Field>,
    /// Number of open fields beyond [`MAX_FIELDS`].
    deeper: usize,
}

impl Fields {
    /// Begins a field. Its instruction follows.
    pub fn begin(&mut self) {
        if self.open.len() < MAX_FIELDS {
            self.open.push(Field::default());
        } else {
            self.deeper += 1;
        }
    }

    /// Adds a piece of the instruction.
    pub fn instruct(&mut self, text: &str) {
        if let Some(field) = self.open.last_mut()
            && field.instruction.len() + text.len() <= MAX_INSTRUCTION
        {
            field.instruction.push_str(text);
        }
    }

    /// Begins the result. Returns the target if the field is a link.
    pub fn separate(&mut self) -> Option<Rc<str>> {
        let field = self.open.last_mut().filter(|field| self.deeper == 0 && !field.shows_result)?;
        field.shows_result = true;
        let target = target_of(&field.instruction);
        field.is_link = target.is_some();
        target
    }

    /// Ends the field. Returns whether it was a link.
    pub fn end(&mut self) -> bool {
        if self.deeper > 0 {
            self.deeper -= 1;
            return false;
        }
        self.open.pop().is_some_and(|field| field.is_link)
    }

    /// Whether the current text belongs to an instruction, which is not shown.
    pub fn hide(&self) -> bool {
        self.deeper > 0 || self.open.iter().any(|field| !field.shows_result)
    }

    /// Handles the end of a paragraph. Drops fields without a result, which would hide the rest of the document. Links
    /// end with their paragraph.
    pub fn break_line(&mut self) {
        self.deeper = 0;
        self.open.retain(|field| field.shows_result);
        for field in &mut self.open {
            field.is_link = false;
        }
    }
}

/// The target in the instruction of a field: `HYPERLINK "https://example.org" \o "tip"` → `https://example.org`.
pub(super) fn target_of(instruction: &str) -> Option<Rc<str>> {
    let rest = instruction.trim_start();
    let (word, rest) = rest.split_at_checked("HYPERLINK".len())?;
    let rest = rest.trim_start();
    if !word.eq_ignore_ascii_case("HYPERLINK") || rest.starts_with('\\') {
        return None;
    }
    let target = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split_whitespace().next(),
    };
    target.filter(|target| !target.is_empty()).map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_leads_out_of_the_document_is_a_link() {
        for (instruction, expected) in [
            (r#" HYPERLINK "https://a.example/b c" \o "tip" "#, Some("https://a.example/b c")),
            ("hyperlink https://a.example", Some("https://a.example")),
            (r#"HYPERLINK \l "bookmark""#, None),
            ("PAGE", None),
            ("HYPERLINK", None),
        ] {
            assert_eq!(target_of(instruction).as_deref(), expected, "{instruction}");
        }
    }
}
