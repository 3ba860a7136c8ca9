//! The stack of open elements that affect the text.

/// Maximum depth of the stack. Deeper elements are ignored, and only their text is kept.
const MAX_FRAMES: usize = 128;

/// An open element that affects the text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Frame {
    Heading(u8),
    /// The number of the next item, if the list is numbered.
    List(Option<i64>),
    Item {
        is_indented: bool,
    },
    Description {
        is_indented: bool,
    },
    Quote {
        is_indented: bool,
    },
    Pre {
        language: String,
    },
    Table,
    Cell,
    /// `start` is the position where its text begins. `has_option` tells whether an option has been shown.
    Select {
        start: usize,
        has_option: bool,
    },
    Math {
        start: usize,
    },
    Annotation,
}

impl Frame {
    /// Its index in [`OpenElements::depths`].
    fn kind(&self) -> usize {
        match self {
            Self::Heading(_) => HEADING,
            Self::List(_) => LIST,
            Self::Item { .. } => ITEM,
            Self::Description { .. } => DESCRIPTION,
            Self::Quote { .. } => QUOTE,
            Self::Pre { .. } => PRE,
            Self::Table => TABLE,
            Self::Cell => CELL,
            Self::Select { .. } => SELECT,
            Self::Math { .. } => MATH,
            Self::Annotation => ANNOTATION,
        }
    }
}

pub(super) const HEADING: usize = 0;
pub(super) const LIST: usize = 1;
pub(super) const ITEM: usize = 2;
pub(super) const DESCRIPTION: usize = 3;
pub(super) const QUOTE: usize = 4;
pub(super) const PRE: usize = 5;
pub(super) const TABLE: usize = 6;
pub(super) const CELL: usize = 7;
pub(super) const SELECT: usize = 8;
pub(super) const MATH: usize = 9;
pub(super) const ANNOTATION: usize = 10;
/// Number of kinds.
const KINDS: usize = 11;

/// The stack.
#[derive(Debug, Default)]
pub(super) struct OpenElements {
    frames: Vec<Frame>,
    /// For each kind of frame, a bit mask of the depths at which one is open. Finding a frame needs no search.
    depths: [u128; KINDS],
}

impl OpenElements {
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// The depth of the innermost open frame of this kind.
    pub fn last(&self, kind: usize) -> Option<usize> {
        let open = self.depths[kind];
        (open != 0).then(|| 127 - open.leading_zeros() as usize)
    }

    /// The frame at this depth.
    pub fn at(&mut self, depth: usize) -> Option<&mut Frame> {
        self.frames.get_mut(depth)
    }

    /// The innermost frame.
    pub fn innermost(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// Returns false if there are too many.
    pub fn push(&mut self, frame: Frame) -> bool {
        let depth = self.frames.len();
        if depth == MAX_FRAMES {
            return false;
        }
        self.depths[frame.kind()] |= 1 << depth;
        self.frames.push(frame);
        true
    }

    pub fn pop(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.depths[frame.kind()] &= !(1 << self.frames.len());
        }
    }
}
