//! What several test files need: positions as short text, variants to try, games at random.
#![allow(dead_code, reason = "every test file uses its own part")]

pub(crate) mod oracle;

use tavla_engine::variant::{
    Contact, HeldLimit, InnerMoves, LimitCheck, LimitLapse, Opening, Overshoot, Release, Track,
    Variant,
};
use tavla_engine::{Dice, Position, Side, legal_plays, side};

/// Dice that the test writes itself.
pub(crate) fn dice(first: u8, second: u8) -> Dice {
    Dice::new(first, second).expect("two dice")
}

/// A position as short text: `"24:1 off:2 | @13:2"`.
///
/// Left the player, right the opponent. `13:2` is two checkers on the side's own 13, `bar:1`
/// one on the bar, `@13:2` two on the point that is the *player's* 13. Checkers not named are
/// off, or where `rest:24` says. Without a right part the opponent stands at his start.
pub(crate) fn pos(variant: &Variant, text: &str) -> Position {
    let (mine, theirs) = match text.split_once('|') {
        Some((mine, theirs)) => (mine, counts(variant, theirs)),
        None => (text, variant.start),
    };
    Position::from_counts(variant, &counts(variant, mine), &theirs)
        .unwrap_or_else(|faults| panic!("{text:?}: {faults:?}"))
}

fn counts(variant: &Variant, text: &str) -> [u8; 26] {
    let mut counts = [0u8; 26];
    let mut rest = 0;
    for word in text.split_whitespace() {
        let (_, count) = word.split_once(':').expect("slot:count");
        let slot = |slot: &str| match (slot, slot.strip_prefix('@')) {
            ("off", _) => 0,
            ("bar", _) => 25,
            (_, Some(mine)) => {
                usize::from(side::across(variant.track, mine.parse().expect("a point")))
            }
            (point, None) => point.parse().expect("a point"),
        };
        if word.starts_with("rest:") {
            rest = slot(count);
        } else {
            counts[slot(word.split(':').next().expect("a slot"))] +=
                count.parse::<u8>().expect("a count");
        }
    }
    let placed: u8 = counts.iter().sum();
    counts[rest] += variant.checkers.checked_sub(placed).expect("not too many");
    counts
}

/// The player's side after each legal play, as the text of [`shown`], sorted.
pub(crate) fn results(variant: &Variant, position: Position, roll: Dice) -> Vec<String> {
    let plays = legal_plays(&variant.rules(), position, roll);
    let mut texts: Vec<String> = plays.iter().map(|p| shown(p.after.player)).collect();
    texts.sort();
    texts
}

/// A side as short text from the bar down, checkers off left out: `"18:1 6:2"`.
pub(crate) fn shown(side: Side) -> String {
    let mut words = Vec::new();
    for (slot, &count) in side.counts().iter().enumerate().skip(1).rev() {
        if count > 0 {
            let slot = if slot == 25 {
                "bar".into()
            } else {
                slot.to_string()
            };
            words.push(format!("{slot}:{count}"));
        }
    }
    words.join(" ")
}

/// Checks a turn's results, written as in [`shown`], in any order.
#[track_caller]
pub(crate) fn expect(variant: &Variant, position: Position, roll: (u8, u8), expected: &[&str]) {
    let mut expected: Vec<String> = expected.iter().map(|&text| text.into()).collect();
    expected.sort();
    let roll = dice(roll.0, roll.1);
    assert_eq!(results(variant, position, roll), expected, "{roll:?}");
}

/// Small, fast and the same everywhere; good enough to shuffle tests.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The next number, by `SplitMix64`.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// One of 36 throws.
    pub(crate) fn roll(&mut self) -> Dice {
        dice(1 + self.below(6) as u8, 1 + self.below(6) as u8)
    }

    /// A sound position, any way it comes: few or many points held, near home or far, on the
    /// bar or off. Limits, the first checker and all else that games keep may be broken.
    pub(crate) fn position(&mut self, variant: &Variant) -> Position {
        let shape = self.below(8);
        if shape == 0
            && let Some(position) = self.walled_in(variant)
        {
            return position;
        }
        let mut sides = [[0u8; 26]; 2];
        let mut taken = [false; 25];
        let first = self.below(2);
        for which in [first, 1 - first] {
            let free: Vec<usize> = (1..=24).filter(|&p| !taken[p]).collect();
            // Both sides at home is where most rules meet; it is seldom met by chance.
            let top = if shape == 1 {
                free.len().min(7)
            } else {
                1 + self.below(free.len())
            };
            let low = if shape == 1 {
                0
            } else {
                self.below(free.len() - top + 1)
            };
            let few = 1 + self.below(12);
            let points: Vec<usize> = (0..few).map(|_| free[low + self.below(top)]).collect();
            self.place(variant, &mut sides[which], &points);
            for point in 1..=24 {
                if sides[which][point] > 0 {
                    taken[usize::from(side::across(variant.track, point as u8))] = true;
                }
            }
        }
        Position::from_counts(variant, &sides[0], &sides[1]).expect("sound")
    }

    /// Puts a side's checkers on points, each used once if they suffice; some on the bar or off.
    fn place(&mut self, variant: &Variant, counts: &mut [u8; 26], points: &[usize]) {
        let all = usize::from(variant.checkers);
        let hit = variant.contact == Contact::Hit;
        let off = if self.below(3) == 0 {
            self.below(all)
        } else {
            0
        };
        let bar = if hit && self.below(3) == 0 {
            1 + self.below(3)
        } else {
            0
        };
        for checker in 0..all {
            let slot = match checker {
                c if c < off => 0,
                c if c < off + bar => 25,
                c if c < off + bar + points.len() => points[c - off - bar],
                _ => points[self.below(points.len())],
            };
            counts[slot] += 1;
        }
    }

    /// The opponent on one point, or two, with a wall in front that is complete or nearly so.
    fn walled_in(&mut self, variant: &Variant) -> Option<Position> {
        let mut sides = [[0u8; 26]; 2];
        let stack = 7 + self.below(18);
        let mut theirs = vec![stack];
        if self.below(3) == 0 {
            theirs.push(1 + self.below(24));
        }
        let mine = |p: usize| usize::from(side::across(variant.track, p as u8));
        let mut points: Vec<usize> = (stack - 6..stack).map(mine).collect();
        if self.below(4) == 0 {
            points.remove(self.below(6));
        }
        for _ in 0..self.below(4) {
            points.push(1 + self.below(24));
        }
        points.retain(|&p| !theirs.contains(&mine(p)));
        theirs.retain(|&p| !points.contains(&mine(p)));
        self.place(variant, &mut sides[0], &points);
        self.place(variant, &mut sides[1], &theirs);
        Position::from_counts(variant, &sides[0], &sides[1]).ok()
    }
}

/// Walks games of random plays, calling `each` with every position and roll met.
pub(crate) fn random_games(
    variant: &Variant,
    seed: u64,
    turns: usize,
    mut each: impl FnMut(Position, Dice),
) {
    let rules = variant.rules();
    let mut random = Random(seed);
    let mut position = Position::start(variant);
    for _ in 0..turns {
        let roll = random.roll();
        each(position, roll);
        let plays = legal_plays(&rules, position, roll);
        position = plays[random.below(plays.len())].after.flipped();
        if position.is_finished() {
            position = Position::start(variant);
        }
    }
}

pub(crate) fn start(stacks: &[(usize, u8)]) -> [u8; 26] {
    let mut counts = [0; 26];
    for &(point, count) in stacks {
        counts[point] = count;
    }
    counts
}

/// The presets, and composed variants that turn every option at least once, alone and together.
pub(crate) fn variants() -> Vec<Variant> {
    let mut all = Variant::presets().to_vec();
    let mut add = |name: &str, variant: Variant| {
        let variant = Variant {
            name: name.into(),
            ..variant
        };
        all.push(variant.validated().expect("a possible variant"));
    };
    let limit = |low, high, most| HeldLimit { low, high, most };
    let (hyper, moultezim, fevga, backgammon) = (
        Variant::hyper,
        Variant::moultezim,
        Variant::fevga,
        Variant::backgammon,
    );
    add(
        "two-checker hyper",
        Variant {
            start: start(&[(24, 1), (23, 1)]),
            checkers: 2,
            ..hyper()
        },
    );
    add(
        "one-checker hyper",
        Variant {
            start: start(&[(24, 1)]),
            checkers: 1,
            ..hyper()
        },
    );
    add(
        "one-checker moultezim",
        Variant {
            start: start(&[(24, 1)]),
            checkers: 1,
            ..moultezim()
        },
    );
    add(
        "three-checker moultezim",
        Variant {
            start: start(&[(24, 3)]),
            checkers: 3,
            held_limits: vec![limit(7, 12, 1)],
            ..moultezim()
        },
    );
    add(
        "odd start",
        Variant {
            start: start(&[(22, 1), (17, 3), (16, 2), (11, 4), (5, 3), (2, 1), (1, 1)]),
            ..backgammon()
        },
    );
    add(
        "five points",
        Variant {
            held_limits: vec![limit(7, 12, 5)],
            ..moultezim()
        },
    );
    add(
        "threshold 12",
        Variant {
            first_away_pips: 12,
            ..moultezim()
        },
    );
    add(
        "threshold 18",
        Variant {
            first_away_pips: 18,
            ..moultezim()
        },
    );
    add(
        "threshold 1",
        Variant {
            first_away_pips: 1,
            ..moultezim()
        },
    );
    add(
        "threshold 23",
        Variant {
            first_away_pips: 23,
            ..moultezim()
        },
    );
    add(
        "release",
        Variant {
            first_away_release: Release::NextTurn,
            ..moultezim()
        },
    );
    add(
        "release at a low start",
        Variant {
            start: start(&[(14, 9)]),
            checkers: 9,
            first_away_pips: 7,
            first_away_release: Release::NextTurn,
            ..moultezim()
        },
    );
    add(
        "moultezim at the end",
        Variant {
            limit_check: LimitCheck::EndOfTurn,
            ..moultezim()
        },
    );
    add(
        "fevga at the end",
        Variant {
            limit_check: LimitCheck::EndOfTurn,
            ..fevga()
        },
    );
    add(
        "no duty",
        Variant {
            unblock_duty: false,
            ..fevga()
        },
    );
    add(
        "duty alone",
        Variant {
            held_limits: vec![],
            first_away_pips: 0,
            ..fevga()
        },
    );
    for lapse in [
        LimitLapse::OpponentStartEmpty,
        LimitLapse::OpponentAllPassed,
    ] {
        for check in [LimitCheck::EachStep, LimitCheck::EndOfTurn] {
            add(
                &format!("moultezim {} {}", lapse.name(), check.name()),
                Variant {
                    limit_lapse: lapse,
                    limit_check: check,
                    ..moultezim()
                },
            );
        }
        add(
            &format!("fevga {}", lapse.name()),
            Variant {
                limit_lapse: lapse,
                ..fevga()
            },
        );
        add(
            &format!("hits and limits {}", lapse.name()),
            Variant {
                held_limits: vec![limit(1, 6, 2), limit(13, 24, 4)],
                limit_lapse: lapse,
                ..backgammon()
            },
        );
    }
    for check in [LimitCheck::EachStep, LimitCheck::EndOfTurn] {
        add(
            &format!("six prime {}", check.name()),
            Variant {
                six_prime_needs_opp_ahead: true,
                first_away_pips: 0,
                held_limits: vec![],
                limit_check: check,
                opening: Opening::UseDice,
                ..moultezim()
            },
        );
        add(
            &format!("everything {}", check.name()),
            Variant {
                six_prime_needs_opp_ahead: true,
                held_limits: vec![limit(7, 12, 4), limit(19, 24, 5), limit(1, 24, 7)],
                bearoff_overshoot: Overshoot::ExactOnly,
                bearoff_inner_moves: InnerMoves::Forbidden,
                limit_check: check,
                ..fevga()
            },
        );
        add(
            &format!("hits and limits {}", check.name()),
            Variant {
                held_limits: vec![
                    limit(18, 24, 3),
                    limit(1, 6, 3),
                    limit(1, 24, 6),
                    limit(5, 5, 1),
                ],
                limit_check: check,
                ..backgammon()
            },
        );
        add(
            &format!("hyper and limits {}", check.name()),
            Variant {
                held_limits: vec![limit(7, 18, 1), limit(1, 6, 1)],
                limit_check: check,
                ..hyper()
            },
        );
    }
    add(
        "exact only",
        Variant {
            bearoff_overshoot: Overshoot::ExactOnly,
            ..backgammon()
        },
    );
    add(
        "exact only hyper",
        Variant {
            bearoff_overshoot: Overshoot::ExactOnly,
            ..hyper()
        },
    );
    add(
        "no inner moves",
        Variant {
            bearoff_inner_moves: InnerMoves::Forbidden,
            ..backgammon()
        },
    );
    add(
        "no inner moves hyper",
        Variant {
            bearoff_inner_moves: InnerMoves::Forbidden,
            ..hyper()
        },
    );
    add(
        "exact and no inner moves",
        Variant {
            bearoff_overshoot: Overshoot::ExactOnly,
            bearoff_inner_moves: InnerMoves::Forbidden,
            ..moultezim()
        },
    );
    add(
        "hits on parallel tracks",
        Variant {
            track: Track::Parallel,
            ..backgammon()
        },
    );
    add(
        "hyper on parallel tracks",
        Variant {
            track: Track::Parallel,
            ..hyper()
        },
    );
    add(
        "blocks on contrary tracks",
        Variant {
            contact: Contact::Block,
            ..backgammon()
        },
    );
    add(
        "moultezim on contrary tracks",
        Variant {
            track: Track::Contrary,
            ..moultezim()
        },
    );
    add(
        "fevga on contrary tracks",
        Variant {
            track: Track::Contrary,
            six_prime_needs_opp_ahead: true,
            ..fevga()
        },
    );
    all
}

/// The single moves that begin a legal play, as text: `"24/18"`, hits marked.
pub(crate) fn first_moves(variant: &Variant, position: Position, roll: (u8, u8)) -> Vec<String> {
    let roll = dice(roll.0, roll.1);
    let moves = tavla_engine::plays::legal_moves(&variant.rules(), position, roll, &[])
        .expect("nothing was played");
    let text = |made: &tavla_engine::Move| {
        let slot = tavla_engine::moves::slot_name;
        let hit = if made.hit { "*" } else { "" };
        format!("{}/{}{hit}", slot(made.source), slot(made.target))
    };
    moves.iter().map(text).collect()
}

/// One move judged on its own, as the first of the turn: the code of the rule it breaks.
pub(crate) fn broken_by(
    variant: &Variant,
    position: Position,
    source: u8,
    die: u8,
) -> Option<&'static str> {
    let rules = variant.rules();
    let turn = tavla_engine::plays::Turn::new(&rules, position);
    turn.step(position, source, die)
        .err()
        .map(tavla_engine::Broken::code)
}
