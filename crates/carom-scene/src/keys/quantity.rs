//! What numbers measure, and the units in which files may write them.
//!
//! A plain number is in the first unit of its quantity, which is the SI unit, or degrees for angles that tables give in degrees.
//! With a unit it is a string: `"5 mm"`. A unit is a factor p/q with whole p and q wherever there is one, so that `"5 mm"` is the
//! same number to the last bit as 0.005: 5/1000 is rounded once, as the decimal is.

/// What a number measures.
#[derive(Debug, PartialEq)]
pub struct Quantity {
    /// As sentences call it: "a length".
    pub name: &'static str,
    /// The unit of a plain number; empty for a pure number.
    pub unit: &'static str,
    /// All units that it may be written in, that of a plain number first.
    pub units: &'static [Unit],
}

/// A unit that a number may be written with.
#[derive(Debug, PartialEq)]
pub struct Unit {
    /// How it may be written; the first is the usual way.
    pub names: &'static [&'static str],
    /// One of it is `times / over` of the quantity's first unit.
    pub times: f64,
    /// See `times`.
    pub over: f64,
}

const fn unit(names: &'static [&'static str], times: f64, over: f64) -> Unit {
    Unit { names, times, over }
}

/// A number without a unit.
pub(crate) const NUMBER: Quantity = Quantity { name: "a pure number", unit: "", units: &[] };
/// Gaps of a rack.
pub(crate) const DIAMETERS: Quantity =
    Quantity { name: "a number of diameters", unit: "diameters", units: &[] };
/// Offsets of a tip.
pub(crate) const RADII: Quantity = Quantity { name: "a number of radii", unit: "radii", units: &[] };

pub(crate) const LENGTH: Quantity = Quantity {
    name: "a length",
    unit: "m",
    units: &[
        unit(&["m"], 1.0, 1.0),
        unit(&["mm"], 1.0, 1e3),
        unit(&["cm"], 1.0, 1e2),
        unit(&["um", "µm", "μm"], 1.0, 1e6),
        unit(&["km"], 1e3, 1.0),
        unit(&["in"], 254.0, 1e4),
        unit(&["ft"], 3048.0, 1e4),
    ],
};

pub(crate) const MASS: Quantity = Quantity {
    name: "a mass",
    unit: "kg",
    units: &[
        unit(&["kg"], 1.0, 1.0),
        unit(&["g"], 1.0, 1e3),
        unit(&["mg"], 1.0, 1e6),
        unit(&["t"], 1e3, 1.0),
        unit(&["lb"], 45_359_237.0, 1e8),
        unit(&["oz"], 28_349_523_125.0, 1e12),
    ],
};

pub(crate) const TIME: Quantity = Quantity {
    name: "a time",
    unit: "s",
    units: &[
        unit(&["s"], 1.0, 1.0),
        unit(&["ms"], 1.0, 1e3),
        unit(&["us", "µs", "μs"], 1.0, 1e6),
        unit(&["min"], 60.0, 1.0),
        unit(&["h"], 3600.0, 1.0),
    ],
};

pub(crate) const SPEED: Quantity = Quantity {
    name: "a speed",
    unit: "m/s",
    units: &[
        unit(&["m/s"], 1.0, 1.0),
        unit(&["mm/s"], 1.0, 1e3),
        unit(&["cm/s"], 1.0, 1e2),
        unit(&["km/h"], 5.0, 18.0),
        unit(&["ft/s"], 3048.0, 1e4),
        unit(&["mph"], 44_704.0, 1e5),
    ],
};

/// Degrees: of cues and pendulums.
pub(crate) const ANGLE: Quantity = Quantity {
    name: "an angle",
    unit: "degrees",
    units: &[
        unit(&["deg", "°", "degrees"], 1.0, 1.0),
        unit(&["rad"], 180.0, std::f64::consts::PI),
        unit(&["turn", "turns"], 360.0, 1.0),
    ],
};

/// Radians: of directions in the permissible region.
pub(crate) const RADIANS: Quantity = Quantity {
    name: "an angle",
    unit: "rad",
    units: &[
        unit(&["rad"], 1.0, 1.0),
        unit(&["deg", "°", "degrees"], std::f64::consts::PI, 180.0),
        unit(&["turn", "turns"], 2.0 * std::f64::consts::PI, 1.0),
    ],
};

pub(crate) const SPIN: Quantity = Quantity {
    name: "an angular velocity",
    unit: "rad/s",
    units: &[
        unit(&["rad/s"], 1.0, 1.0),
        unit(&["deg/s", "°/s"], std::f64::consts::PI, 180.0),
        unit(&["turn/s", "turns/s", "rev/s"], 2.0 * std::f64::consts::PI, 1.0),
        unit(&["rpm"], std::f64::consts::PI, 30.0),
    ],
};

pub(crate) const ACCELERATION: Quantity = Quantity {
    name: "an acceleration",
    unit: "m/s²",
    units: &[
        unit(&["m/s²", "m/s^2", "m/s2"], 1.0, 1.0),
        unit(&["cm/s²", "cm/s^2", "cm/s2"], 1.0, 1e2),
        unit(&["ft/s²", "ft/s^2", "ft/s2"], 3048.0, 1e4),
    ],
};

pub(crate) const STIFFNESS: Quantity = Quantity {
    name: "a stiffness",
    unit: "N/m",
    units: &[
        unit(&["N/m"], 1.0, 1.0),
        unit(&["kN/m"], 1e3, 1.0),
        unit(&["MN/m"], 1e6, 1.0),
        unit(&["N/mm"], 1e3, 1.0),
        unit(&["kN/mm"], 1e6, 1.0),
        unit(&["N/um", "N/µm", "N/μm"], 1e6, 1.0),
    ],
};

pub(crate) const PRESSURE: Quantity = Quantity {
    name: "a pressure",
    unit: "Pa",
    units: &[
        unit(&["Pa"], 1.0, 1.0),
        unit(&["kPa"], 1e3, 1.0),
        unit(&["MPa"], 1e6, 1.0),
        unit(&["GPa"], 1e9, 1.0),
    ],
};

pub(crate) const DENSITY: Quantity = Quantity {
    name: "a density",
    unit: "kg/m³",
    units: &[unit(&["kg/m³", "kg/m^3", "kg/m3"], 1.0, 1.0), unit(&["g/cm³", "g/cm^3", "g/cm3"], 1e3, 1.0)],
};

pub(crate) const INERTIA: Quantity = Quantity {
    name: "a moment of inertia",
    unit: "kg m²",
    units: &[
        unit(&["kg m²", "kg m^2", "kg m2"], 1.0, 1.0),
        unit(&["kg cm²", "kg cm^2", "kg cm2"], 1.0, 1e4),
        unit(&["kg mm²", "kg mm^2", "kg mm2"], 1.0, 1e6),
        unit(&["g cm²", "g cm^2", "g cm2"], 1.0, 1e7),
        unit(&["g mm²", "g mm^2", "g mm2"], 1.0, 1e9),
    ],
};

pub(crate) const IMPULSE: Quantity = Quantity {
    name: "an impulse",
    unit: "N s",
    units: &[
        unit(&["N s", "Ns"], 1.0, 1.0),
        unit(&["mN s", "mNs"], 1.0, 1e3),
        unit(&["kN s", "kNs"], 1e3, 1.0),
    ],
};

pub(crate) const INVERSE_MASS: Quantity = Quantity {
    name: "an inverse mass",
    unit: "1/kg",
    units: &[unit(&["1/kg"], 1.0, 1.0), unit(&["1/g"], 1e3, 1.0)],
};

/// All that have units; of angles radians, which results are in.
pub(crate) const ALL: [&Quantity; 11] = [
    &LENGTH,
    &MASS,
    &TIME,
    &SPEED,
    &RADIANS,
    &SPIN,
    &ACCELERATION,
    &STIFFNESS,
    &INERTIA,
    &IMPULSE,
    &INVERSE_MASS,
];

/// Why a string is no number with a unit.
#[derive(Debug, PartialEq)]
pub(crate) enum Unread {
    /// It does not begin with a number.
    NoNumber,
    /// Its unit is not one of the quantity's; this is it, maybe empty.
    NoUnit(String),
}

impl Quantity {
    /// The number that a string like `5 mm` says, in the quantity's first unit.
    pub(crate) fn read(&self, text: &str) -> Result<f64, Unread> {
        let text = text.trim();
        let (number, name) = split(text);
        let number: f64 = number.parse().map_err(|_| Unread::NoNumber)?;
        let written = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let known = self.units.iter().find(|unit| unit.names.contains(&written.as_str()));
        known.map(|unit| number * unit.times / unit.over).ok_or(Unread::NoUnit(written))
    }

    /// The usual names of its units.
    #[must_use]
    pub fn unit_names(&self) -> Vec<&'static str> {
        self.units.iter().filter_map(|unit| unit.names.first().copied()).collect()
    }

    /// How a file may write a unit; nothing for pure numbers.
    pub(crate) fn hint(&self) -> Option<String> {
        let smaller = self.unit_names().get(1).copied()?;
        Some(format!("units may be written: `\"5 {smaller}\"`"))
    }

    /// Whether a file may write its unit.
    #[must_use]
    pub fn has_units(&self) -> bool {
        !self.units.is_empty()
    }
}

/// The number at the beginning of a text, and what follows it. An exponent needs a digit: in `5 e` the e is a unit.
fn split(text: &str) -> (&str, &str) {
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let end = ends.rev().find(|&end| is_number(&text[..end])).unwrap_or(0);
    text.split_at(end)
}

/// Whether a text is a plain decimal number, as TOML writes them: words that Rust also reads as numbers (`inf`, `nan`) are none.
fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
        && text.ends_with(|c: char| c.is_ascii_digit() || c == '.')
        && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_with_a_unit_is_the_plain_number_to_the_last_bit() {
        for (text, quantity, plain) in [
            ("5 mm", &LENGTH, 0.005),
            ("57.15mm", &LENGTH, 0.05715),
            ("-1.7e2 cm", &LENGTH, -1.7),
            ("2.25 in", &LENGTH, 0.05715),
            ("1.5 g", &MASS, 0.0015),
            ("6 oz", &MASS, 0.17009713875),
            ("30 deg", &ANGLE, 30.0),
            ("90°", &ANGLE, 90.0),
            ("0.25 turn", &ANGLE, 90.0),
            ("36 km/h", &SPEED, 10.0),
            ("981 cm/s^2", &ACCELERATION, 9.81),
            ("1.3 N/um", &STIFFNESS, 1.3e6),
            ("0.7  kg   m²", &INERTIA, 0.7),
            ("+3 ms", &TIME, 0.003),
        ] {
            assert_eq!(quantity.read(text), Ok(plain), "{text}");
        }
    }

    #[test]
    fn radians_and_degrees_are_the_same_angle() {
        let half_turn = ANGLE.read("3.141592653589793 rad").expect("radians");
        assert!((half_turn - 180.0).abs() < 1e-13);
        assert_eq!(RADIANS.read("180 deg"), Ok(std::f64::consts::PI));
        let [rpm, turns] = ["60 rpm", "1 turn/s"].map(|text| SPIN.read(text).expect("a spin"));
        assert!((rpm - turns).abs() <= 2.0 * f64::EPSILON * turns);
    }

    #[test]
    fn what_is_no_number_or_no_unit_is_told_apart() {
        assert_eq!(LENGTH.read("mm"), Err(Unread::NoNumber));
        assert_eq!(LENGTH.read("inf m"), Err(Unread::NoNumber));
        assert_eq!(LENGTH.read("nan mm"), Err(Unread::NoNumber));
        assert_eq!(LENGTH.read(""), Err(Unread::NoNumber));
        assert_eq!(LENGTH.read("5"), Err(Unread::NoUnit(String::new())));
        assert_eq!(LENGTH.read("5 kg"), Err(Unread::NoUnit("kg".to_owned())));
        assert_eq!(LENGTH.read("5 MM"), Err(Unread::NoUnit("MM".to_owned())));
        assert_eq!(LENGTH.read("5 e"), Err(Unread::NoUnit("e".to_owned())));
        assert_eq!(LENGTH.read("1 2 mm"), Err(Unread::NoUnit("2 mm".to_owned())));
    }

    #[test]
    fn a_unit_that_does_not_end_in_a_letter_is_no_part_of_the_number() {
        assert_eq!(INERTIA.read("5 kg m2"), Ok(5.0));
        assert_eq!(ACCELERATION.read("5m/s2"), Ok(5.0));
    }
}
