//! Workbooks of Excel and `LibreOffice`, made here part by part, read as documents.
#![cfg(not(target_arch = "wasm32"))]

#[cfg(test)]
mod bounds;
#[cfg(test)]
mod made;
#[cfg(test)]
mod shown;
