//! Reads a `.base` file: its views, with their filters, formulas, columns and order.

use super::base_error::{BaseError, FormulaError};
use super::filter::Filter;
use super::formula::Formula;
use super::formula_parser::parse;
use super::references::{Named, check, refuse_references};
use crate::note::front_matter::YamlNode;
use crate::path::quoted;

/// Maximum size of a base, in bytes: far more than people write.
pub(crate) const MAX_BYTES: u64 = 256 * 1024;

/// Maximum views, formulas, columns and so on.
const MAX_ENTRIES: usize = 200;

/// A view of a base.
#[derive(Debug)]
pub struct BaseView {
    pub(super) filters: Vec<Filter>,
    pub(super) formulas: Vec<Named>,
    /// The properties that it shows. The name and the path of the file are left out.
    pub columns: Vec<Column>,
    /// Those that can't be shown, and why.
    pub refused: Vec<String>,
    /// What it is grouped and sorted by, and whether each is from the last to the first.
    pub(super) order: Vec<(Column, bool)>,
    /// The maximum number of files.
    pub limit: Option<usize>,
}

/// A property, as a view names it, and its formula.
#[derive(Debug)]
pub struct Column {
    /// Such as `status`, `file.size` or `formula.price`.
    pub name: String,
    pub(super) formula: Formula,
}

impl BaseView {
    /// The view `name` of the base `yaml`, or its first view.
    ///
    /// # Errors
    /// The base is not understood, has no such view, or the view can't be run exactly.
    pub fn parse(yaml: &str, name: Option<&str>) -> Result<Self, BaseError> {
        let base = YamlNode::parse(yaml).ok_or_else(|| not_understood("the YAML"))?;
        let nothing = YamlNode::Map(Vec::new());
        let view = find_view(&base, name)?.unwrap_or(&nothing);
        let formulas = formulas_of(&base)?;
        let filters = [base.get("filters"), view.get("filters")].into_iter().flatten();
        let filters = filters.map(|node| Filter::of(node, &formulas)).collect::<Result<_, _>>()?;
        let is_file_name = |name: &String| ["file.name", "file.basename", "file.path", "file.file"].contains(&&**name);
        let (mut columns, mut refused) = (Vec::new(), Vec::new());
        for name in list(view, "order")?.iter().filter_map(YamlNode::text).filter(|name| !is_file_name(name)) {
            match Column::of(&name, &formulas) {
                Ok(column) => columns.push(column),
                Err(reason) => refused.push(format!("{}: {reason}", written(&name, &formulas))),
            }
        }
        let order = order_of(view, &formulas)?;
        let limit = match view.get("limit").map(|limit| limit.text().and_then(|limit| limit.parse().ok())) {
            None => None,
            Some(Some(limit)) => Some(limit),
            Some(None) => return Err(not_understood("`limit`")),
        };
        Ok(Self { filters, formulas, columns, refused, order, limit })
    }

    /// Whether a time of files is asked for.
    pub fn asks_for_times(&self) -> bool {
        let mut asks = false;
        let mut found = |formula: &Formula| asks |= matches!(formula, Formula::File("ctime" | "mtime"));
        for filter in &self.filters {
            filter.each(&mut |formula| formula.each(&mut found));
        }
        let columns = self.columns.iter().chain(self.order.iter().map(|(column, _)| column));
        let named = self.formulas.iter().filter_map(|named| named.formula.as_ref().ok());
        for formula in columns.map(|column| &column.formula).chain(named) {
            formula.each(&mut found);
        }
        asks
    }
}

impl Column {
    /// What a view calls `name`: `note.status`, `file.size`, `formula.price`, or a property such as `due date`.
    fn of(name: &str, formulas: &[Named]) -> Result<Self, FormulaError> {
        let formula = match name.split_once('.') {
            Some(("file", _)) => parse(name)?,
            Some(("formula", of)) => Formula::Reference(of.to_owned()),
            Some(("note", of)) => Formula::Property(of.to_owned()),
            _ => Formula::Property(name.to_owned()),
        };
        check(&formula, formulas)?;
        Ok(Self { name: name.strip_prefix("note.").unwrap_or(name).to_owned(), formula })
    }
}

/// The views of a base; `None` if they are not understood.
pub(super) fn views(base: &YamlNode) -> Option<&[YamlNode]> {
    match base.get("views") {
        None => Some(&[]),
        Some(YamlNode::List(views)) if views.len() <= MAX_ENTRIES => Some(views),
        Some(_) => None,
    }
}

fn not_understood(what: &str) -> BaseError {
    let help = "read it with read_file, and list the notes with `where` instead";
    BaseError::new(format!("{what} of the base is not understood"), help)
}

/// The view `name`, or the first one if the base has any.
fn find_view<'b>(base: &'b YamlNode, name: Option<&str>) -> Result<Option<&'b YamlNode>, BaseError> {
    let views = views(base).ok_or_else(|| not_understood("`views`"))?;
    let Some(wanted) = name.map(str::trim).filter(|name| !name.is_empty()) else { return Ok(views.first()) };
    let name_of = |view: &YamlNode| view.get("name").and_then(YamlNode::text).unwrap_or_default();
    if let Some(view) = views.iter().find(|view| name_of(view) == wanted) {
        return Ok(Some(view));
    }
    let names: Vec<_> = views.iter().map(|view| quoted(&name_of(view))).collect();
    let help = match names.as_slice() {
        [] => "leave the view out: the base has none".to_owned(),
        names => format!("its views are {}", names.join(", ")),
    };
    Err(BaseError::new(format!("the base has no view {}", quoted(wanted)), help))
}

fn formulas_of(base: &YamlNode) -> Result<Vec<Named>, BaseError> {
    let entries = match base.get("formulas") {
        None => &[][..],
        Some(YamlNode::Map(entries)) if entries.len() <= MAX_ENTRIES => entries.as_slice(),
        Some(_) => return Err(not_understood("`formulas`")),
    };
    let named = |(name, written): &(String, YamlNode)| {
        let written = written.text().unwrap_or_default();
        Named { name: name.clone(), formula: parse(&written), written }
    };
    let mut formulas = entries.iter().map(named).collect::<Vec<_>>();
    refuse_references(&mut formulas);
    Ok(formulas)
}

/// The list `key` of a view.
fn list<'v>(view: &'v YamlNode, key: &str) -> Result<&'v [YamlNode], BaseError> {
    match view.get(key) {
        None => Ok(&[]),
        Some(YamlNode::List(items)) if items.len() <= MAX_ENTRIES => Ok(items),
        Some(_) => Err(not_understood(&format!("`{key}`"))),
    }
}

/// See [`BaseView::order`].
fn order_of(view: &YamlNode, formulas: &[Named]) -> Result<Vec<(Column, bool)>, BaseError> {
    let mut order = Vec::new();
    for sort in view.get("groupBy").into_iter().chain(list(view, "sort")?) {
        let name = sort.get("property").or(Some(sort)).and_then(YamlNode::text);
        let name = name.ok_or_else(|| not_understood("what the view is sorted by"))?;
        let is_reversed = match sort.get("direction").and_then(YamlNode::text).as_deref() {
            None | Some("ASC") => false,
            Some("DESC") => true,
            Some(_) => return Err(not_understood("the direction of the order")),
        };
        let key = Column::of(&name, formulas);
        let key = key.map_err(|reason| BaseError::formula("order by", &written(&name, formulas), &reason))?;
        order.push((key, is_reversed));
    }
    Ok(order)
}

/// What a view calls `name`, with its formula if it is one of the base.
fn written(name: &str, formulas: &[Named]) -> String {
    let named = name.strip_prefix("formula.").and_then(|name| formulas.iter().find(|named| named.name == name));
    named.map_or_else(|| name.to_owned(), |named| format!("{name} = {}", named.written))
}
