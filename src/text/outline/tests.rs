//! What every outline has to be, whatever it is made of.
