//! Workbooks of Excel and `LibreOffice`, made here part by part, read as documents.

mod bounds;
mod drawings;
pub mod made;
mod places;
mod shown;
