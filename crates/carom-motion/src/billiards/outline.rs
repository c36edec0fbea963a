//! The outline of a table: cushions and pockets, from the dimensions that rule books publish.
//!
//! Seen from above, the noses bound a rectangle of length L and width W about the origin. A mouth of width b interrupts them at
//! every pocket; there the nose turns by an angle φ into the facing, round a jaw of radius r that touches both:
//!
//! ```text
//! corner  the tips are b/√2 from the corner along either nose                               (Ou.1)
//! side    the tips are b/2 from the middle of the long rails                                (Ou.2)
//! jaw     it touches nose and facing r·tan(φ/2) before and after the tip                    (Ou.3)
//! drop    a circle whose nearest point is `shelf` behind the middle of the mouth            (Ou.4)
//! ```
//!
//! A ball falls when its centre crosses the circle of the drop. One quadrant is computed and mirrored, so that a table is
//! symmetric to the last bit.

use nalgebra::{Vector2, vector};

use super::cushion::Cushion;

/// The mouth of a pocket.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PocketMouth {
    /// Width from tip to tip, in metres.
    pub width: f64,
    /// Angle by which the nose turns into the facing, in radians: π less the cut angle of the rule books.
    pub turn: f64,
    /// Radius of the jaws, in metres.
    pub jaw_radius: f64,
    /// Distance from the middle of the mouth to the drop, in metres.
    pub shelf: f64,
    /// Radius of the drop, in metres.
    pub radius: f64,
}

/// A hole that balls fall into.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pocket {
    /// Centre of its circle, in metres.
    pub centre: Vector2<f64>,
    /// Radius of its circle, in metres.
    pub radius: f64,
}

/// Cushions and pockets of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    length: f64,
    width: f64,
    cushions: Vec<Cushion>,
    pockets: Vec<Pocket>,
    /// Half length and half width of the rectangle beyond which a ball is off the table.
    edge: Vector2<f64>,
}

/// How far the rail reaches behind the noses, in metres: 2 inches, the width of a cushion (\[WPA2001\]).
const RAIL: f64 = 0.0508;

impl Outline {
    /// A table without pockets; length and width between the noses, in metres.
    #[must_use]
    pub fn closed(length: f64, width: f64) -> Self {
        let half = vector![0.5 * length, 0.5 * width];
        let mut cushions = Vec::new();
        for sign in [-1.0, 1.0] {
            cushions.push(straight(vector![-half.x, sign * half.y], vector![half.x, sign * half.y]));
            cushions.push(straight(vector![sign * half.x, -half.y], vector![sign * half.x, half.y]));
        }
        Self { length, width, cushions, pockets: Vec::new(), edge: half.add_scalar(RAIL) }
    }

    /// A table with four corner pockets and two in the middle of the long sides; length and width between the noses, in
    /// metres.
    #[must_use]
    pub fn with_pockets(length: f64, width: f64, corner: &PocketMouth, side: &PocketMouth) -> Self {
        let tips = Tips::new(length, width, corner, side);
        let mut cushions = tips.noses();
        let mut pockets = Vec::new();
        for mirror in [vector![1.0, 1.0], vector![1.0, -1.0], vector![-1.0, 1.0], vector![-1.0, -1.0]] {
            cushions.extend(tips.jaws_and_facings().map(|cushion| mirrored(cushion, mirror)));
            pockets.push(Pocket { centre: tips.corner_drop().component_mul(&mirror), radius: corner.radius });
        }
        for sign in [-1.0, 1.0] {
            let centre = vector![0.0, sign * (tips.half.y + side.shelf + side.radius)]; // (Ou.4)
            pockets.push(Pocket { centre, radius: side.radius });
        }
        let far = |pocket: &Pocket| pocket.centre.abs().add_scalar(pocket.radius);
        let edge = pockets.iter().map(far).fold(tips.half.add_scalar(RAIL), |a, b| a.sup(&b));
        Self { length, width, cushions, pockets, edge }
    }

    /// Length between the noses, in metres.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Width between the noses, in metres.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.width
    }

    /// The cushions.
    #[must_use]
    pub fn cushions(&self) -> &[Cushion] {
        &self.cushions
    }

    /// The pockets.
    #[must_use]
    pub fn pockets(&self) -> &[Pocket] {
        &self.pockets
    }

    /// What a pocket is called: "foot left pocket", "right side pocket". The foot is at x > 0, where racks stand; left and right are as
    /// seen from the head.
    #[must_use]
    pub fn pocket_name(&self, number: usize) -> String {
        let Some(pocket) = self.pockets.get(number) else { return format!("pocket {}", number + 1) };
        let side = if pocket.centre.y > 0.0 { "left" } else { "right" };
        match pocket.centre.x {
            x if x > 0.0 => format!("foot {side} pocket"),
            x if x < 0.0 => format!("head {side} pocket"),
            _ => format!("{side} side pocket"),
        }
    }

    /// Half length and half width of the whole table with its rails, in metres: a centre beyond it is off the table.
    #[must_use]
    pub fn edge(&self) -> Vector2<f64> {
        self.edge
    }
}

/// The mouths of one quadrant, x and y positive.
struct Tips<'a> {
    /// Half length and half width between the noses.
    half: Vector2<f64>,
    corner: &'a PocketMouth,
    side: &'a PocketMouth,
    /// Distance of a corner's tips from the corner.
    from_corner: f64,
    /// Distance of a side's tips from the middle of the rail.
    from_middle: f64,
}

impl<'a> Tips<'a> {
    fn new(length: f64, width: f64, corner: &'a PocketMouth, side: &'a PocketMouth) -> Self {
        let from_corner = corner.width * std::f64::consts::FRAC_1_SQRT_2; // (Ou.1)
        let from_middle = 0.5 * side.width; // (Ou.2)
        Self { half: vector![0.5 * length, 0.5 * width], corner, side, from_corner, from_middle }
    }

    /// The six straight noses of the whole table, from jaw to jaw.
    fn noses(&self) -> Vec<Cushion> {
        let half = self.half;
        let cut_off = self.from_corner + cut(self.corner);
        let (end, from, to) = (half.y - cut_off, self.from_middle + cut(self.side), half.x - cut_off);
        let mut noses = Vec::new();
        for sign in [-1.0, 1.0] {
            noses.push(straight(vector![sign * half.x, -end], vector![sign * half.x, end]));
            for side in [-1.0, 1.0] {
                let y = sign * half.y;
                noses.push(straight(vector![side * from, y], vector![side * to, y]));
            }
        }
        noses
    }

    /// The tips of the corner, on the long rail and on the short one.
    fn corner_tips(&self) -> [Vector2<f64>; 2] {
        let half = self.half;
        [vector![half.x - self.from_corner, half.y], vector![half.x, half.y - self.from_corner]]
    }

    fn jaws_and_facings(&self) -> impl Iterator<Item = Cushion> {
        let (along, across) = (vector![1.0, 0.0], vector![0.0, 1.0]);
        let [on_long, on_short] = self.corner_tips();
        let on_side = vector![self.from_middle, self.half.y];
        let corners = [(on_long, along, across), (on_short, across, along)]
            .map(|(tip, ahead, outward)| jaw_and_facing(tip, ahead, outward, self.corner));
        corners.into_iter().chain([jaw_and_facing(on_side, -along, across, self.side)]).flatten()
    }

    /// Centre of the corner's drop.
    fn corner_drop(&self) -> Vector2<f64> {
        let [on_long, on_short] = self.corner_tips();
        let behind = (self.corner.shelf + self.corner.radius) * std::f64::consts::FRAC_1_SQRT_2; // (Ou.4)
        ((on_long + on_short) * 0.5).add_scalar(behind)
    }
}

/// r·tan(φ/2) of (Ou.3).
fn cut(mouth: &PocketMouth) -> f64 {
    mouth.jaw_radius * libm::tan(0.5 * mouth.turn)
}

/// A straight cushion whose playing side is the one of the origin.
fn straight(from: Vector2<f64>, to: Vector2<f64>) -> Cushion {
    let along = (to - from).normalize();
    let across = vector![-along.y, along.x];
    let inward = if across.dot(&from) > 0.0 { -across } else { across };
    Cushion::Straight { from, to, inward }
}

/// The rounded jaw at a tip and the facing behind it: the nose runs `ahead` to the tip, `outward` points off the table.
fn jaw_and_facing(
    tip: Vector2<f64>,
    ahead: Vector2<f64>,
    outward: Vector2<f64>,
    mouth: &PocketMouth,
) -> [Cushion; 2] {
    let (sin, cos) = libm::sincos(mouth.turn);
    let along = ahead * cos + outward * sin;
    let inward = ahead * sin - outward * cos;
    let centre = tip - ahead * cut(mouth) + outward * mouth.jaw_radius;
    let from = tip + along * cut(mouth);
    let to = from + along * (mouth.shelf + mouth.radius);
    [Cushion::Jaw { centre, radius: mouth.jaw_radius }, Cushion::Straight { from, to, inward }]
}

fn mirrored(cushion: Cushion, mirror: Vector2<f64>) -> Cushion {
    let turn = |v: Vector2<f64>| v.component_mul(&mirror);
    match cushion {
        Cushion::Straight { from, to, inward } => {
            Cushion::Straight { from: turn(from), to: turn(to), inward: turn(inward) }
        }
        Cushion::Jaw { centre, radius } => Cushion::Jaw { centre: turn(centre), radius },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billiards::Table;

    /// Rounding of coordinates of a metre.
    const ROUNDING: f64 = 1e-14;
    /// Rounding of the direction of a jaw's radius: that of coordinates over 8 mm, the smallest jaw.
    const DIRECTION: f64 = ROUNDING / 0.008;

    #[test]
    fn every_jaw_touches_a_nose_and_a_facing_at_their_ends() {
        for table in [Table::pool_nine_foot(), Table::snooker_twelve_foot()] {
            for jaw in table.outline.cushions() {
                let Cushion::Jaw { centre, radius } = *jaw else { continue };
                let touching = table.outline.cushions().iter().filter(|cushion| match **cushion {
                    Cushion::Straight { from, to, inward } => [from, to].iter().any(|end| {
                        let out = end - centre;
                        (out.norm() - radius).abs() < ROUNDING
                            && (out.normalize() - inward).norm() < DIRECTION
                    }),
                    Cushion::Jaw { .. } => false,
                });
                assert_eq!(touching.count(), 2);
            }
        }
    }

    #[test]
    fn noses_face_the_middle_of_the_table() {
        for outline in
            [Table::pool_nine_foot().outline, Table::snooker_twelve_foot().outline, Table::carom().outline]
        {
            let half = vector![0.5 * outline.length(), 0.5 * outline.width()];
            let mut noses = 0;
            for cushion in outline.cushions() {
                let Cushion::Straight { from, to, inward } = cushion else { continue };
                if (0..2).any(|axis| from[axis].abs() == half[axis] && from[axis] == to[axis]) {
                    assert!(inward.dot(from) < 0.0 && inward.norm() == 1.0, "{cushion:?}");
                    noses += 1;
                }
            }
            assert_eq!(noses, if outline.pockets().is_empty() { 4 } else { 6 });
        }
    }

    #[test]
    fn mouths_are_as_wide_as_published() {
        // The tips, where the lines of nose and facing cross, are 4½ and 5 inches apart.
        let outline = Table::pool_nine_foot().outline;
        let nose = outline.cushions().iter().filter_map(|cushion| match *cushion {
            Cushion::Straight { from, to, .. } if from.y == to.y => Some([from, to]),
            Cushion::Straight { .. } | Cushion::Jaw { .. } => None,
        });
        let [inner, _] = nose.max_by(|a, b| a[0].x.total_cmp(&b[0].x)).expect("a long rail");
        let cut = 0.007_95 * 38.0_f64.to_radians().tan();
        assert!((inner.x - cut - 2.5 * 0.0254).abs() < ROUNDING, "{}", inner.x);
    }
}
