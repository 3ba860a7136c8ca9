//! The relationships between the parts of a container.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::container::Package;
use crate::draft::Stop;

/// Maximum length of a target in bytes. All browsers support addresses of 2,083 bytes.
const MAX_TARGET: usize = 4_096;

/// A relationship from a part to another part or to an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Relation {
    /// The last segment of its type, such as `hyperlink`.
    pub kind: String,
    /// The address, or the name of the part relative to the root of the package.
    pub target: Rc<str>,
    /// Whether the target is outside the package.
    pub is_external: bool,
}

/// The relationships of a part by id.
pub(crate) type Relations = BTreeMap<String, Relation>;

impl Package<'_> {
    /// The relationships of `part` by id, up to the first error. `""` gives those of the package itself.
    pub fn relations(&mut self, part: &str) -> Result<Relations, Stop> {
        let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
        let separator = if folder.is_empty() { "" } else { "/" };
        let mut relations = Relations::new();
        let limit = self.limits().relations;
        let Some(mut xml) = self.xml(&format!("{folder}{separator}_rels/{name}.rels"))? else {
            return Ok(relations);
        };
        let mut held = 0;
        while let Ok(true) = xml.opens(0) {
            if xml.name() != "Relationship" {
                continue;
            }
            let (Some(id), Some(target)) = (xml.attribute("Id"), xml.attribute("Target")) else { continue };
            let kind = xml.attribute("Type").unwrap_or_default();
            let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
            let is_external = xml.attribute("TargetMode").is_some_and(|mode| mode == "External");
            // 100 bytes is about what a map entry takes besides its text.
            held += id.len() + target.len() + kind.len() + 100;
            if target.len() > MAX_TARGET {
                continue;
            }
            if held > limit {
                break;
            }
            let target = if is_external { target.into() } else { resolved(folder, &target).into() };
            relations.insert(id.into_owned(), Relation { kind, target, is_external });
        }
        Ok(relations)
    }
}

/// Resolves `target` relative to `folder` to the name of a part.
pub(crate) fn resolved(folder: &str, target: &str) -> String {
    let base = if target.starts_with(['/', '\\']) { "" } else { folder };
    let mut names: Vec<&str> = Vec::new();
    for name in base.split('/').chain(target.split(['/', '\\'])) {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names.join("/")
}
