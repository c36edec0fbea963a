//! The four conditions, and by how much an impulse keeps or breaks them.

/// A condition on the impulse of a collision \[Chatterjee1998, sec. 3.2\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    /// (I.1): no kinetic energy is created.
    Energy,
    /// (I.2): the bodies do not approach any more.
    Penetration,
    /// (I.3): the contact does not pull.
    Tension,
    /// (I.4): the impulse lies in the friction cone.
    Cone,
}

impl Condition {
    /// All four, in the paper's order.
    pub const ALL: [Self; 4] = [Self::Energy, Self::Penetration, Self::Tension, Self::Cone];

    /// What an impulse does that breaks it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Energy => "creates energy",
            Self::Penetration => "penetrates",
            Self::Tension => "pulls",
            Self::Cone => "leaves the friction cone",
        }
    }

    /// The unit of its margin.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Energy => "J",
            Self::Penetration => "m/s",
            Self::Tension | Self::Cone => "N s",
        }
    }
}

/// How far an impulse is from breaking a condition: positive if it keeps it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margin {
    /// In the condition's unit: energy lost in J, normal velocity in m/s, normal impulse in N s, distance from the surface of the
    /// cone in N s.
    pub value: f64,
    /// The value without a unit: over the contact energy ½v₀·Mv₀, over |v₀|, over the larger of |p_I| and |p_II|. Infinite where
    /// these are zero.
    pub relative: f64,
    /// How large the rounding of the value may be, in the condition's unit.
    pub rounding: f64,
}

impl Margin {
    /// Whether the condition is kept, to rounding.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.is_kept_within(1.0)
    }

    /// Whether it is kept to so many times the rounding, for impulses that come from long calculations.
    #[must_use]
    pub fn is_kept_within(&self, times: f64) -> bool {
        self.value >= -self.rounding * times && self.value > f64::NEG_INFINITY
    }
}

/// How an impulse stands to the four conditions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Membership {
    /// (I.1): the energy lost.
    pub energy: Margin,
    /// (I.2): the normal velocity after it.
    pub penetration: Margin,
    /// (I.3): the normal impulse.
    pub tension: Margin,
    /// (I.4): the distance from the surface of the friction cone.
    pub cone: Margin,
}

impl Membership {
    /// The margin of one condition.
    #[must_use]
    pub fn margin(&self, condition: Condition) -> Margin {
        match condition {
            Condition::Energy => self.energy,
            Condition::Penetration => self.penetration,
            Condition::Tension => self.tension,
            Condition::Cone => self.cone,
        }
    }

    /// Whether the impulse is permissible, to rounding.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        self.is_inside_within(1.0)
    }

    /// Whether it is permissible to so many times the rounding, for impulses that come from long calculations.
    #[must_use]
    pub fn is_inside_within(&self, times: f64) -> bool {
        Condition::ALL.iter().all(|condition| self.margin(*condition).is_kept_within(times))
    }

    /// The conditions that it breaks by more than rounding.
    pub fn broken(&self) -> impl Iterator<Item = Breach> + use<> {
        let membership = *self;
        Condition::ALL.into_iter().filter_map(move |condition| {
            let margin = membership.margin(condition);
            let breach = Breach { condition, by: -margin.value, relative: -margin.relative };
            (!margin.is_kept()).then_some(breach)
        })
    }
}

/// A condition that an impulse breaks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Breach {
    /// Which one.
    pub condition: Condition,
    /// By how much, positive, in the [condition's unit](Condition::unit).
    pub by: f64,
    /// By how much, positive, without a unit: [`Margin::relative`].
    pub relative: f64,
}
