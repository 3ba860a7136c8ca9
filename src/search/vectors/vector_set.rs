//! A set of vectors of one model, by the keys of their texts. It has at most [`MAX_BYTES`], and is stored in pieces, of
//! which only those that changed are written again.

use std::collections::{BTreeSet, HashMap};

use super::quantized::{QueryVector, VectorFault, quantize};
use crate::stored_bytes::{ByteReader, ByteWriter};

/// Maximum memory of a set.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// Bytes of a vector apart from its values: its key in both directions, its scale, and how many texts use it.
const OVERHEAD: usize = 40;

/// Maximum values of a vector.
pub(crate) const MAX_DIMS: u32 = 1024;

/// Vectors of a stored piece.
const PIECE: usize = 1024;

/// The vectors.
#[derive(Debug, Default)]
pub(crate) struct VectorSet {
    dims: usize,
    values: Vec<i8>,
    scales: Vec<f32>,
    /// The key of each slot; 0 if the slot is free.
    keys: Vec<u64>,
    /// How many texts of notes use it.
    users: Vec<u32>,
    slots: HashMap<u64, u32>,
    free: Vec<u32>,
    /// The pieces that are not stored as they are.
    changed: BTreeSet<u32>,
}

impl VectorSet {
    /// An empty set of vectors with `dims` values, at most [`MAX_DIMS`].
    pub fn new(dims: usize) -> Self {
        Self { dims, ..Self::default() }
    }

    pub fn dims(&self) -> usize {
        self.dims
    }

    /// The number of vectors.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Its memory.
    pub fn bytes(&self) -> usize {
        self.keys.len() * (self.dims + OVERHEAD)
    }

    /// Whether there is no room for another vector.
    pub fn is_full(&self) -> bool {
        self.free.is_empty() && self.bytes() + self.dims + OVERHEAD > MAX_BYTES
    }

    pub fn contains(&self, key: u64) -> bool {
        self.slots.contains_key(&key)
    }

    /// Adds the vector of the text with this `key`. A full set stays as it is.
    pub fn insert(&mut self, key: u64, vector: &[f32]) -> Result<(), VectorFault> {
        let mut values = Vec::with_capacity(self.dims);
        let scale = quantize(vector, &mut values)?;
        if values.len() == self.dims && !self.contains(key) && !self.is_full() {
            self.put(key, &values, scale);
        }
        Ok(())
    }

    fn put(&mut self, key: u64, values: &[i8], scale: f32) {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.values.resize(self.values.len() + self.dims, 0);
            self.scales.push(0.0);
            self.keys.push(0);
            self.users.push(0);
            u32::try_from(self.keys.len() - 1).unwrap_or(u32::MAX)
        });
        let at = slot as usize;
        self.values[at * self.dims..][..self.dims].copy_from_slice(values);
        (self.scales[at], self.keys[at], self.users[at]) = (scale, key, 0);
        self.slots.insert(key, slot);
        self.change(at);
    }

    /// The slot of the vector of `key`, which stays there until it is released as often as it was held.
    pub fn hold(&mut self, key: u64) -> Option<u32> {
        let slot = *self.slots.get(&key)?;
        self.users[slot as usize] += 1;
        Some(slot)
    }

    /// A text no longer uses the vector in this slot. Nothing is left of it once no text does.
    pub fn release(&mut self, slot: u32) {
        if let Some(users) = self.users.get_mut(slot as usize).filter(|users| **users > 0) {
            *users -= 1;
            if *users == 0 {
                self.remove(slot as usize);
            }
        }
    }

    /// The key of the vector in this slot.
    pub fn key(&self, slot: u32) -> u64 {
        self.keys.get(slot as usize).copied().unwrap_or_default()
    }

    /// Drops the vectors that no text used yet.
    pub fn drop_unused(&mut self) {
        for at in 0..self.keys.len() {
            if self.keys[at] != 0 && self.users[at] == 0 {
                self.remove(at);
            }
        }
    }

    fn remove(&mut self, at: usize) {
        self.slots.remove(&self.keys[at]);
        self.keys[at] = 0;
        self.values[at * self.dims..][..self.dims].fill(0);
        self.free.push(u32::try_from(at).unwrap_or(u32::MAX));
        self.change(at);
    }

    /// How near the vector in this slot is to `query`, from −1 to 1.
    pub fn cosine(&self, query: &QueryVector, slot: u32) -> f32 {
        let at = slot as usize;
        let values = self.values.get(at * self.dims..(at + 1) * self.dims);
        values.map_or(0.0, |values| query.cosine(values, self.scales[at]))
    }

    /// The mean of the vectors in these slots; `None` if it has no direction.
    pub fn mean(&self, slots: impl Iterator<Item = u32>) -> Option<QueryVector> {
        let mut mean = vec![0.0; self.dims];
        for at in slots.map(|slot| slot as usize) {
            let values = self.values.get(at * self.dims..(at + 1) * self.dims)?;
            mean.iter_mut().zip(values).for_each(|(sum, &value)| *sum += f32::from(value) * self.scales[at]);
        }
        QueryVector::new(&mean).ok()
    }

    fn change(&mut self, slot: usize) {
        self.changed.insert(u32::try_from(slot / PIECE).unwrap_or(u32::MAX));
    }

    /// Counts all pieces as changed.
    pub fn change_all(&mut self) {
        self.changed.extend(0..self.pieces());
    }

    /// The number of pieces.
    pub fn pieces(&self) -> u32 {
        u32::try_from(self.keys.len().div_ceil(PIECE)).unwrap_or(u32::MAX)
    }

    /// Whether some pieces are not stored as they are.
    pub fn has_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// The next piece that changed since it was stored.
    pub fn next_changed(&mut self) -> Option<(u32, Vec<u8>)> {
        let piece = self.changed.pop_first()?;
        let mut bytes = ByteWriter::default();
        let first = piece as usize * PIECE;
        for at in first..self.keys.len().min(first + PIECE) {
            bytes.word64(self.keys[at]);
            if self.keys[at] != 0 {
                bytes.number(self.scales[at].to_bits());
                bytes.0.extend(self.values[at * self.dims..][..self.dims].iter().map(|value| value.to_ne_bytes()[0]));
            }
        }
        Some((piece, bytes.0))
    }

    /// Adds the next stored piece; `None` if it is damaged.
    pub fn restore(&mut self, piece: &[u8]) -> Option<()> {
        let mut reader = ByteReader(piece);
        while !reader.is_empty() {
            let mut key = reader.word64()?;
            let (mut scale, mut values) = (0.0, vec![0; self.dims]);
            if key != 0 {
                scale = f32::from_bits(reader.number()?);
                for value in &mut values {
                    *value = i8::from_ne_bytes([reader.byte()?]);
                }
            }
            if !scale.is_finite() || self.is_full() {
                return None;
            }
            let slot = u32::try_from(self.keys.len()).ok()?;
            // It was moved, and the app was closed before both pieces were stored.
            if self.contains(key) {
                (key, scale) = (0, 0.0);
                values.fill(0);
                self.change(slot as usize);
            }
            self.values.extend(values);
            self.scales.push(scale);
            self.keys.push(key);
            self.users.push(0);
            if key == 0 {
                self.free.push(slot);
            } else {
                self.slots.insert(key, slot);
            }
        }
        Some(())
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
