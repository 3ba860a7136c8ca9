//! Vectors of passages, for the search by meaning: which texts have one, how they are held, and how near they are to a
//! query. A model outside makes the vectors.

mod embedded_text;
mod nearest;
mod quantized;
mod vector_set;

pub(crate) use embedded_text::{EmbeddedText, EmbeddedTexts};
pub(crate) use nearest::{MEANING, NearPassage, Nearest};
pub(crate) use quantized::QueryVector;
pub(crate) use vector_set::{MAX_DIMS, VectorSet};
