//! In which order sparse symmetric equations are eliminated, so that their envelope is narrow.
//!
//! Contacts are taken breadth first from one at the rim, those with the fewest neighbours first, and all of that backwards [CuthillMcKee1969], [George1971]. In a
//! rack or a heap the envelope is then as wide as a cross-section of the pile, however its contacts are numbered.

use std::collections::VecDeque;

/// All vertices of a graph, given by the neighbours of each, in the order in which they are to be eliminated.
pub(in crate::flow) fn narrow(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(neighbours.len());
    let mut is_taken = vec![false; neighbours.len()];
    let mut by_degree: Vec<usize> = (0..neighbours.len()).collect();
    by_degree.sort_by_key(|&vertex| neighbours[vertex].len());
    for seed in by_degree {
        if is_taken[seed] {
            continue;
        }
        // Whatever is reached last lies at the rim.
        let rim = breadth_first(seed, neighbours, &mut is_taken.clone()).last().copied().unwrap_or(seed);
        order.extend(breadth_first(rim, neighbours, &mut is_taken));
    }
    order.reverse();
    order
}

/// What can be reached from `start`, nearest first.
fn breadth_first(start: usize, neighbours: &[Vec<usize>], is_taken: &mut [bool]) -> Vec<usize> {
    let (mut reached, mut waiting) = (Vec::new(), VecDeque::from([start]));
    is_taken[start] = true;
    while let Some(vertex) = waiting.pop_front() {
        reached.push(vertex);
        let mut next: Vec<usize> = neighbours[vertex].iter().copied().filter(|&to| !is_taken[to]).collect();
        next.sort_by_key(|&to| neighbours[to].len());
        for to in next {
            if !is_taken[to] {
                is_taken[to] = true;
                waiting.push_back(to);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of `wide` by `long`, its places numbered at random.
    fn grid(wide: usize, long: usize) -> Vec<Vec<usize>> {
        let number = |place: usize| place * 7 % (wide * long); // 7 divides neither
        let mut neighbours = vec![Vec::new(); wide * long];
        for x in 0..wide {
            for y in 0..long {
                let here = number(y * wide + x);
                let mut join = |x: usize, y: usize| {
                    neighbours[here].push(number(y * wide + x));
                    neighbours[number(y * wide + x)].push(here);
                };
                if x + 1 < wide {
                    join(x + 1, y);
                }
                if y + 1 < long {
                    join(x, y + 1);
                }
            }
        }
        neighbours
    }

    #[test]
    fn the_envelope_of_a_long_grid_is_as_wide_as_the_grid() {
        let (wide, long) = (4, 50);
        let neighbours = grid(wide, long);
        let order = narrow(&neighbours);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..wide * long), "all vertices, each once");
        let place_of = |vertex: usize| order.iter().position(|&v| v == vertex).unwrap();
        let reach = |vertex: usize| {
            neighbours[vertex].iter().map(|&to| place_of(vertex).abs_diff(place_of(to))).max().unwrap()
        };
        let widest = (0..wide * long).map(reach).max().unwrap();
        assert!(widest <= wide + 1, "{widest}");
    }
}
