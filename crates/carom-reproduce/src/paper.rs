//! The five papers.

/// A paper whose results are reproduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Paper {
    /// Jia, Mason and Erdmann on simultaneous impacts.
    Jia2013,
    /// Jia on impact with tangential compliance.
    Jia2012,
    /// Chatterjee and Ruina on laws for a single contact.
    Chatterjee1998,
    /// Jia, Mason and Erdmann on simultaneous collisions and the billiard shot.
    Jia2008,
    /// Wang, Lin and Jia on collisions of many bodies.
    Wang2015,
}

impl Paper {
    /// Every paper, in the order of the report.
    pub const ALL: [Self; 5] =
        [Self::Jia2013, Self::Jia2012, Self::Chatterjee1998, Self::Jia2008, Self::Wang2015];

    /// Its name on the command line and in the bibliography.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Jia2013 => "jia2013",
            Self::Jia2012 => "jia2012",
            Self::Chatterjee1998 => "chatterjee1998",
            Self::Jia2008 => "jia2008",
            Self::Wang2015 => "wang2015",
        }
    }

    /// Its name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Jia2013 => "Jia2013",
            Self::Jia2012 => "Jia2012",
            Self::Chatterjee1998 => "Chatterjee1998",
            Self::Jia2008 => "Jia2008",
            Self::Wang2015 => "Wang2015",
        }
    }

    /// Authors, title, where and when.
    #[must_use]
    pub fn citation(self) -> &'static str {
        match self {
            Self::Jia2013 => {
                "Y.-B. Jia, M. T. Mason and M. A. Erdmann, Multiple impacts: A state transition diagram approach. The International Journal of Robotics Research 32(1), 2013"
            }
            Self::Jia2012 => {
                "Y.-B. Jia, Three-dimensional impact: Energy-based modeling of tangential compliance. The International Journal of Robotics Research 32(1), 2013 (cited as 2012)"
            }
            Self::Chatterjee1998 => {
                "A. Chatterjee and A. Ruina, A new algebraic rigid-body collision law based on impulse space considerations. Journal of Applied Mechanics 65, 1998"
            }
            Self::Jia2008 => {
                "Y.-B. Jia, M. T. Mason and M. A. Erdmann, A state transition diagram for simultaneous collisions with application in billiard shooting. Algorithmic Foundations of Robotics VIII, 2008"
            }
            Self::Wang2015 => {
                "F. Wang, H. Lin and Y.-B. Jia, Computational modeling of N-body collisions. IEEE/RSJ International Conference on Intelligent Robots and Systems, 2015"
            }
        }
    }

    /// The paper of that key, in letters of any case.
    #[must_use]
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|paper| paper.key().eq_ignore_ascii_case(key))
    }
}
