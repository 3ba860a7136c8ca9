//! Check boxes: `- [ ] open` and `1. [x] done`, in lists, quotes and callouts, not in code or comments.

use super::line_kind::LineKind;
use super::line_starts::list_marker;
use super::scanner::{Lines, LinesRead};

/// Whether a task is done. In the app, every box with a mark is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TaskState {
    /// `[ ]`
    Open,
    /// `[x]`, or any other mark but `-`.
    Done,
    /// `[-]`, which is neither.
    Cancelled,
}

/// The states that the tasks of a note are in.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TaskStates {
    has_open: bool,
    has_done: bool,
    /// Whether one may have inline fields.
    has_fields: bool,
}

impl TaskStates {
    /// As bits, to store them.
    pub fn bits(self) -> u32 {
        u32::from(self.has_open) | u32::from(self.has_done) << 1 | u32::from(self.has_fields) << 2
    }

    /// The states that were stored as `bits`.
    pub fn of_bits(bits: u32) -> Self {
        Self { has_open: bits & 1 != 0, has_done: bits & 2 != 0, has_fields: bits & 4 != 0 }
    }

    pub fn add(&mut self, state: TaskState) {
        match state {
            TaskState::Open => self.has_open = true,
            TaskState::Done => self.has_done = true,
            TaskState::Cancelled => {}
        }
    }

    /// Records that a task may have inline fields.
    pub fn add_fields(&mut self) {
        self.has_fields = true;
    }

    /// Whether a task may have inline fields.
    pub fn has_fields(self) -> bool {
        self.has_fields
    }

    /// Whether there may be a task in this state. Cancelled tasks are not recorded.
    pub fn has(self, state: TaskState) -> bool {
        match state {
            TaskState::Open => self.has_open,
            TaskState::Done => self.has_done,
            TaskState::Cancelled => true,
        }
    }
}

/// A task.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Task {
    /// Its line, 1-indexed.
    pub line: u32,
    pub state: TaskState,
    /// The lines of the headings above it, outermost first.
    pub headings: Vec<u32>,
}

/// Reads the tasks of a note in steps. Every method takes the same note.
#[derive(Debug)]
pub(crate) struct TaskReader {
    read: LinesRead,
    /// The level and line of each heading above.
    headings: Vec<(u8, u32)>,
}

impl TaskReader {
    /// Begins with the first line of `note`, which has no byte order mark.
    pub fn new(note: &[u8]) -> Self {
        Self { read: LinesRead::new(note), headings: Vec::new() }
    }

    /// Reads about `max_bytes` more of `note`, to the end of a line, and calls `found` with each task, in order. Returns
    /// whether all of it is read.
    pub fn go_on(&mut self, note: &[u8], max_bytes: usize, found: &mut dyn FnMut(Task)) -> bool {
        let end = self.read.at().saturating_add(max_bytes);
        let mut lines = Lines::of(note, std::mem::take(&mut self.read));
        while lines.at() < end
            && let Some(line) = lines.next()
        {
            if let LineKind::Heading { level, first, .. } = line.kind {
                self.headings.retain(|&(above, _)| above < level);
                self.headings.push((level, first));
            } else if let Some(state) = task_state(line.kind, lines.scanner().is_continuation(), line.text) {
                let headings = self.headings.iter().map(|&(_, line)| line).collect();
                found(Task { line: line.number, state, headings });
            }
        }
        self.read = lines.read();
        self.read.at() >= note.len()
    }
}

/// The state of the task on a line of this kind; `None` for a line without one.
pub(crate) fn task_state(kind: LineKind<'_>, is_continuation: bool, line: &[u8]) -> Option<TaskState> {
    if kind != LineKind::Nested || is_continuation {
        return None;
    }
    let (mut rest, mut is_item) = (line.trim_ascii_start(), false);
    loop {
        let (marks, item) = match list_marker(rest) {
            Some((marks, _)) => (marks, true),
            None if rest.starts_with(b">") => (1, false),
            None => break,
        };
        (rest, is_item) = (rest[marks..].trim_ascii_start(), item);
    }
    let inner = rest.strip_prefix(b"[").filter(|_| is_item)?;
    let mark = inner.utf8_chunks().next()?.valid().chars().next()?;
    let behind = inner[mark.len_utf8()..].strip_prefix(b"]")?;
    // An empty box is no task.
    if !behind.starts_with(b" ") && !behind.starts_with(b"\t") || behind.trim_ascii().is_empty() {
        return None;
    }
    match mark {
        ' ' => Some(TaskState::Open),
        '-' => Some(TaskState::Cancelled),
        _ => Some(TaskState::Done),
    }
}

#[cfg(test)]
mod tests {
    use super::TaskReader;

    /// The tasks of `note` as `line state headings`, read in steps of `max_bytes`.
    fn tasks(note: &str, max_bytes: usize) -> Vec<String> {
        let (mut reader, mut found) = (TaskReader::new(note.as_bytes()), Vec::new());
        while !reader.go_on(note.as_bytes(), max_bytes, &mut |task| {
            let state = format!("{:?}", task.state).to_lowercase();
            found.push(format!("{} {state} {:?}", task.line, task.headings));
        }) {}
        found
    }

    #[test]
    fn a_box_in_a_list_is_a_task() {
        for (line, expected) in [
            ("- [ ] a", Some("open")),
            ("* [ ] a", Some("open")),
            ("+ [ ] a", Some("open")),
            ("1. [ ] a", Some("open")),
            ("2) [x] a", Some("done")),
            ("- [X] a", Some("done")),
            ("- [/] a", Some("done")),
            ("- [\u{2713}] a", Some("done")),
            ("- [-] a", Some("cancelled")),
            ("  - [ ]\ta", Some("open")),
            ("> - [ ] a", Some("open")),
            ("> [!todo] T", None),
            ("> > 1. [x] a", Some("done")),
            ("- - [ ] a", Some("open")),
            ("- > - [ ] a", Some("open")),
            ("- [ ] a\r", Some("open")),
            ("- [ ]", None),
            ("- [ ]  ", None),
            ("- [ ]a", None),
            ("- [] a", None),
            ("- [xx] a", None),
            ("- [x](link) a", None),
            ("-[ ] a", None),
            ("[ ] a", None),
            ("> [ ] a", None),
            ("text - [ ] a", None),
            ("- `[ ]` a", None),
            ("    - [ ] code", None),
            ("%% - [ ] a %%", None),
            ("<!-- - [ ] a -->", None),
            ("- [\u{fffd}", None),
        ] {
            let expected: Vec<String> = expected.map(|state| format!("1 {state} []")).into_iter().collect();
            assert_eq!(tasks(line, usize::MAX), expected, "{line:?}");
        }
    }

    #[test]
    fn tasks_have_their_headings_and_code_and_comments_have_none() {
        let note = "---\nlist:\n- [ ] no\n---\n- [ ] top\n# One\n- [ ] a\n  - [x] b\n\n    more\n### Deep\n> [!tip]\n> - [ ] c\n\nTwo\n===\n```\n- [ ] no\n```\n%%\n- [ ] no\n%%\ntext\n2. [ ] no\n- [ ] d\n## Three\n- [x] e";
        let expected = ["5 open []", "7 open [6]", "8 done [6]", "13 open [6, 11]", "25 open [15]", "27 done [15, 26]"];
        assert_eq!(tasks(note, usize::MAX), expected);
        for step in 1..40 {
            assert_eq!(tasks(note, step), expected, "{step}");
        }
        assert_eq!(tasks("", 1), [""; 0]);
    }
}
