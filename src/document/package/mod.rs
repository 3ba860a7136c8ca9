//! ZIP containers of XML parts, as office programs write them. [`part_reader`](super::part_reader) inflates the parts.

mod container;
mod inflater;
mod manifest;
mod outside;
mod package_kind;
mod relation;

pub(crate) use container::Package;
pub(crate) use inflater::Inflater;
pub(crate) use package_kind::mistaken;
pub(crate) use relation::{Relation, Relations, resolved};
