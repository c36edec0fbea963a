//! The registry: every item of every paper.

mod chatterjee1998;
mod jia2008;
mod jia2012;
mod jia2013;
mod random;
mod wang2015;

use crate::item::Item;
use crate::paper::Paper;

/// The items of a paper, in its order.
pub fn items(paper: Paper) -> &'static [Item] {
    match paper {
        Paper::Jia2013 => jia2013::ITEMS,
        Paper::Jia2012 => jia2012::ITEMS,
        Paper::Chatterjee1998 => chatterjee1998::ITEMS,
        Paper::Jia2008 => jia2008::ITEMS,
        Paper::Wang2015 => wang2015::ITEMS,
    }
}
