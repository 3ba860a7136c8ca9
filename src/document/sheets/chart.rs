//! A chart: its title, and the name and the values of each series.

use super::format::Shape;
use crate::draft::Stop;
use crate::markup::one_line;
use crate::xml::Xml;

/// Maximum number of series of a chart. Excel allows 255.
const MAX_SERIES: usize = 255;
/// Maximum number of values shown of a series.
const MAX_POINTS: usize = 200;
/// Maximum length in bytes of a title, a name or a category.
const MAX_TEXT: usize = 1024;

/// What is read of a chart.
#[derive(Default)]
pub(crate) struct Chart {
    title: String,
    /// The kinds of its plots, such as `bar`.
    kinds: Vec<String>,
    series: Vec<Series>,
}

/// One series.
#[derive(Default)]
struct Series {
    name: String,
    categories: Points,
    values: Points,
}

/// The stored points of a series, by their index, and the cells that they come from.
#[derive(Default)]
struct Points {
    texts: Vec<(usize, String)>,
    count: usize,
    cells: String,
}

impl Chart {
    /// Reads the chart in `xml`. Of a broken chart, what can be read.
    pub async fn read(xml: &mut Xml<'_>) -> Self {
        let mut chart = Self::default();
        let _ = read(xml, &mut chart).await;
        chart
    }

    /// `Sales (bar)`: its title and the kinds of its plots.
    pub fn heading(&self) -> String {
        let kinds = self.kinds.join(", ");
        let title = one_line(&self.title);
        match (title.is_empty(), kinds.is_empty()) {
            (true, _) => kinds,
            (_, true) => title,
            _ => format!("{title} ({kinds})"),
        }
    }

    /// The name and the values of each series.
    pub fn series(&self) -> impl Iterator<Item = (String, String)> {
        self.series.iter().enumerate().map(|(index, series)| {
            let name = if series.name.is_empty() { (index + 1).to_string() } else { series.name.clone() };
            (name, series.shown())
        })
    }
}

async fn read(xml: &mut Xml<'_>, chart: &mut Chart) -> Result<(), Stop> {
    let mut is_axis = false;
    while xml.opens_in_slices(0).await? {
        match xml.name() {
            "title" if !is_axis && chart.series.is_empty() && chart.title.is_empty() => {
                chart.title = text_in(xml)?;
            }
            "ser" if chart.series.len() < MAX_SERIES => {
                let series = series(xml).await?;
                chart.series.push(series);
            }
            "catAx" | "valAx" | "dateAx" | "serAx" => is_axis = true,
            name => {
                if let Some(kind) = name.strip_suffix("Chart").filter(|kind| !kind.is_empty()) {
                    let kind = kind.trim_end_matches("3D").to_owned();
                    if !chart.kinds.contains(&kind) {
                        chart.kinds.push(kind);
                    }
                }
            }
        }
    }
    Ok(())
}

/// Reads a series to its end.
async fn series(xml: &mut Xml<'_>) -> Result<Series, Stop> {
    let inside = xml.depth();
    let mut series = Series::default();
    while xml.opens_in_slices(inside).await? {
        match xml.name() {
            "tx" => text_in(xml)?.trim().clone_into(&mut series.name),
            "cat" | "xVal" => series.categories = points(xml)?,
            "val" | "yVal" => series.values = points(xml)?,
            _ => xml.skip()?,
        }
    }
    Ok(series)
}

/// The text in the element that was opened last. Of a reference, what it gave, or else itself.
fn text_in(xml: &mut Xml<'_>) -> Result<String, Stop> {
    let inside = xml.depth();
    let (mut text, mut cells) = (String::new(), String::new());
    while xml.opens(inside)? {
        match xml.name() {
            "t" | "v" => {
                let piece = xml.whole_text()?;
                if text.len() < MAX_TEXT {
                    text.push_str(cut(&piece));
                }
            }
            "f" => cut(&xml.whole_text()?).clone_into(&mut cells),
            // A new line.
            "p" | "br" => text.push(' '),
            _ => {}
        }
    }
    Ok(if text.trim().is_empty() { cells } else { text })
}

fn points(xml: &mut Xml<'_>) -> Result<Points, Stop> {
    let inside = xml.depth();
    let mut points = Points::default();
    let (mut shape, mut index) = (Shape::default(), 0);
    while xml.opens(inside)? {
        match xml.name() {
            "f" => cut(&xml.whole_text()?).clone_into(&mut points.cells),
            "formatCode" => shape = Shape::of_code(&xml.whole_text()?),
            "pt" => {
                index = xml.parsed("idx").unwrap_or(points.count);
                points.count += 1;
            }
            "v" => {
                let value = xml.whole_text()?;
                if points.texts.len() < MAX_POINTS {
                    points.texts.push((index, shape.show(cut(value.trim()), false)));
                }
            }
            _ => {}
        }
    }
    Ok(points)
}

impl Series {
    /// `Jan 10, Feb 12`; the cells if no values are stored.
    fn shown(&self) -> String {
        if self.values.texts.is_empty() {
            return format!("values of {}", self.values.cells);
        }
        let category = |index: usize| self.categories.texts.iter().find(|(other, _)| *other == index);
        let point = |(index, value): &(usize, String)| match category(*index) {
            Some((_, name)) => format!("{name} {value}"),
            None => value.clone(),
        };
        let mut shown = self.values.texts.iter().map(point).collect::<Vec<_>>().join(", ");
        let left = self.values.count.saturating_sub(self.values.texts.len());
        if left > 0 {
            shown = format!("{shown}, and {left} more");
        }
        shown
    }
}

/// The start of a long text.
fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_TEXT)]
}
