//! Properties as they are stored between starts.

use super::typed::{MAX_PROPERTIES, PropertyValue, TypedProperties};
use crate::stored_bytes::{ByteReader, ByteWriter};

/// Before properties that are stored; 1 and 0 say whether there is front matter without any.
const STORED: u32 = 2;

impl TypedProperties {
    /// Writes them for [`restored`](Self::restored).
    pub(crate) fn store(&self, into: &mut ByteWriter) {
        let state = if self.by_name.is_some() { STORED } else { u32::from(self.is_there) };
        into.number(state);
        let Some(by_name) = &self.by_name else { return };
        into.count(by_name.len());
        for (name, value) in by_name {
            into.bytes(name.as_bytes());
            value.store(into);
        }
    }

    /// Reads them; `None` if they are damaged.
    pub(crate) fn restored(from: &mut ByteReader<'_>) -> Option<Self> {
        let state = from.number()?;
        if state != STORED {
            return Some(Self { by_name: None, is_there: state != 0 });
        }
        let mut by_name = Vec::new();
        for _ in 0..from.count()?.min(MAX_PROPERTIES) {
            by_name.push((from.text()?.into(), PropertyValue::restored(from, true)?));
        }
        Some(Self { by_name: Some(by_name.into()), is_there: true })
    }
}

impl PropertyValue {
    fn store(&self, into: &mut ByteWriter) {
        match self {
            Self::Unknown => into.number(0),
            Self::Empty => into.number(1),
            Self::Checkbox(is) => into.number(2 + u32::from(*is)),
            Self::Number(number) => {
                into.number(4);
                into.float(*number);
            }
            Self::Text(text) => {
                into.number(5);
                into.bytes(text.as_bytes());
            }
            Self::List(items) => {
                into.number(6);
                into.count(items.len());
                items.iter().for_each(|item| item.store(into));
            }
        }
    }

    /// Lists are in no lists.
    fn restored(from: &mut ByteReader<'_>, may_be_list: bool) -> Option<Self> {
        Some(match from.number()? {
            0 => Self::Unknown,
            1 => Self::Empty,
            2 => Self::Checkbox(false),
            3 => Self::Checkbox(true),
            4 => Self::Number(from.float()?),
            5 => Self::Text(from.text()?.into()),
            6 if may_be_list => {
                let mut items = Vec::new();
                for _ in 0..from.count()? {
                    items.push(Self::restored(from, false)?);
                }
                Self::List(items.into())
            }
            _ => return None,
        })
    }
}
