//! [Wang2015].

use crate::item::Item;

/// Every item, in the order of the paper.
pub const ITEMS: &[Item] = &[];
