//! Where the shapes of a slide are, and their order on it: from top to bottom, columns from left to right.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use lectern_base::sort::sort_by_key;

use crate::draft::Stop;
use crate::package::{Package, Relations};
use crate::xml::Xml;

/// Maximum number of shapes that are put in order, and of placeholders kept of a layout.
const MAX_SHAPES: usize = 500;
/// Maximum number of cuts into rows and columns, one inside the other.
const MAX_CUTS: usize = 20;

/// A rectangle on the slide, in units of which 12,700 are a point.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Rect {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
}

impl Rect {
    /// Takes its corner or its size from the element `off` or `ext` that was just opened.
    pub fn read(&mut self, xml: &Xml<'_>) {
        let number = |name| xml.parsed::<i64>(name).unwrap_or_default().clamp(-(1 << 40), 1 << 40);
        if xml.name() == "off" {
            (self.x, self.y) = (number("x"), number("y"));
        } else {
            (self.width, self.height) = (number("cx").max(0), number("cy").max(0));
        }
    }

    /// Its extent from top to bottom, or from left to right. A tenth is cut off at each end, because boxes overlap a
    /// little.
    fn extent(&self, is_vertical: bool) -> Range<i64> {
        let (start, len) = if is_vertical { (self.y, self.height) } else { (self.x, self.width) };
        start + len / 10..start + len - len / 10
    }
}

/// What a placeholder is for: its type and its index.
pub(super) type Placeholder = (String, String);

/// The placeholder in the element `ph` that was just opened.
pub(super) fn placeholder(xml: &Xml<'_>) -> Placeholder {
    (xml.short("type", 32), xml.short("idx", 16))
}

/// The places of placeholders, of the layouts and masters read so far by the names of their parts.
#[derive(Default)]
pub(super) struct Places(BTreeMap<Rc<str>, Rc<[(Placeholder, Rect)]>>);

impl Places {
    /// The places of the placeholders that a slide with these relations takes from its layout and master.
    pub fn of(&mut self, package: &mut Package<'_>, relations: &Relations) -> Result<Vec<(Placeholder, Rect)>, Stop> {
        let mut places = Vec::new();
        let Some(layout) = related(relations, "slideLayout") else { return Ok(places) };
        places.extend_from_slice(&self.read(package, &layout)?);
        if let Some(master) = related(&package.relations(&layout)?, "slideMaster") {
            places.extend_from_slice(&self.read(package, &master)?);
        }
        Ok(places)
    }

    fn read(&mut self, package: &mut Package<'_>, part: &Rc<str>) -> Result<Rc<[(Placeholder, Rect)]>, Stop> {
        if let Some(known) = self.0.get(part) {
            return Ok(Rc::clone(known));
        }
        let mut places = Vec::new();
        if let Some(mut xml) = package.optional_xml(part)? {
            let mut open: Option<(Placeholder, Rect)> = None;
            // A damaged layout is known as far as it can be read.
            while let Ok(true) = xml.opens(0) {
                match (xml.name(), &mut open) {
                    ("sp", _) => open = None,
                    ("ph", _) => open = Some((placeholder(&xml), Rect::default())),
                    ("off", Some((_, rect))) => rect.read(&xml),
                    ("ext", Some((_, rect))) if xml.tag_has("cx") => {
                        rect.read(&xml);
                        places.extend(open.take().filter(|_| places.len() < MAX_SHAPES));
                    }
                    _ => {}
                }
            }
        }
        let places: Rc<[_]> = places.into();
        self.0.insert(Rc::clone(part), Rc::clone(&places));
        Ok(places)
    }
}

fn related(relations: &Relations, kind: &str) -> Option<Rc<str>> {
    relations.values().find(|relation| relation.kind == kind).map(|relation| Rc::clone(&relation.target))
}

/// A shape of a slide: where its text is in the text of the slide, and where it is on the slide.
#[derive(Debug, Default)]
pub(super) struct Piece {
    pub text: Range<usize>,
    pub place: Option<Rect>,
    pub placeholder: Option<Placeholder>,
}

/// The text of a slide with its pieces in their order on the slide. `inherited` has the places of placeholders without
/// one of their own.
pub(super) fn in_order(text: String, pieces: &[Piece], inherited: &[(Placeholder, Rect)]) -> String {
    let place_of = |piece: &Piece| {
        let same = |index: usize| {
            inherited.iter().find(|(known, _)| {
                let wanted = piece.placeholder.as_ref();
                wanted.is_some_and(|wanted| match index {
                    0 => !wanted.1.is_empty() && wanted.1 == known.1,
                    _ => wanted.0 == known.0,
                })
            })
        };
        piece.place.or_else(|| same(0).or_else(|| same(1)).map(|(_, rect)| *rect))
    };
    let has_text = |piece: &&Piece| text.get(piece.text.clone()).is_some_and(|text| !text.trim().is_empty());
    let shown: Vec<&Piece> = pieces.iter().filter(has_text).collect();
    let places: Option<Vec<Rect>> = shown.iter().map(|piece| place_of(piece)).collect();
    let Some(places) = places.filter(|_| shown.len() <= MAX_SHAPES) else { return text };
    let mut order = Vec::new();
    cut(&places, (0..shown.len()).collect(), MAX_CUTS, &mut order);
    if order.is_sorted() {
        return text;
    }
    let rest = shown.last().map_or(0, |piece| piece.text.end);
    let mut parts: Vec<&str> = order.iter().map(|at| text[shown[*at].text.clone()].trim_matches('\n')).collect();
    parts.extend(text.get(rest..).map(|rest| rest.trim_matches('\n')).filter(|rest| !rest.is_empty()));
    parts.join("\n\n") + "\n"
}

/// Cuts the shapes in `wanted` into rows where a line across touches none of them, or else into columns, and adds them
/// to `order`.
fn cut(places: &[Rect], wanted: Vec<usize>, cuts: usize, order: &mut Vec<usize>) {
    for is_vertical in [true, false] {
        let mut sorted = wanted.clone();
        sort_by_key(&mut sorted, |at| (places[*at].extent(is_vertical).start, *at));
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut end = i64::MIN;
        for at in sorted {
            let extent = places[at].extent(is_vertical);
            match groups.last_mut().filter(|_| extent.start < end) {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
            end = end.max(extent.end);
        }
        if groups.len() > 1 && cuts > 0 {
            for group in groups {
                cut(places, group, cuts - 1, order);
            }
            return;
        }
    }
    let mut rest = wanted;
    sort_by_key(&mut rest, |at| (places[*at].y, places[*at].x, *at));
    order.extend(rest);
}
