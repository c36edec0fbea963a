//! Tables: outline, cloth, and how their contacts answer.

use carom::{Compliance, Friction, Restitution, Stiffness, Surface, TangentialLaw};
use nalgebra::{Vector2, vector};

use super::ball::Ball;
use super::cloth::Cloth;
use super::law::{BedContact, CushionModel};
use super::outline::{Outline, PocketMouth};

/// An inch, in metres.
const INCH: f64 = 0.0254;

/// A table to play on.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Cushions and pockets.
    pub outline: Outline,
    /// How the cloth resists.
    pub cloth: Cloth,
    /// Height of the cushions' noses above the bed, in metres.
    pub nose_height: f64,
    /// Contacts between balls.
    pub between_balls: Surface,
    /// Contacts of balls with cushions.
    pub cushion: Surface,
    /// Whether the bed takes part when a ball that lies on it hits a cushion.
    pub cushion_model: CushionModel,
    /// Contacts of balls with the bed where they land, or hop off it.
    pub bed: Surface,
    /// Whether the bed takes part when balls that lie on it hit each other.
    pub bed_contact: BedContact,
    /// A ball that leaves the bed slower than this, in metres per second, stays on it: the hop would be no higher than the
    /// nap of the cloth. At 0.05 m/s it is 0.13 mm.
    pub capture_speed: f64,
    /// Surfaces that touch and that the cloth's friction presses together part so as to meet again after this time, in
    /// seconds: a steady pressure becomes a row of small bounces that carry the same momentum. At 1 ms and 0.2 g they are a
    /// quarter of a micrometre high, less than the roughness of a ball.
    pub bounce_time: f64,
}

impl Table {
    /// A nine-foot pool table (\[WPA2001\]): 100 by 50 inches between the noses; corner mouths of 4½ inches cut at 142°, side
    /// mouths of 5 inches cut at 104°; noses at 63.5 % of a ball's diameter. The rules allow a shelf of 1 to 2¼ inches at the
    /// corners and 0 to 3/8 inch at the sides: the middle is taken. Drops and jaws are not in the rules; they are those of
    /// pooltool's table.
    #[must_use]
    pub fn pool_nine_foot() -> Self {
        let corner = PocketMouth {
            width: 4.5 * INCH,
            turn: 38.0_f64.to_radians(),
            jaw_radius: 0.020_95,
            shelf: 1.625 * INCH,
            radius: 0.062,
        };
        let side = PocketMouth {
            width: 5.0 * INCH,
            turn: 76.0_f64.to_radians(),
            jaw_radius: 0.007_95,
            shelf: 0.1875 * INCH,
            radius: 0.0645,
        };
        let outline = Outline::with_pockets(100.0 * INCH, 50.0 * INCH, &corner, &side);
        Self::with_outline(outline, 0.635 * 2.0 * Ball::POOL.radius())
    }

    /// A twelve-foot snooker table: 11 feet 8½ inches by 5 feet 10 inches between the noses (\[WPBSA\]). The mouths
    /// follow templates that are not published as numbers: their widths and the jaws of the corners are those of pooltool's
    /// snooker table, the rest is an assumption.
    #[must_use]
    pub fn snooker_twelve_foot() -> Self {
        let corner = PocketMouth {
            width: 0.0801,
            turn: 45.0_f64.to_radians(),
            jaw_radius: 0.0889,
            shelf: 0.0,
            radius: 0.0435,
        };
        let side = PocketMouth {
            width: 0.0846,
            turn: 90.0_f64.to_radians(),
            jaw_radius: 0.0635,
            shelf: 0.0,
            radius: 0.0532,
        };
        let outline = Outline::with_pockets(140.5 * INCH, 70.0 * INCH, &corner, &side);
        Self::with_outline(outline, 0.635 * 2.0 * Ball::SNOOKER.radius())
    }

    /// A carom table: 2.84 by 1.42 m between the noses, which are 37 mm above the bed (\[UMB\]).
    #[must_use]
    pub fn carom() -> Self {
        Self::with_outline(Outline::closed(2.84, 1.42), 0.037)
    }

    /// A table of any outline, noses at `nose_height` (m), with the contacts of pool:
    ///
    /// - between balls e = 0.95 and μ = 0.05 (pooltool, \[Kiefl2024\]; \[Alciatore2004\] collects 0.03 to 0.08),
    ///   η² = (2 − ν)/(2(1 − ν)) with ν = 0.34 (\[Mindlin1949\]), and k = π² m/(2T²) for a contact time of T = 0.3 ms, as a Hertzian contact of phenolic resin
    ///   (E ≈ 6 GPa) has between 0.4 ms at 1 m/s and 0.25 ms at 8 m/s;
    /// - with cushions e = 0.85 and μ = 0.2 (pooltool, after \[Han2005\]); [`Table::with_cushions_of_mathavan`] has others. The
    ///   same η²; k for a contact time of 5 ms, which matters only for balls frozen to a cushion;
    /// - with the bed e = 0.5 (\[Alciatore2004\]), the cloth's friction, the same η², k for a contact of 1 ms.
    #[must_use]
    pub fn with_outline(outline: Outline, nose_height: f64) -> Self {
        Self {
            outline,
            cloth: Cloth::POOL,
            nose_height,
            between_balls: BETWEEN_BALLS,
            cushion: CUSHION,
            cushion_model: CushionModel::default(),
            bed: BED,
            bed_contact: BedContact::default(),
            capture_speed: 0.05,
            bounce_time: 0.001,
        }
    }

    /// The same table with the cushions that \[Mathavan2010\] fitted to snooker: e = 0.98, μ = 0.14.
    #[must_use]
    pub fn with_cushions_of_mathavan(mut self) -> Self {
        self.cushion = Surface { stiffness: self.cushion.stiffness, ..CUSHION_OF_MATHAVAN };
        self
    }

    /// The foot spot, where racks stand and the pink of snooker: on the middle line, a quarter of the length from the middle, x > 0; in metres.
    #[must_use]
    pub fn foot_spot(&self) -> Vector2<f64> {
        vector![0.25 * self.outline.length(), 0.0]
    }

    /// The head spot, opposite to the foot spot; in metres.
    #[must_use]
    pub fn head_spot(&self) -> Vector2<f64> {
        -self.foot_spot()
    }
}

/// η² = (2 − ν)/(2(1 − ν)) for ν = 0.34: tangential over normal compliance of a contact between like spheres.
const MINDLIN: f64 = (2.0 - 0.34) / (2.0 * (1.0 - 0.34));

/// The sources of these are with [`Table::with_outline`].
const BETWEEN_BALLS: Surface = checked(surface(0.95, 9.33e6, 0.05));
const CUSHION: Surface = checked(surface(0.85, 6.7e4, 0.2));
const BED: Surface = checked(surface(0.5, 1.68e6, Cloth::POOL.sliding_friction));
const CUSHION_OF_MATHAVAN: Surface = checked(surface(0.98, 6.7e4, 0.14));

/// Coefficients that are impossible do not compile.
const fn checked(surface: Option<Surface>) -> Surface {
    match surface {
        Some(surface) => surface,
        None => panic!("a coefficient out of its range"),
    }
}

const fn surface(restitution: f64, stiffness: f64, friction: f64) -> Option<Surface> {
    match (
        Restitution::new(restitution),
        Stiffness::new(stiffness),
        Friction::new(friction),
        Compliance::new(MINDLIN),
    ) {
        (Ok(restitution), Ok(stiffness), Ok(friction), Ok(compliance)) => {
            let tangential = TangentialLaw::Compliant { friction, compliance };
            Some(Surface { restitution, stiffness, tangential })
        }
        _ => None,
    }
}
