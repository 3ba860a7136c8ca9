//! A model of vectors for tests: words of the same group have the same direction, other words have one of their own.

use std::collections::BTreeMap;

use lectern::{Answer, EmbedPurpose, Request, TextToEmbed, Vectors};

/// The number of values of its vectors.
pub const DIMS: usize = 64;

/// Words that mean the same.
const GROUPS: [&[&str]; 4] = [
    &["car", "automobile", "vehicle"],
    &["doctor", "physician"],
    &["glass", "pane", "putty"],
    &["fruit", "apple", "pear"],
];

/// What a host keeps and what it was asked for.
#[derive(Debug, Clone, Default)]
pub struct WordVectors {
    /// The pieces that are kept.
    pub pieces: BTreeMap<u32, Vec<u8>>,
    /// The texts that got vectors, in order: `Notes/a.md: its text`, and `: the query`.
    pub texts: Vec<String>,
    /// The answer to the next requests in place of vectors.
    pub answer: Option<Answer>,
}

impl WordVectors {
    /// Answers a request for vectors; `None` if it is another one.
    pub fn answer(&mut self, request: &Request) -> Option<Answer> {
        Some(match request {
            Request::Embed { purpose, texts } => {
                assert_eq!(*purpose == EmbedPurpose::Query, texts[0].path.is_empty());
                self.answer.clone().unwrap_or_else(|| self.embed(texts))
            }
            Request::KeptVectors(piece) => self.pieces.get(piece).cloned().map_or(Answer::Missing, Answer::Bytes),
            Request::KeepVectors { piece, bytes } => {
                self.pieces.insert(*piece, bytes.clone());
                Answer::Kept
            }
            Request::ForgetVectors { first, last } => {
                self.pieces.retain(|piece, _| !(*first..=*last).contains(piece));
                Answer::Kept
            }
            _ => return None,
        })
    }

    fn embed(&mut self, texts: &[TextToEmbed]) -> Answer {
        self.texts.extend(texts.iter().map(|text| format!("{}: {}", text.path, text.text)));
        let values = texts.iter().flat_map(|text| vector(&text.text)).flat_map(f32::to_le_bytes).collect();
        Answer::Vectors(Vectors { dims: u32::try_from(DIMS).expect("few"), values })
    }
}

/// The vector of a text: the sum of those of its words.
pub fn vector(text: &str) -> [f32; DIMS] {
    let mut sum = [0.0; DIMS];
    sum[0] = 0.5;
    for word in text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.len() > 2) {
        let word = word.to_lowercase();
        let group = GROUPS.iter().position(|group| group.contains(&word.as_str()));
        let own = word.bytes().fold(0_usize, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
        sum[group.map_or(8 + own % (DIMS - 8), |group| 1 + group)] += 1.0;
    }
    sum
}
