//! Vectors of passages, for the search by meaning: which texts have one, how they are held, and how near they are to a
//! query. A model outside makes the vectors.

mod embedded_text;
mod near_notes;
mod quantized;
mod vector_set;

pub(crate) use embedded_text::{EmbeddedText, EmbeddedTexts};
pub(crate) use near_notes::{LITTLE, MEANING, NearPassage, Nearest, raise_nearest};
pub(crate) use quantized::QueryVector;
pub(crate) use vector_set::{MAX_DIMS, VectorSet};
