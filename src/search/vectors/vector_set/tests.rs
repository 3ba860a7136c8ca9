//! A full set, and what is stored of a set.

use proptest::prelude::*;

use super::{PIECE, QueryVector, VectorSet};

#[test]
fn a_full_set_stays_as_it_is_and_has_room_again_once_some_are_unused() {
    let mut set = VectorSet::new(1024);
    let vector = [1.0; 1024];
    let mut key = 0;
    while !set.is_full() {
        key += 1;
        set.insert(key, &vector).unwrap();
        if key % 2 == 0 {
            set.hold(key);
        }
    }
    let (count, bytes) = (set.len(), set.bytes());
    assert!(bytes <= 64 << 20 && count > 60_000, "{count} {bytes}");
    set.insert(key + 1, &vector).unwrap();
    assert_eq!((set.len(), set.contains(key + 1)), (count, false));
    set.drop_unused();
    set.insert(key + 1, &vector).unwrap();
    assert_eq!((set.len(), set.bytes()), (count / 2 + 1, bytes));
}

#[test]
fn a_vector_that_is_stored_twice_is_restored_once_and_its_second_place_is_free() {
    let [mut one, mut both] = [VectorSet::new(3), VectorSet::new(3)];
    one.insert(7, &[1.0, 0.0, 0.0]).unwrap();
    both.insert(7, &[1.0, 0.0, 0.0]).unwrap();
    both.insert(8, &[0.0, 1.0, 0.0]).unwrap();
    let mut set = VectorSet::new(3);
    for stored in [&mut one, &mut both] {
        assert_eq!(set.restore(&stored.next_changed().unwrap().1), Some(()));
    }
    assert_eq!((set.len(), set.hold(7), set.hold(8), set.has_changed()), (2, Some(0), Some(2), true));
    set.insert(9, &[0.0, 0.0, 1.0]).unwrap();
    assert_eq!(set.hold(9), Some(1));
}

proptest! {
    /// Adds and drops at random, stores what changed, and restores it.
    #[test]
    fn what_is_stored_is_restored_and_nothing_is_left_of_what_was_dropped(
        steps in proptest::collection::vec((1_u64..4000, any::<bool>(), -1.0_f32..1.0), 1..60),
        rounds in 1_usize..4,
    ) {
        let (mut set, mut stored) = (VectorSet::new(3), Vec::<Vec<u8>>::new());
        for round in 0..rounds {
            for (key, is_added, value) in &steps {
                let key = key + u64::try_from(round).unwrap() * 1000;
                if *is_added {
                    for key in key..key + 100 {
                        set.insert(key, &[1.0, *value, 0.5]).unwrap();
                        set.hold(key);
                    }
                } else {
                    for key in key..key + 50 {
                        if let Some(slot) = set.hold(key) {
                            // Once for this, and for each time that it was added.
                            while set.key(slot) == key {
                                set.release(slot);
                            }
                        }
                    }
                    set.drop_unused();
                }
            }
            while let Some((piece, bytes)) = set.next_changed() {
                stored.resize(stored.len().max(piece as usize + 1), Vec::new());
                stored[piece as usize] = bytes;
            }
        }
        prop_assert_eq!(set.pieces() as usize, stored.len());
        let mut restored = VectorSet::new(3);
        for piece in &stored {
            prop_assert_eq!(restored.restore(piece), Some(()));
        }
        prop_assert_eq!(restored.len(), set.len());
        let query = QueryVector::new(&[0.3, 0.9, 0.1]).unwrap();
        for key in 1..8000 {
            let slots = (restored.hold(key), set.hold(key));
            prop_assert_eq!(slots.0, slots.1);
            if let (Some(slot), Some(_)) = slots {
                let cosine = |set: &VectorSet| set.cosine(&query, slot).to_bits();
                prop_assert_eq!(cosine(&restored), cosine(&set));
            }
        }
        // Damaged bytes are refused or read, never a panic.
        if let Some(piece) = stored.first().filter(|piece| piece.len() > 1) {
            prop_assert!(VectorSet::new(3).restore(&piece[..piece.len() - 1]).is_none());
        }
        prop_assert!(stored.iter().all(|piece| piece.len() <= PIECE * 20));
    }
}
