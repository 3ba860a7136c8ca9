//! Reads a `.base` file: its views, with their filters, formulas, columns and order.

use thiserror::Error;

use super::evaluator::Named;
use super::filter::Filter;
use super::formula::Formula;
use super::formula_parser::parse;
use crate::note::front_matter::YamlNode;
use crate::path::quoted;

/// How deep formulas may refer to others.
const MAX_REFERENCES: u32 = 20;

/// Maximum views, formulas, columns and so on.
const MAX_ENTRIES: usize = 200;

/// Why a view can't be run.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct BaseError {
    message: String,
    /// What to do next.
    pub help: String,
}

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

impl BaseError {
    pub(super) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }

    /// A formula or filter can't be evaluated.
    pub(super) fn formula(what: &str, written: &str, reason: &str) -> Self {
        Self::new(
            format!("the {what} {} of the base can't be evaluated exactly: {reason}", quoted(written)),
            "list the notes with `where` instead, or read the base with read_file",
        )
    }
}

impl BaseView {
    /// The view `name` of the base `yaml`, or its first view.
    ///
    /// # Errors
    /// The base is not understood, has no such view, or the view can't be run exactly.
    pub fn parse(yaml: &str, name: Option<&str>) -> Result<Self, BaseError> {
        let not_understood = |what: &str| {
            let help = "read it with read_file, and list the notes with `where` instead";
            BaseError::new(format!("{what} of the base is not understood"), help)
        };
        let base = YamlNode::parse(yaml).ok_or_else(|| not_understood("the YAML"))?;
        let views = views(&base).ok_or_else(|| not_understood("`views`"))?;
        let name_of = |view: &YamlNode| view.get("name").and_then(YamlNode::text).unwrap_or_default();
        let wanted = name.map(str::trim).filter(|name| !name.is_empty());
        let view = views.iter().find(|view| wanted.is_none_or(|wanted| name_of(view) == wanted));
        if let (None, Some(wanted)) = (view, wanted) {
            let names: Vec<_> = views.iter().map(|view| quoted(&name_of(view))).collect();
            let help = match names.as_slice() {
                [] => "leave the view out: the base has none".to_owned(),
                names => format!("its views are {}", names.join(", ")),
            };
            return Err(BaseError::new(format!("the base has no view {}", quoted(wanted)), help));
        }
        let nothing = YamlNode::Map(Vec::new());
        let view = view.unwrap_or(&nothing);

        let mut formulas = Vec::new();
        match base.get("formulas") {
            None => {}
            Some(YamlNode::Map(entries)) if entries.len() <= MAX_ENTRIES => {
                for (name, written) in entries {
                    let written = written.text().unwrap_or_default();
                    formulas.push(Named { name: name.clone(), formula: parse(&written), written });
                }
            }
            Some(_) => return Err(not_understood("`formulas`")),
        }
        refuse_references(&mut formulas);
        let mut filters = Vec::new();
        for node in [base.get("filters"), view.get("filters")].into_iter().flatten() {
            filters.push(Filter::of(node, &formulas)?);
        }
        let list = |key: &str| match view.get(key) {
            None => Ok(&[][..]),
            Some(YamlNode::List(items)) if items.len() <= MAX_ENTRIES => Ok(items.as_slice()),
            Some(_) => Err(not_understood(&format!("`{key}`"))),
        };
        let is_file_name = |name: &String| ["file.name", "file.basename", "file.path", "file.file"].contains(&&**name);
        let shown = list("order")?.iter().filter_map(YamlNode::text).filter(|name| !is_file_name(name));
        let (mut columns, mut refused) = (Vec::new(), Vec::new());
        for name in shown {
            match Column::of(&name, &formulas) {
                Ok(column) => columns.push(column),
                Err(reason) => refused.push(format!("{}: {reason}", written(&name, &formulas))),
            }
        }
        let mut order = Vec::new();
        for sort in view.get("groupBy").into_iter().chain(list("sort")?) {
            let name = sort.get("property").or(Some(sort)).and_then(YamlNode::text);
            let name = name.ok_or_else(|| not_understood("what the view is sorted by"))?;
            let is_reversed = match sort.get("direction").and_then(YamlNode::text).as_deref() {
                None | Some("ASC") => false,
                Some("DESC") => true,
                Some(_) => return Err(not_understood("the direction of the order")),
            };
            let key = Column::of(&name, &formulas);
            let refused = |reason: String| BaseError::formula("order by", &written(&name, &formulas), &reason);
            order.push((key.map_err(refused)?, is_reversed));
        }
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
    fn of(name: &str, formulas: &[Named]) -> Result<Self, String> {
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

/// What a view calls `name`, with its formula if it is one of the base.
fn written(name: &str, formulas: &[Named]) -> String {
    let named = name.strip_prefix("formula.").and_then(|name| formulas.iter().find(|named| named.name == name));
    named.map_or_else(|| name.to_owned(), |named| format!("{name} = {}", named.written))
}

/// Checks that the formulas to which `formula` refers can be evaluated.
pub(super) fn check(formula: &Formula, formulas: &[Named]) -> Result<(), String> {
    let fault =
        references(formula).into_iter().find_map(|name| match formulas.iter().find(|named| named.name == name) {
            None => Some(format!("the base has no formula {}", quoted(&name))),
            Some(named) => named.formula.as_ref().err().cloned(),
        });
    fault.map_or(Ok(()), Err)
}

/// Refuses the formulas that refer to one that can't be evaluated, and those that refer to each other. Each round
/// follows one reference more.
fn refuse_references(formulas: &mut [Named]) {
    let mut good: Vec<String> = Vec::new();
    for _ in 0..=MAX_REFERENCES {
        for at in 0..formulas.len() {
            if let Ok(formula) = &formulas[at].formula
                && let Err(reason) = check(formula, formulas)
            {
                formulas[at].formula = Err(reason);
            }
        }
        let is_good = |named: &&Named| {
            let formula = named.formula.as_ref();
            formula.is_ok_and(|formula| references(formula).iter().all(|name| good.contains(name)))
        };
        good = formulas.iter().filter(is_good).map(|named| named.name.clone()).collect();
    }
    for named in formulas.iter_mut().filter(|named| named.formula.is_ok() && !good.contains(&named.name)) {
        named.formula = Err("formulas refer to each other".to_owned());
    }
}

/// The names of the formulas to which `formula` refers.
pub(super) fn references(formula: &Formula) -> Vec<String> {
    let mut names = Vec::new();
    formula.each(&mut |part| {
        if let Formula::Reference(name) = part
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    });
    names
}
