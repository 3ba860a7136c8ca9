//! Says in a line what each view of a base lists.

use super::base_file::{BaseView, MAX_BYTES, views};
use super::filter::Filter;
use super::references::{Named, references};
use crate::note::front_matter::YamlNode;
use crate::path::quoted;

/// Maximum views that are explained, and bytes of what is said of each.
const MAX_VIEWS: usize = 10;
const VIEW_BYTES: usize = 500;

/// How filters are joined.
const AND: &str = " and ";
const OR: &str = " or ";

/// What each view of the base `yaml`, the file at `path`, lists and how to list it, or why that can't be done. Each is
/// one line in lower case without a full stop.
pub(crate) fn explained(path: &str, yaml: &[u8]) -> Vec<String> {
    let yaml = yaml.strip_prefix("\u{feff}".as_bytes()).unwrap_or(yaml);
    let text = str::from_utf8(yaml).ok().filter(|text| text.len() as u64 <= MAX_BYTES);
    let Some((yaml, base)) = text.and_then(|yaml| Some((yaml, YamlNode::parse(yaml)?))) else {
        return vec!["the YAML of the base is not understood, so that its views can't be listed".to_owned()];
    };
    let names: Vec<_> = match views(&base) {
        Some([]) => vec![None],
        Some(views) => views.iter().map(|view| view.get("name").and_then(YamlNode::text)).collect(),
        None => Vec::new(),
    };
    let mut lines: Vec<_> = names.iter().take(MAX_VIEWS).map(|name| view(path, yaml, name.as_deref())).collect();
    if names.len() > MAX_VIEWS {
        lines.push(format!("the base has {} more views", names.len() - MAX_VIEWS));
    }
    lines
}

fn view(path: &str, yaml: &str, name: Option<&str>) -> String {
    let called = name.map_or_else(|| "the base".to_owned(), |name| format!("view {}", quoted(name)));
    let view = match BaseView::parse(yaml, name) {
        Ok(view) => view,
        Err(error) => return one_line(&format!("{called} can't be listed: {error}")),
    };
    let filters = match words(&view.filters, AND) {
        words if words.is_empty() => "all files".to_owned(),
        words => format!("files where {words}"),
    };
    let mut named = String::new();
    for Named { name, written, .. } in used(&view) {
        named = format!("{named}, with formula.{name} = {written}");
    }
    let base = name.map_or_else(|| path.to_owned(), |name| format!("{path}#{name}"));
    format!("{}; list them with list_files, base={}", one_line(&format!("{called}: {filters}{named}")), quoted(&base))
}

/// The filters in words, such as `a and (b or c) and not (d or e)`.
fn words(filters: &[Filter], joint: &str) -> String {
    let each = filters.iter().map(|filter| match filter {
        Filter::Formula { written, .. } if filters.len() > 1 && ["||", "&&"].iter().any(|or| written.contains(or)) => {
            format!("({written})")
        }
        Filter::Formula { written, .. } => written.clone(),
        Filter::All(filters) if filters.len() == 1 || joint == AND => words(filters, joint),
        Filter::Any(filters) if filters.len() == 1 => words(filters, joint),
        Filter::All(filters) => format!("({})", words(filters, AND)),
        Filter::Any(filters) => format!("({})", words(filters, OR)),
        Filter::None(filters) => format!("not ({})", words(filters, OR)),
    });
    each.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(joint)
}

/// The formulas that the filters refer to.
fn used(view: &BaseView) -> impl Iterator<Item = &Named> {
    let mut names = Vec::new();
    for filter in &view.filters {
        filter.each(&mut |formula| names.extend(references(formula)));
    }
    view.formulas.iter().filter(move |named| names.contains(&named.name))
}

/// `text` on one line, truncated.
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_control() || c.is_whitespace()).filter(|word| !word.is_empty());
    let line = words.collect::<Vec<_>>().join(" ");
    if line.len() <= VIEW_BYTES {
        return line;
    }
    format!("{}\u{2026}", &line[..line.floor_char_boundary(VIEW_BYTES)])
}
