//! The parts of an Excel workbook that all sheets share: the list of sheets, the number formats and the relationships.
//!
//! `worksheet.rs` reads the sheets themselves.

use std::collections::BTreeMap;

use super::format::Shape;
use crate::draft::Stop;
use crate::package::{Package, Relations};
use crate::xml::{Node, Xml};

/// Maximum number of sheets read.
const MAX_SHEETS: usize = 10_000;
/// Maximum number of number formats kept: more than Excel allows.
const MAX_FORMATS: usize = 8_192;
/// Maximum number of cell formats kept. Excel allows 64,000.
const MAX_LOOKS: usize = 65_536;

/// A sheet as the workbook lists it.
pub(super) struct Sheet {
    pub name: String,
    pub is_hidden: bool,
    pub is_chart: bool,
    /// The name of its part.
    pub part: String,
}

/// The contents of the workbook part.
#[derive(Default)]
pub(super) struct Workbook {
    pub sheets: Vec<Sheet>,
    pub from_1904: bool,
    /// The names of the parts shared by all sheets.
    pub strings: String,
    pub styles: String,
    pub persons: String,
    /// The error that ended reading, if any.
    pub flaw: Option<Stop>,
    /// Whether some sheets were left out.
    pub is_cut: bool,
}

impl Workbook {
    pub async fn read(package: &mut Package<'_>, part: &str) -> Result<Self, Stop> {
        let relations = package.relations(part).unwrap_or_default();
        let part_of = |kind: &str| {
            relations.values().find(|relation| relation.kind == kind).map(|relation| relation.target.to_string())
        };
        let mut workbook = Self {
            strings: part_of("sharedStrings").unwrap_or_else(|| "xl/sharedStrings.xml".into()),
            styles: part_of("styles").unwrap_or_else(|| "xl/styles.xml".into()),
            persons: part_of("person").unwrap_or_default(),
            ..Self::default()
        };
        let Some(mut xml) = package.xml(part)? else { return Err(Stop::Missing) };
        workbook.flaw = workbook.read_sheets(&mut xml, &relations).await.err();
        Ok(workbook)
    }

    async fn read_sheets(&mut self, xml: &mut Xml<'_>, relations: &Relations) -> Result<(), Stop> {
        while xml.opens_in_slices(0).await? {
            match xml.name() {
                "workbookPr" => self.from_1904 = xml.attribute("date1904").is_some_and(|value| is_true(&value)),
                "sheet" if self.sheets.len() >= MAX_SHEETS => {
                    self.is_cut = true;
                    break;
                }
                "sheet" => self.sheets.push(sheet(xml, self.sheets.len() + 1, relations)),
                _ => {}
            }
        }
        Ok(())
    }
}

fn sheet(xml: &Xml<'_>, position: usize, relations: &Relations) -> Sheet {
    let (mut name, mut id, mut is_hidden) = (String::new(), String::new(), false);
    xml.attributes(|key, value| match key {
        // Excel allows 31 characters and other programs more. Limited, because a name may be kept for each sheet.
        "name" => name = value.chars().take(255).collect(),
        "id" => id = value.into_owned(),
        "state" => is_hidden = value == "hidden" || value == "veryHidden",
        _ => {}
    });
    let (is_chart, part) = match relations.get(&id) {
        Some(relation) => (relation.kind == "chartsheet", relation.target.to_string()),
        None => (false, format!("xl/worksheets/sheet{position}.xml")),
    };
    Sheet { name, is_hidden, is_chart, part }
}

pub(super) fn is_true(value: &str) -> bool {
    matches!(value, "1" | "true" | "on")
}

/// The number formats of cells, by the cell's style index (the attribute `s`).
#[derive(Default)]
pub(super) struct Styles {
    shapes: Vec<Shape>,
    /// For each style index, the index into `shapes`.
    looks: Vec<u16>,
}

impl Styles {
    /// Reads the part until the first error. Numbers without a known format are shown unchanged.
    pub async fn read(package: &mut Package<'_>, part: &str) -> Self {
        let mut styles = Self { shapes: vec![Shape::default()], looks: Vec::new() };
        let mut index_of: BTreeMap<u32, u16> = BTreeMap::new();
        let mut is_inside = false;
        let Ok(Some(mut xml)) = package.xml(part) else { return styles };
        while let Ok(node) = xml.next() {
            xml.pause().await;
            match node {
                Node::Open => match xml.name() {
                    "numFmt" if !is_inside && styles.shapes.len() < MAX_FORMATS => {
                        let id = xml.parsed("numFmtId");
                        if let (Some(id), Some(code)) = (id, xml.attribute("formatCode")) {
                            index_of.insert(id, styles.add(Shape::of_code(&code)));
                        }
                    }
                    "cellXfs" => is_inside = true,
                    "xf" if is_inside && styles.looks.len() < MAX_LOOKS => {
                        let id = xml.parsed("numFmtId").unwrap_or(0);
                        let look = match index_of.get(&id) {
                            Some(&look) => look,
                            None if styles.shapes.len() < MAX_FORMATS => {
                                let look = styles.add(Shape::builtin(id));
                                index_of.insert(id, look);
                                look
                            }
                            None => 0,
                        };
                        styles.looks.push(look);
                    }
                    _ => {}
                },
                Node::Close if xml.name() == "cellXfs" => break,
                Node::End => break,
                _ => {}
            }
        }
        styles
    }

    fn add(&mut self, shape: Shape) -> u16 {
        self.shapes.push(shape);
        u16::try_from(self.shapes.len() - 1).unwrap_or(0)
    }

    /// The number format for a cell's style index (the attribute `s`).
    pub fn shape(&self, style: usize) -> &Shape {
        static PLAIN: std::sync::LazyLock<Shape> = std::sync::LazyLock::new(Shape::default);
        self.looks.get(style).and_then(|&look| self.shapes.get(usize::from(look))).unwrap_or(&PLAIN)
    }
}
