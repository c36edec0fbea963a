//! W over the members of a frame: what loads do to them, closed contacts answering.
//!
//! One operator in the form that its members call for, chosen once when they are coupled:
//!
//! | form | for | products |
//! |---|---|---|
//! | few | at most four members, none held | all orders at once, unrolled ([`Series::unfold_few`]) |
//! | rows | any without friction | sparse, what is next to the diagonal apart ([`Block`]) |
//! | rooted | very unequal bodies | by the bodies' momenta, (F.4) ([`Momentum`]) |
//! | spatial | friction | over (t₁, t₂, n), by columns ([`crate::flow::pushing`]) |
//!
//! Whatever the form, its normal entries are known by rows: they bound frequencies (Gershgorin's circles), give what each member feels of itself, and the
//! equations (F.2) of closed contacts.

use nalgebra::Matrix3;

use crate::coupling::Coupling;
use crate::flow::block::Block;
use crate::flow::bound::Bound;
use crate::flow::frame::Entry;
use crate::flow::momentum::{Gain, Momentum};
use crate::flow::reaction::{Reactions, Row};
use crate::flow::series::{FEW, RECIPROCAL, Series};

/// How products are formed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::flow) enum Form {
    Few,
    #[default]
    Rows,
    Rooted,
    Spatial,
}

/// W over the members of a frame.
#[derive(Debug, Default)]
pub(in crate::flow) struct Operator {
    form: Form,
    /// The normal entries.
    block: Block,
    /// The normal entries in full, by rows, if there are few members and none has friction.
    full: Vec<f64>,
    /// The members' rows of the root of W, if there is one.
    momentum: Momentum,
    /// What has been gained by loads of the present order, if the form is rooted.
    gain: Option<Gain>,
    /// Blocks over (t₁, t₂, n), entry by entry as the normal ones; none without friction.
    spatial: Vec<Matrix3<f64>>,
    /// (F.2), factored.
    reactions: Reactions,
    /// Workspace of (F.2).
    reaction: Vec<f64>,
}

impl Operator {
    /// Forgets all that it has learnt from earlier steps, keeping its memory.
    pub fn forget(&mut self) {
        self.momentum = Momentum::default();
        self.reactions = Reactions::None;
    }

    /// Takes over the members' block of W, with the answers of the groups that are `bound`. `place` maps a contact to its
    /// member + 1, and is zero elsewhere.
    pub fn couple(
        &mut self,
        (coupling, bound): (&Coupling, &Bound),
        entries: &[Entry],
        held: &[usize],
        place: &[usize],
        has_friction: bool,
    ) {
        self.block.clear();
        self.spatial.clear();
        let acting = |contact: usize| {
            place[contact].checked_sub(1).filter(|&member: &usize| !entries[member].role.is_passive())
        };
        for entry in entries {
            let mut blocks = coupling.block_row(entry.contact);
            for (j, w) in coupling.row(entry.contact) {
                let spatial = blocks.next();
                if let Some(member) = acting(j) {
                    self.block.push(member, w);
                    self.spatial.extend(spatial.map(|(_, w)| w));
                }
            }
            for (j, w) in bound.row(entry.contact) {
                acting(j).into_iter().for_each(|member| self.block.add(member, w)); // (K.2)
            }
            self.block.end_row();
        }
        let are_few = entries.len() <= FEW;
        self.full.clear();
        if !has_friction && are_few {
            self.block.fill(&mut self.full);
        }
        if !has_friction && (!are_few || !held.is_empty()) {
            self.block.sort();
        }
        self.factor_held(held);
        self.momentum.couple(coupling.root(), entries, held);
        self.form = match (has_friction, self.momentum.is_kept(), are_few && held.is_empty()) {
            (true, _, _) => Form::Spatial,
            (false, true, _) => Form::Rooted,
            (false, false, true) => Form::Few,
            (false, false, false) => Form::Rows,
        };
    }

    /// Takes over a part of the contacts, whose rows are known: (j, w) of each contact, groups answering.
    pub fn couple_part<'r>(
        &mut self,
        row: impl Fn(usize) -> &'r [(usize, f64)],
        entries: &[Entry],
        held: &[usize],
        place: &[usize],
    ) {
        self.block.clear();
        for entry in entries {
            for &(j, w) in row(entry.contact) {
                let member = place[j].checked_sub(1);
                if let Some(member) = member.filter(|&member| !entries[member].role.is_passive()) {
                    self.block.push(member, w);
                }
            }
            self.block.end_row();
        }
        self.full.clear();
        self.block.sort();
        self.factor_held(held);
        self.form = Form::Rows;
    }

    fn factor_held(&mut self, held: &[usize]) {
        self.reactions =
            if held.is_empty() { Reactions::None } else { Reactions::of(&self.block.among(held)) };
    }

    pub fn form(&self) -> Form {
        self.form
    }

    /// The normal entries, once they are sorted for products.
    pub fn block(&self) -> &Block {
        &self.block
    }

    /// The normal entries (column, value) of a row.
    #[inline]
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + Clone + '_ {
        self.block.row(row)
    }

    /// The blocks (column, value) of a row over (t₁, t₂, n).
    #[inline]
    pub fn spatial_row(&self, row: usize) -> impl Iterator<Item = (usize, &Matrix3<f64>)> {
        let range = self.block.range(row);
        self.block.columns()[range.clone()].iter().copied().zip(&self.spatial[range])
    }

    /// All blocks over (t₁, t₂, n), entry by entry as the normal ones.
    pub fn spatial(&self) -> &[Matrix3<f64>] {
        &self.spatial
    }

    /// The normal entry on the diagonal.
    pub fn own(&self, row: usize) -> f64 {
        self.block.own(row)
    }

    /// The normal entries in full, by rows; empty unless members are few and without friction.
    pub fn full(&self) -> &[f64] {
        &self.full
    }

    /// The normal entries among the given members, which ascend, by rows of (place among them, value).
    pub fn among(&self, members: &[usize]) -> Vec<Row> {
        self.block.among(members)
    }

    /// Turns the pushes on closed contacts into reactions.
    pub fn react(&self, pushes: &mut [f64]) {
        self.reactions.solve(pushes);
    }

    /// The bodies' momenta, if the form is rooted, even where contacts have friction.
    pub fn momentum(&self) -> Option<&Momentum> {
        self.momentum.is_kept().then_some(&self.momentum)
    }

    /// Lets closed contacts answer the other loads of order j, by (F.2) or (F.4), and what pushes them from outside, if anything does.
    pub fn hold(&mut self, j: usize, held: &[usize], outside: Option<&[f64]>, series: &mut Series) {
        let loads = series.loads(j); // those of held contacts are still zero
        if self.form == Form::Rooted {
            let gain = self.momentum.gain(|member| loads[member]);
            series.load_held(j, held, gain.reaction.as_slice());
            self.gain = Some(gain);
            return;
        }
        if held.is_empty() {
            return;
        }
        let Self { reaction, block, reactions, .. } = self;
        reaction.clear();
        reaction.extend(held.iter().map(|&row| -block.row_product(row, loads)));
        if let Some(outside) = outside {
            held.iter().zip(reaction.iter_mut()).for_each(|(&row, push)| *push -= outside[row]);
        }
        if reaction.iter().any(|&push| push != 0.0) {
            reactions.solve(reaction);
        }
        series.load_held(j, held, reaction);
    }

    /// Velocities of order j + 1 by the loads of order j, (F.3), those of closed contacts zero.
    pub fn accelerate(&mut self, j: usize, held: &[usize], outside: Option<&[f64]>, series: &mut Series) {
        let (loads, velocities) = series.product_terms(j);
        match self.gain.take() {
            Some(gain) => velocities.iter_mut().enumerate().for_each(|(member, velocity)| {
                *velocity = self.momentum.velocity(member, &gain) * RECIPROCAL[j];
            }),
            None => self.block.multiply(RECIPROCAL[j], loads, velocities),
        }
        if let Some(outside) = outside {
            velocities.iter_mut().zip(outside).for_each(|(velocity, rate)| *velocity += rate * RECIPROCAL[j]);
        }
        held.iter().for_each(|&row| velocities[row] = 0.0);
    }
}
