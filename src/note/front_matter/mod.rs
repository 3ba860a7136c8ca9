//! The front matter of a note: where it ends, and its properties.
//!
//! Reads the part of YAML that Obsidian and people write, and reads it as every YAML parser does. [`read`] reports
//! everything else as not understood: anchors, aliases, tags, `? key`, several documents, wrong indentation.

mod bracketed;
mod escapes;
mod fault;
mod indented;
mod keys;
mod pieces;
mod properties;
mod reading;
mod typed;
mod stored_properties;
mod values;
mod yaml_tree;

pub(crate) use self::escapes::{JOINT, unescaped};
pub(crate) use self::fault::{YamlFault, note_fault, yaml_fault};
pub(crate) use self::keys::{comment_behind, key_and_value};
pub(crate) use self::pieces::{Piece, Role};
pub use self::properties::Property;
pub(crate) use self::properties::{properties, property_links};
pub(crate) use self::reading::read;
pub use self::typed::{PropertyValue, TypedProperties};
pub(crate) use self::typed::{is_date, number};
pub(crate) use self::values::{MAX_BYTES, NULL, values};
pub(crate) use self::yaml_tree::YamlNode;
pub(crate) use lectern_base::front_matter::{find, split};
