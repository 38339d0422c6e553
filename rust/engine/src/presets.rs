//! Variants by the names that people give them.

use crate::variant::{HeldLimit, LimitCheck, Variant};

impl Variant {
    /// Moultezim as the play-by-mail server `PBMserv` plays it: 12 pips for the first checker, and
    /// Fevga's limit (not all six of 19..24) in place of the four points of 7..12.
    #[must_use]
    pub fn moultezim_pbm() -> Self {
        Self {
            name: "moultezim_pbm".into(),
            first_away_pips: 12,
            held_limits: vec![HeldLimit {
                low: 19,
                high: 24,
                most: 5,
            }],
            ..Self::moultezim()
        }
    }

    /// Fevga with its limit checked at the end of the turn only.
    #[must_use]
    pub fn fevga_mvf() -> Self {
        Self {
            name: "fevga_mvf".into(),
            limit_check: LimitCheck::EndOfTurn,
            ..Self::fevga()
        }
    }

    /// The variant of this name. Case does not matter, nor do spaces, hyphens and underscores;
    /// common other names are known too.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let plain: String = name
            .chars()
            .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_'))
            .flat_map(char::to_lowercase)
            .collect();
        Some(match plain.as_str() {
            "hyper" | "hyperbackgammon" | "hypergammon" => Self::hyper(),
            // The seed text of Moultezim asks for exactly the preset.
            "moultezim" | "moultezimseed" => Self::moultezim(),
            "moultezimpbm" => Self::moultezim_pbm(),
            "fevga" => Self::fevga(),
            "fevgamvf" => Self::fevga_mvf(),
            "backgammon" | "standard" | "standardbackgammon" => Self::backgammon(),
            "nackgammon" | "nack" => Self::nackgammon(),
            _ => return None,
        })
    }

    /// Every name that [`Variant::named`] is sure to know, in the order to list them.
    pub const NAMES: [&str; 8] = [
        "hyper",
        "moultezim",
        "fevga",
        "backgammon",
        "nackgammon",
        "moultezim_pbm",
        "moultezim_seed",
        "fevga_mvf",
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_name_is_known_however_it_is_written() {
        for name in Variant::NAMES {
            let variant = Variant::named(name).unwrap();
            assert_eq!(variant.clone().validated().as_ref(), Ok(&variant));
            let shouted = name.to_uppercase().replace('_', " - ");
            assert_eq!(Variant::named(&shouted), Some(variant));
        }
        for preset in Variant::presets() {
            assert_eq!(Variant::named(&preset.name), Some(preset));
        }
        assert_eq!(Variant::named("chess"), None);
    }
}
