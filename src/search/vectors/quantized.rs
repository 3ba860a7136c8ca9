//! Vectors as bytes. A vector of length 1 is kept as its direction: each value as one byte, with a common scale.

/// The largest value of a passage's vector, as a byte.
const BYTE: f32 = 127.0;

/// The largest value of a query's vector. Products of 1,024 values and bytes fit into 32 bits.
const WORD: f32 = 8191.0;

/// Why the numbers that a model gave are no vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VectorFault {
    /// Some are not finite.
    NotFinite,
    /// All are zero, so that it has no direction.
    Zero,
}

impl VectorFault {
    /// What is wrong.
    pub fn reason(self) -> &'static str {
        match self {
            Self::NotFinite => "the model gave a vector with a value that is not a number",
            Self::Zero => "the model gave a vector of zeros",
        }
    }
}

/// The direction of `vector` as bytes, appended to `into`, and their scale.
pub(super) fn quantize(vector: &[f32], into: &mut Vec<i8>) -> Result<f32, VectorFault> {
    let (length, most) = measure(vector)?;
    #[expect(clippy::cast_possible_truncation, reason = "at most 127")]
    into.extend(vector.iter().map(|value| (value / most * BYTE).round() as i8));
    Ok(most / length / BYTE)
}

/// The length of a vector, and its largest value.
fn measure(vector: &[f32]) -> Result<(f32, f32), VectorFault> {
    if !vector.iter().all(|value| value.is_finite()) {
        return Err(VectorFault::NotFinite);
    }
    let most = vector.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
    if most < f32::MIN_POSITIVE {
        return Err(VectorFault::Zero);
    }
    // Divided first, so that the squares of very large and very small values are numbers too.
    let length = vector.iter().map(|value| (value / most) * (value / most)).sum::<f32>().sqrt() * most;
    if length.is_finite() { Ok((length, most)) } else { Err(VectorFault::NotFinite) }
}

/// The vector of a query.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct QueryVector {
    values: Box<[i16]>,
    scale: f32,
}

impl QueryVector {
    /// The direction of `vector`.
    pub fn new(vector: &[f32]) -> Result<Self, VectorFault> {
        let (length, most) = measure(vector)?;
        #[expect(clippy::cast_possible_truncation, reason = "at most 8,191")]
        let values = vector.iter().map(|value| (value / most * WORD).round() as i16).collect();
        Ok(Self { values, scale: most / length / WORD })
    }

    /// The cosine of the angle to a passage's vector: 1 for the same direction.
    #[inline]
    pub fn cosine(&self, bytes: &[i8], scale: f32) -> f32 {
        let product: i32 = bytes.iter().zip(&self.values).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
        #[expect(clippy::cast_precision_loss, reason = "rounded")]
        let product = product as f32;
        product * scale * self.scale
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use proptest::prelude::*;

    use super::{QueryVector, VectorFault, quantize};

    fn cosine(a: &[f32], b: &[f32]) -> f32 {
        let (mut bytes, query) = (Vec::new(), QueryVector::new(a).unwrap());
        let scale = quantize(b, &mut bytes).unwrap();
        query.cosine(&bytes, scale)
    }

    #[test]
    fn directions_are_compared_whatever_the_length() {
        assert!((cosine(&[3.0, 4.0], &[30.0, 40.0]) - 1.0).abs() < 0.01);
        assert!((cosine(&[1e-30, 0.0], &[0.0, 1e30]) - 0.0).abs() < 0.01);
        assert!((cosine(&[1.0, 1.0], &[-2.0, -2.0]) + 1.0).abs() < 0.01);
    }

    #[test]
    fn what_has_no_direction_is_refused() {
        assert_eq!(quantize(&[0.0, 0.0], &mut Vec::new()), Err(VectorFault::Zero));
        assert_eq!(quantize(&[1.0, f32::NAN], &mut Vec::new()), Err(VectorFault::NotFinite));
        assert_eq!(QueryVector::new(&[f32::INFINITY]), Err(VectorFault::NotFinite));
        assert_eq!(QueryVector::new(&[f32::MAX; 1024]), Err(VectorFault::NotFinite));
    }

    /// Vectors around a few centers, as those of texts are.
    fn clustered(count: usize, dims: usize) -> Vec<Vec<f32>> {
        let mut seed = 1_u32;
        let mut next = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from(u16::try_from(seed >> 16).unwrap()) / 32_768.0 - 1.0
        };
        let centers: Vec<Vec<f32>> = (0..40).map(|_| (0..dims).map(|_| next()).collect()).collect();
        (0..count).map(|at| centers[at % 40].iter().map(|value| value + next()).collect()).collect()
    }

    #[test]
    fn the_ten_nearest_are_those_of_the_exact_numbers() {
        for dims in [256, 512] {
            let vectors = clustered(1000, dims);
            let bytes = |vector: &Vec<f32>| {
                let mut bytes = Vec::new();
                let scale = quantize(vector, &mut bytes).unwrap();
                (bytes, scale)
            };
            let held: Vec<_> = vectors.iter().map(bytes).collect();
            let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
            let best = |scores: Vec<f32>| {
                let mut order: Vec<usize> = (0..scores.len()).collect();
                order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
                order.into_iter().take(10).collect::<Vec<_>>()
            };
            let mut found = 0;
            let queries = clustered(1050, dims).split_off(1000);
            for query in &queries {
                let exact =
                    best(vectors.iter().map(|vector| dot(query, vector) / dot(vector, vector).sqrt()).collect());
                let query = QueryVector::new(query).unwrap();
                let nearest = best(held.iter().map(|(bytes, scale)| query.cosine(bytes, *scale)).collect());
                found += nearest.iter().filter(|at| exact.contains(at)).count();
            }
            assert!(found >= 495, "{found} of 500");
        }
    }

    proptest! {
        #[test]
        fn the_cosine_is_that_of_the_numbers(pairs in proptest::collection::vec((-1.0_f32..1.0, -1.0_f32..1.0), 8..600)) {
            let (a, b): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
            let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
            let exact = dot(&a, &b) / (dot(&a, &a) * dot(&b, &b)).sqrt();
            prop_assert!((cosine(&a, &b) - exact).abs() < 0.01);
        }
    }
}
