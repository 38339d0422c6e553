//! Turn after turn as it is written, played for as long as nothing asks for a second look.

use super::resolve::{Resolution, resolve_among};
use super::{Play, Rules, Scratch, generate};
use crate::dice::Dice;
use crate::match_row::CANNOT_MOVE;
use crate::notation;
use crate::position::Position;

/// Plays turns by their texts, the sides in turn.
///
/// ```
/// use tavla_engine::plays::Follower;
/// use tavla_engine::{Dice, Position, Variant};
///
/// let variant = Variant::backgammon();
/// let (rules, dice) = (variant.rules(), Dice::new(3, 1)?);
/// let mut follower = Follower::default();
/// follower.begin(Position::start(&variant));
/// assert!(follower.play(&rules, dice, "8/5 6/5").is_some());
/// assert!(follower.play(&rules, dice, "24/23 13/10").is_some());
/// assert!(follower.play(&rules, dice, "8/5").is_none());
/// # Ok::<(), tavla_engine::dice::InvalidDie>(())
/// ```
#[derive(Default, Debug)]
pub struct Follower {
    now: Position,
    danced: bool,
    scratch: Scratch,
    plays: Vec<Play>,
}

impl Follower {
    /// Goes to a position, which must be sound for the variant that is played.
    pub fn begin(&mut self, start: Position) {
        self.now = start;
        self.danced = false;
    }

    /// Plays the next turn if its text means just one legal play; gives the position before it
    /// and the play.
    ///
    /// Moves begin with a slot; no text, or [`CANNOT_MOVE`], is a dance. The second dance in a row
    /// is not played: somebody must look whether both sides are stuck.
    pub fn play(&mut self, rules: &Rules, dice: Dice, text: &str) -> Option<(Position, Play)> {
        let before = self.now;
        let play = self.meant(rules, dice, text)?;
        if self.danced && play.is_dance() {
            return None;
        }
        self.danced = play.is_dance();
        self.now = play.after.flipped();
        Some((before, play))
    }

    /// The one legal play that a text means.
    fn meant(&mut self, rules: &Rules, dice: Dice, text: &str) -> Option<Play> {
        let Self {
            now,
            scratch,
            plays,
            ..
        } = self;
        plays.clear();
        generate(rules, *now, dice, scratch, plays);
        if text.is_empty() || text == CANNOT_MOVE {
            return plays.first().copied().filter(Play::is_dance);
        }
        let hops = notation::parse(text).ok().filter(|_| names_slot(text))?;
        match resolve_among(rules, *now, dice, &hops, plays) {
            Resolution::Legal(found) => <[Play; 1]>::try_from(found).ok().map(|[play]| play),
            Resolution::Illegal(_) => None,
        }
    }
}

/// Whether a text begins as moves do, and not with a word for a dance.
fn names_slot(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || "bBoO".contains(c))
}
