//! What the loads of an order do to the velocities of the next, over (t₁, t₂, n): (F.3) contact by contact.
//!
//! Most orders concern few contacts, so the product with W goes by columns: each load that is not faint moves the contacts that
//! it reaches, and keeps them awake ([`crate::flow::quiet`]).

use nalgebra::Matrix3;

use crate::flow::block::Block;

/// Numbers over (t₁, t₂, n), and a fourth that stays zero: the processor takes them two by two.
type Wide = [f64; 4];

/// A block of W: what a load at one member does to another.
#[derive(Debug, Clone, Copy, Default)]
struct Push {
    /// The member that is moved.
    row: usize,
    /// Velocity over (t₁, t₂, n) that unit loads along t₁, t₂ and n cause.
    by_load: [Wide; 3],
}

/// What the loads of an order add up to at one member.
#[derive(Debug, Clone, Copy, Default)]
struct Moved {
    velocity: Wide,
    /// The last order in which the member is awake.
    awake: usize,
}

/// W by columns, and the velocities that the present order gives.
#[derive(Debug, Default)]
pub(in crate::flow) struct Pushing {
    /// Where the blocks of each column start.
    start: Vec<usize>,
    pushes: Vec<Push>,
    moved: Vec<Moved>,
    /// Workspace.
    next: Vec<usize>,
}

impl Pushing {
    /// Sorts the blocks of W, which are given by rows, by columns.
    pub fn sort(&mut self, members: usize, block: &Block, blocks: &[Matrix3<f64>]) {
        self.start.clear();
        self.start.resize(members + 1, 0);
        block.columns().iter().for_each(|&column| self.start[column + 1] += 1);
        (0..members).for_each(|c| self.start[c + 1] += self.start[c]);
        self.pushes.clear();
        self.pushes.resize(block.len(), Push::default());
        self.moved.clear();
        self.moved.resize(members, Moved::default());
        self.next.clone_from(&self.start);
        for row in 0..members {
            for e in block.range(row) {
                let place = &mut self.next[block.columns()[e]];
                self.pushes[*place] = Push { row, by_load: blocks[e].data.0.map(|[x, y, z]| [x, y, z, 0.0]) };
                *place += 1;
            }
        }
    }

    /// Everyone is awake, for the initial velocities and the loads they cause.
    pub fn wake(&mut self) {
        self.moved.fill(Moved { velocity: [0.0; 4], awake: 1 });
    }

    #[inline]
    pub fn sleeps(&self, member: usize, order: usize) -> bool {
        self.moved[member].awake < order
    }

    pub fn any_awake(&self, order: usize) -> bool {
        self.moved.iter().any(|member| member.awake >= order)
    }

    /// The member has something to do up to this order.
    #[inline]
    pub fn keep_awake(&mut self, member: usize, order: usize) {
        let awake = &mut self.moved[member].awake;
        *awake = (*awake).max(order);
    }

    /// Adds what a load at a member causes, and keeps those it moves awake up to this order.
    #[inline]
    pub fn push(&mut self, member: usize, load: [f64; 3], awake: usize) {
        let [t1, t2, n] = load;
        for &Push { row, by_load: [by_t1, by_t2, by_n] } in
            &self.pushes[self.start[member]..self.start[member + 1]]
        {
            let moved = &mut self.moved[row];
            for axis in 0..4 {
                moved.velocity[axis] += by_t1[axis] * t1 + by_t2[axis] * t2 + by_n[axis] * n; // (F.3)
            }
            moved.awake = moved.awake.max(awake);
        }
    }

    /// Velocity over (t₁, t₂, n) that the loads so far give a member.
    #[inline]
    pub fn given(&self, member: usize) -> [f64; 3] {
        let [x, y, z, _] = self.moved[member].velocity;
        [x, y, z]
    }

    /// Hands over what the members have been given, those that it concerns, and starts from nothing.
    #[inline]
    pub fn take(&mut self, order: usize, mut give: impl FnMut(usize, [f64; 3])) {
        for (member, moved) in self.moved.iter_mut().enumerate().filter(|(_, moved)| moved.awake >= order) {
            let [x, y, z, _] = std::mem::take(&mut moved.velocity);
            give(member, [x, y, z]);
        }
    }
}
