//! The loop that reads a part: what each element does to the text.

use super::frames::{Frame, Frames};
use super::table::Cell;
use crate::draft::Stop;
use crate::xml::{Node, Xml};

/// What a tag or a run of text counts towards a slice beside its length: laying it out takes as long as parsing this much.
const NODE_BYTES: usize = 64;

/// What an element of the story `S` does. `fn(&mut S)` is called at its end.
pub(crate) enum Step<S> {
    /// It has no effect. Its content is read.
    Nothing,
    /// Its content is not part of the text.
    Skip,
    /// It is shown as this text.
    Says(&'static str),
    /// It sets a property of what follows, or is shown as something.
    Starts(fn(&mut S, &Xml<'_>)),
    /// It has a structure of its own, which may be read to its end.
    Reads(fn(&mut S, &mut Xml<'_>) -> Result<(), Stop>),
    /// It encloses text.
    Spans(fn(&mut S, &Xml<'_>), fn(&mut S)),
    /// It encloses text that may be skipped.
    Holds(fn(&mut S, &mut Xml<'_>) -> Result<(), Stop>, fn(&mut S)),
    Ends(fn(&mut S)),
    Table,
    /// As many columns of the table.
    Columns(fn(&Xml<'_>) -> usize),
    Row,
    Cell(fn(&Xml<'_>) -> Cell),
    /// It has the same content in several forms, of which the first is read.
    Alternatives,
    Alternative,
}

/// The reader of one part.
pub(crate) trait Story<'a>: Sized {
    /// What the element that was just opened or closed does.
    fn step(xml: &Xml<'_>) -> Step<Self>;

    fn frames(&mut self) -> &mut Frames<'a>;

    /// Adds the text that an element is shown as.
    fn say(&mut self, text: &str);

    /// Text between elements, in formats that have it there.
    fn text(&mut self, _text: &str) {}

    /// Writes the text that was kept for the next paragraph. Called if no paragraph follows.
    fn flush(&mut self) {}

    fn end_paragraph(&mut self);

    fn end_box(&mut self);

    /// The part ends in an aside.
    fn cut_aside(&mut self);

    /// Reads to the end of the element at depth `inside`, or up to the first error. Then ends everything that is still
    /// open. Gives way between two slices.
    async fn read(&mut self, xml: &mut Xml<'_>, inside: usize) -> Result<(), Stop> {
        let end = read_all(self, xml, inside).await;
        while let Some(frame) = self.frames().last() {
            match frame {
                Frame::Paragraph(_) => self.end_paragraph(),
                Frame::Box(_) => self.end_box(),
                Frame::Aside(_) => self.cut_aside(),
                Frame::Cell(_) => end_cell(self),
                Frame::Table(_) => {
                    self.frames().end_row();
                    self.frames().end_table();
                }
            }
        }
        self.flush();
        end
    }
}

async fn read_all<'a, S: Story<'a>>(story: &mut S, xml: &mut Xml<'_>, inside: usize) -> Result<(), Stop> {
    while !story.frames().is_full() && xml.depth() >= inside {
        xml.charge(NODE_BYTES);
        xml.pause().await;
        match xml.next()? {
            Node::Open => open(story, xml)?,
            Node::Close => close(story, xml),
            Node::Text => story.text(xml.text()),
            Node::End => break,
        }
    }
    Ok(())
}

fn open<'a, S: Story<'a>>(story: &mut S, xml: &mut Xml<'_>) -> Result<(), Stop> {
    match S::step(xml) {
        Step::Nothing | Step::Ends(_) => {}
        Step::Says(text) => story.say(text),
        Step::Starts(start) | Step::Spans(start, _) => start(story, xml),
        Step::Reads(read) | Step::Holds(read, _) => read(story, xml)?,
        Step::Table => {
            story.flush();
            story.frames().begin_table();
        }
        Step::Columns(count) => story.frames().add_columns(count(xml)),
        Step::Row => story.frames().begin_row(),
        Step::Cell(cell) => story.frames().push(Frame::Cell(cell(xml))),
        Step::Alternatives => story.frames().chosen.push(false),
        Step::Alternative if story.frames().choose() => {}
        Step::Skip | Step::Alternative => xml.skip()?,
    }
    Ok(())
}

fn close<'a, S: Story<'a>>(story: &mut S, xml: &Xml<'_>) {
    match S::step(xml) {
        Step::Spans(_, end) | Step::Holds(_, end) | Step::Ends(end) => end(story),
        Step::Table => story.frames().end_table(),
        Step::Row => story.frames().end_row(),
        Step::Cell(_) => end_cell(story),
        Step::Alternatives => drop(story.frames().chosen.pop()),
        _ => {}
    }
}

fn end_cell<'a, S: Story<'a>>(story: &mut S) {
    story.flush();
    story.frames().end_cell();
}
