//! A watch is told how far a shot has come.

use carom_motion::Progress;
use carom_motion::billiards::{Table, Until, simulate, simulate_watched};

use crate::common::nine_ball_break;

#[test]
fn a_watch_hears_of_every_event_in_order_and_changes_nothing() {
    let (table, balls) = (Table::pool_nine_foot(), nine_ball_break(6.0, 0.003, 1e-4));
    let mut heard: Vec<Progress> = Vec::new();
    let watched = simulate_watched(&table, &balls, Until::Rest, &mut |progress| heard.push(progress));
    let watched = watched.expect("a sound shot");
    assert_eq!(watched, simulate(&table, &balls, Until::Rest).expect("a sound shot"));
    assert!(heard.windows(2).all(|pair| pair[0].time <= pair[1].time && pair[0].events <= pair[1].events));
    assert_eq!(heard.last().map(|last| last.events + 1), Some(watched.events.len()));
}
