//! [Jia2013]: two balls and a table, and what can be proved about them.

mod two_balls;

use crate::item::Item;
use crate::paper::Paper;

/// Every item, in the order of the paper.
pub const ITEMS: &[Item] = &[Item {
    paper: Paper::Jia2013,
    label: "Sec. 6.3.1",
    title: "Elastic impact of a ball on a ball on a table",
    about: "A ball of mass 1 falls at unit speed on a ball of mass 2/√3 that rests on a table; both contacts are \
            elastic and equally stiff. The paper integrates with Euler steps of the impulse.",
    compute: two_balls::elastic,
}];
