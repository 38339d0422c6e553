//! `Position`.

use crate::convert::{self, Step, counts, shown, steps, whole_u64};
use crate::errors::{
    self, IllegalPlayError, UndefinedIndexError, argument, illegal, invalid_id, invalid_position,
};
use crate::explain::PyExplanation;
use crate::outcome::{PyOutcome, PyReason};
use crate::play::{self, PyLegalPlays, PyPlay, moves_tuple, play_text};
use crate::variant::{PyVariant, argument_variant, presets, stacks_text};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyTuple};
use std::cell::RefCell;
use tavla_engine::key::{KEY_BYTES, from_key, key};
use tavla_engine::notation::Hop;
use tavla_engine::plays::{
    OutOfTurn, Played, Resolution, displaced_by, legal_moves, resolve, resolve_moves,
};
use tavla_engine::position::Unsound;
use tavla_engine::side::SLOTS;
use tavla_engine::{
    Broken, Dice, Play, Position, Rules, Scratch, Sequence, generate, hash, ids, outcome, rank,
};

/// Two sides of checkers on the board of a variant, the player on roll first.
///
/// A side is 26 counts in its owner's own numbering: off, the points 1 to 24, the bar. Each is
/// given as a sequence or an integer array of 26, or as a dict of slots to counts. A position is
/// always *sound*: the counts add up and no point is shared in a way that cannot be.
///
/// Raises:
///     InvalidPositionError: The counts are no position of the variant; `reasons` lists all
///         that is wrong.
///
/// >>> import tavla
/// >>> start = tavla.Position.start(tavla.HYPER)
/// >>> start
/// tavla.Position(tavla.HYPER, player={24: 1, 23: 1, 22: 1}, opponent={24: 1, 23: 1, 22: 1})
/// >>> start.pips
/// (69, 69)
#[pyclass(name = "Position", module = "tavla", frozen, weakref)]
pub(crate) struct PyPosition {
    pub(crate) variant: Py<PyVariant>,
    pub(crate) position: Position,
}

/// What the generator keeps from call to call.
#[derive(Default)]
struct Workshop {
    scratch: Scratch,
    plays: Vec<Play>,
}

thread_local! {
    static WORKSHOP: RefCell<Workshop> = RefCell::default();
}

impl PyPosition {
    pub(crate) fn rules(&self) -> &Rules {
        &self.variant.get().rules
    }

    fn engine_variant(&self) -> &tavla_engine::Variant {
        &self.variant.get().variant
    }

    /// Another position of the same variant.
    pub(crate) fn with(&self, py: Python<'_>, position: Position) -> Self {
        Self {
            variant: self.variant.clone_ref(py),
            position,
        }
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        self.position == other.position && self.variant.get().is(other.variant.get())
    }

    pub(crate) fn hash(&self) -> u64 {
        hash::hash64(self.position) ^ self.variant.get().hash
    }

    /// The legal plays of a roll.
    pub(crate) fn plays(&self, dice: Dice) -> Box<[Play]> {
        WORKSHOP.with_borrow_mut(|workshop| {
            let Workshop { scratch, plays } = workshop;
            plays.clear();
            generate(self.rules(), self.position, dice, scratch, plays);
            plays.as_slice().into()
        })
    }

    fn of_counts(
        variant: &Bound<'_, PyVariant>,
        player: &[u8; SLOTS],
        opponent: &[u8; SLOTS],
    ) -> PyResult<Self> {
        let rules = &variant.get().variant;
        let position = Position::from_counts(rules, player, opponent)
            .map_err(|reasons| errors::unsound(rules, &reasons))?;
        Ok(Self {
            variant: variant.clone().unbind(),
            position,
        })
    }

    /// What exact moves, or moves by their slots alone, come to.
    fn resolve_steps(&self, dice: Dice, made: &[Step]) -> Resolution {
        if made.iter().any(|step| step.die.is_none()) {
            let hop = |step: &Step| Hop {
                source: step.source,
                target: step.target,
                hit: false,
            };
            let hops: Vec<_> = made.iter().map(hop).collect();
            return resolve(self.rules(), self.position, dice, &hops);
        }
        let mut line = Sequence::EMPTY;
        for step in made {
            let by = step.die.unwrap_or_default();
            let fits = tavla_engine::moves::target(step.source, by) == step.target;
            if !fits || line.len() >= u32::from(dice.moves()) {
                return Resolution::Illegal(Broken::NoSuchDie {
                    source: step.source,
                    target: step.target,
                });
            }
            line = line.then(step.source, by);
        }
        resolve_moves(self.rules(), self.position, dice, line)
    }
}

/// The words for moves in a message.
fn steps_text(made: &[Step]) -> String {
    if made.is_empty() {
        return tavla_engine::notation::DANCE.into();
    }
    let texts: Vec<_> = made.iter().map(|step| step.text()).collect();
    texts.join(" ")
}

#[pymethods]
impl PyPosition {
    #[new]
    fn new(
        variant: &Bound<'_, PyAny>,
        player: &Bound<'_, PyAny>,
        opponent: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        let mut reasons = Vec::new();
        let player = counts(player, "player", &mut reasons);
        let opponent = counts(opponent, "opponent", &mut reasons);
        if let (Some(player), Some(opponent)) = (player, opponent) {
            return Self::of_counts(variant, &player, &opponent);
        }
        // One side cannot be read; what is wrong with the other is told all the same.
        let rules = &variant.get().variant;
        let readable = match (player, opponent) {
            (Some(_), _) => "player",
            (_, Some(_)) => "opponent",
            _ => "",
        };
        let (player, opponent) = (player.unwrap_or_default(), opponent.unwrap_or_default());
        let faults = Position::from_counts(rules, &player, &opponent).err();
        let told = faults
            .unwrap_or_default()
            .into_iter()
            .filter(|fault| match fault {
                Unsound::Total { side, .. }
                | Unsound::Count { side, .. }
                | Unsound::Bar { side } => *side == readable,
                Unsound::Shared { .. } => false,
            });
        reasons.extend(told.map(|fault| fault.to_string()));
        Err(invalid_position(rules, reasons))
    }

    /// The starting position of a variant.
    #[staticmethod]
    fn start(variant: &Bound<'_, PyAny>) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        Ok(Self {
            position: Position::start(&variant.get().variant),
            variant: variant.clone().unbind(),
        })
    }

    /// The position of an integer array of shape `(2, 26)`, the player's counts first.
    ///
    /// Raises:
    ///     InvalidPositionError: The counts are no position of the variant.
    ///     InvalidArgumentError: The array has another shape or kind of numbers.
    #[staticmethod]
    fn from_array(variant: &Bound<'_, PyAny>, array: &Bound<'_, PyAny>) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        if let Ok(bytes) = array.cast::<PyArray2<u8>>()
            && bytes.shape() == [2, SLOTS]
        {
            let view = bytes
                .try_readonly()
                .map_err(|_| argument("array", "an array that nobody is writing", &shown(array)))?;
            let mut sides = [[0u8; SLOTS]; 2];
            for (count, &given) in sides.iter_mut().flatten().zip(view.as_array()) {
                *count = given;
            }
            return Self::of_counts(variant, &sides[0], &sides[1]);
        }
        let sides = convert::items(array, 2).unwrap_or_default();
        let [player, opponent] = sides.as_slice() else {
            let expected = "integers in the shape (2, 26)";
            return Err(argument("array", expected, &shown(array)));
        };
        Self::new(variant, player, opponent)
    }

    /// The position with this `key`.
    ///
    /// Raises:
    ///     DataError: Not 26 bytes.
    ///     InvalidPositionError: The counts are no position of the variant.
    #[staticmethod]
    fn from_key(variant: &Bound<'_, PyAny>, key: &Bound<'_, PyAny>) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        let bytes: Option<[u8; KEY_BYTES]> = key
            .cast::<PyBytes>()
            .ok()
            .and_then(|bytes| bytes.as_bytes().try_into().ok());
        let bytes = bytes.ok_or_else(|| {
            errors::DataError::new_err(format!(
                "key: expected {KEY_BYTES} bytes, got {}",
                shown(key)
            ))
        })?;
        let position = from_key(&bytes);
        let rules = &variant.get().variant;
        match position.faults(rules) {
            faults if faults.is_empty() => Ok(Self {
                variant: variant.clone().unbind(),
                position,
            }),
            faults => Err(errors::unsound(rules, &faults)),
        }
    }

    /// The position with this `index`.
    ///
    /// Raises:
    ///     UndefinedIndexError: The variant has no indices, or no position has this one.
    #[staticmethod]
    fn from_index(variant: &Bound<'_, PyAny>, index: &Bound<'_, PyAny>) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        let number = whole_u64(index, "index")?;
        let rules = &variant.get().variant;
        rank::dense(rules).ok_or_else(|| no_indices(rules))?;
        let position = rank::from_index(rules, number).ok_or_else(|| {
            UndefinedIndexError::new_err(format!(
                "no position of {} has index {number}",
                rules.name
            ))
        })?;
        Ok(Self {
            variant: variant.clone().unbind(),
            position,
        })
    }

    /// The position with this `dense_index`.
    ///
    /// Raises:
    ///     UndefinedIndexError: The variant has no indices, or the index is past the last.
    #[staticmethod]
    fn from_dense_index(variant: &Bound<'_, PyAny>, index: &Bound<'_, PyAny>) -> PyResult<Self> {
        let variant = argument_variant(variant)?;
        let number = whole_u64(index, "index")?;
        let rules = &variant.get().variant;
        let dense = rank::dense(rules).ok_or_else(|| no_indices(rules))?;
        let position = dense.position(number).ok_or_else(|| {
            UndefinedIndexError::new_err(format!(
                "{} has {} positions, so none has dense index {number}",
                rules.name,
                dense.len()
            ))
        })?;
        Ok(Self {
            variant: variant.clone().unbind(),
            position,
        })
    }

    /// The position of a GNU Backgammon Position ID of 14 characters, read strictly.
    ///
    /// Raises:
    ///     InvalidIdError: Not an id, or no position of the variant.
    #[staticmethod]
    #[pyo3(signature = (text, variant = None))]
    fn from_gnubg_id(
        text: &Bound<'_, PyAny>,
        variant: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = text.py();
        let variant = match variant {
            Some(variant) => argument_variant(variant)?.clone(),
            None => presets(py)?
                .iter()
                .find(|preset| preset.get().variant.name == "backgammon")
                .map(|preset| preset.bind(py).clone())
                .ok_or_else(|| argument("variant", "a Variant", "none"))?,
        };
        let id: String = text.extract().map_err(|_| {
            errors::InvalidIdError::new_err(format!(
                "a GNU Position ID: expected text, got {}",
                shown(text)
            ))
        })?;
        let position = ids::parse_position_id(&variant.get().variant, &id)
            .map_err(|error| invalid_id(&error))?;
        Ok(Self {
            variant: variant.unbind(),
            position,
        })
    }

    /// The variant whose position this is.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<PyVariant> {
        self.variant.clone_ref(py)
    }

    /// The counts of the side on roll, in its own numbering: off, 1 to 24, bar.
    #[getter]
    fn player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.position.player.counts())
    }

    /// The counts of the other side, in its own numbering.
    #[getter]
    fn opponent<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.position.opponent.counts())
    }

    /// The pips that each side has to go, the player first; the bar counts 25.
    #[getter]
    fn pips(&self) -> (u16, u16) {
        (self.position.player.pips(), self.position.opponent.pips())
    }

    /// The counts as a fresh `uint8` array of shape `(2, 26)`, the player's first.
    #[getter]
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let mut bytes = Vec::with_capacity(2 * SLOTS);
        bytes.extend(self.position.player.counts());
        bytes.extend(self.position.opponent.counts());
        PyArray1::from_vec(py, bytes).reshape([2, SLOTS])
    }

    /// Whether a checker of one side still has one of the other ahead of it.
    #[getter]
    fn has_contact(&self) -> bool {
        self.position.has_contact(self.engine_variant().track)
    }

    /// Whether one side has borne off every checker.
    #[getter]
    fn is_finished(&self) -> bool {
        self.position.is_finished()
    }

    /// How the game ended, or None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        outcome(self.engine_variant(), self.position).map(PyOutcome)
    }

    /// The same position as the other side sees it.
    fn flipped(&self, py: Python<'_>) -> Self {
        self.with(py, self.position.flipped())
    }

    /// What the position shows that no game of the variant reaches; empty when it is regular.
    #[getter]
    fn irregularities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let found = self.position.irregularities(self.engine_variant());
        let reasons: Vec<_> = found
            .iter()
            .map(|found| PyReason {
                code: found.code().into(),
                words: found.to_string(),
            })
            .collect();
        PyTuple::new(py, reasons)
    }

    /// Whether the position is within the variant's limits.
    #[getter]
    fn is_regular(&self) -> bool {
        self.position
            .irregularities(self.engine_variant())
            .is_empty()
    }

    /// The position after checkers of the player moved, without judging.
    ///
    /// Any distance, any direction, dice or not; the same side stays first. `moves` are `Move`s,
    /// or slots as `(source, target)` or `(source, target, die)`, where the die is not looked at.
    /// They are made in order; a lone opposing checker on a target goes to the bar where the game
    /// has hits, whatever a move says about hits.
    ///
    /// Raises:
    ///     InvalidPositionError: No checker stands where one should move from, or the result is
    ///         not sound.
    fn displaced(&self, py: Python<'_>, moves: &Bound<'_, PyAny>) -> PyResult<Self> {
        let made: Vec<_> = steps(moves, "moves")?
            .iter()
            .map(|step| (step.source, step.target))
            .collect();
        let variant = self.engine_variant();
        let after = displaced_by(variant, self.position, &made)
            .map_err(|error| errors::displaced(variant, &error))?;
        Ok(self.with(py, after))
    }

    /// Every legal play of a roll, one for each result, in the frozen order.
    ///
    /// Plays use as many dice as can be used, the larger if only one can, and keep the variant's
    /// other rules (`docs/rules`). Their order and their sequences are promises
    /// (`docs/stability.md`).
    ///
    /// Raises:
    ///     InvalidDiceError: Not two whole numbers from 1 to 6.
    pub(crate) fn legal_plays(
        slf: &Bound<'_, Self>,
        dice: &Bound<'_, PyAny>,
    ) -> PyResult<PyLegalPlays> {
        let dice = convert::dice(dice)?;
        Ok(PyLegalPlays {
            plays: slf.get().plays(dice),
            position: slf.clone().unbind(),
            dice,
        })
    }

    /// Every single move that begins a legal play, or continues one after the moves `played`.
    ///
    /// All ways of playing the roll count, not the canonical sequences alone. Moves by the larger
    /// die come first, then from the highest source down; there are none when the play is
    /// complete.
    ///
    /// `played` are `Move`s, `(source, target)` or `(source, target, die)`.
    ///
    /// Raises:
    ///     InvalidDiceError: Not two whole numbers from 1 to 6.
    ///     IllegalPlayError: A move in `played` neither begins nor continues a legal play.
    #[pyo3(signature = (dice, played = None), text_signature = "($self, dice, played=())")]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        dice: &Bound<'py, PyAny>,
        played: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let dice = convert::dice(dice)?;
        let made = match played {
            Some(played) => steps(played, "played")?,
            None => Vec::new(),
        };
        let played: Vec<Played> = made.iter().map(|&step| step.into()).collect();
        match legal_moves(self.rules(), self.position, dice, &played) {
            Ok(moves) => moves_tuple(py, moves),
            Err(OutOfTurn { index, broken }) => {
                let words = broken.to_string();
                let number = index + 1;
                let text = made.get(index).map(|step| step.text()).unwrap_or_default();
                let (high, low) = (dice.high(), dice.low());
                Err(IllegalPlayError::new_err((
                    format!("move {number}, {text}, with {high}-{low} is not legal: {words}"),
                    broken.code(),
                    words,
                )))
            }
        }
    }

    /// The position after a play, as the next player sees it.
    ///
    /// Raises:
    ///     IllegalPlayError: The play is of another position and not legal in this one.
    fn after(&self, py: Python<'_>, play: &Bound<'_, PyAny>) -> PyResult<Self> {
        let made = play.cast::<PyPlay>().map_err(|_| {
            let expected = "a Play; parse_play(text, dice) reads text";
            argument("play", expected, &shown(play))
        })?;
        let made = made.get();
        if self.is(made.position.get()) {
            return Ok(self.with(py, made.play.after.flipped()));
        }
        let moves = made.steps();
        match self.resolve_steps(made.dice, &moves) {
            Resolution::Illegal(broken) => Err(illegal(&steps_text(&moves), made.dice, broken)),
            Resolution::Legal(plays) => plays
                .first()
                .map(|play| self.with(py, play.after.flipped()))
                .ok_or_else(|| argument("play", "a play of this position", &shown(play))),
        }
    }

    /// The play that a text means with these dice; `legal_plays(dice).find(text)`.
    ///
    /// Raises:
    ///     InvalidDiceError: Not two whole numbers from 1 to 6.
    ///     IllegalPlayError: It is not legal; `code` and `words` name the rule it breaks.
    ///     AmbiguousPlayError: It can mean several plays; `candidates` lists them.
    ///     NotationError: It cannot be read.
    fn parse_play(
        slf: &Bound<'_, Self>,
        text: &Bound<'_, PyAny>,
        dice: &Bound<'_, PyAny>,
    ) -> PyResult<PyPlay> {
        let dice = convert::dice(dice)?;
        play::find(slf, dice, &play_text(text)?)
    }

    /// Whether a play is legal with these dice, and if not, the rule it breaks.
    ///
    /// `play` is text, a `Play`, or moves: `Move`s or `(source, target, die)` made in order, or
    /// `(source, target)` in any order.
    ///
    /// Raises:
    ///     InvalidDiceError: Not two whole numbers from 1 to 6.
    fn explain(
        slf: &Bound<'_, Self>,
        play: &Bound<'_, PyAny>,
        dice: &Bound<'_, PyAny>,
    ) -> PyResult<PyExplanation> {
        let dice = convert::dice(dice)?;
        let here = slf.get();
        let resolution = if let Ok(text) = play.extract::<String>() {
            match tavla_engine::notation::parse(&text) {
                Ok(hops) => resolve(here.rules(), here.position, dice, &hops),
                Err(error) => return Ok(PyExplanation::unreadable(slf.py(), &error)),
            }
        } else {
            here.resolve_steps(dice, &steps(play, "play")?)
        };
        PyExplanation::of(slf, dice, resolution)
    }

    /// A hash of the 52 counts in 64 bits, stable for ever and the same for every variant.
    #[getter]
    fn hash64(&self) -> u64 {
        hash::hash64(self.position)
    }

    /// The 52 counts in 26 bytes, stable for ever; `from_key` reads it.
    ///
    /// The player's 13 bytes, then the opponent's: byte i of a side holds slot 2 i in its low
    /// four bits, slot 2 i + 1 in its high four.
    #[getter]
    fn key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &key(self.position))
    }

    /// The number of the position, with holes where the sides would share a point.
    ///
    /// `rank(player)` times the number of sides (3276 of three checkers), plus `rank(opponent)`.
    ///
    /// Raises:
    ///     UndefinedIndexError: The variant has more than five checkers a side.
    #[getter]
    fn index(&self) -> PyResult<u64> {
        let variant = self.engine_variant();
        rank::index(variant, self.position).ok_or_else(|| no_indices(variant))
    }

    /// The number of the position among all positions of the variant, without gaps.
    ///
    /// Raises:
    ///     UndefinedIndexError: The variant has more than five checkers a side.
    #[getter]
    fn dense_index(&self) -> PyResult<u64> {
        let variant = self.engine_variant();
        let dense = rank::dense(variant).ok_or_else(|| no_indices(variant))?;
        Ok(dense.index(self.position))
    }

    /// The Position ID of GNU Backgammon.
    ///
    /// Raises:
    ///     InvalidIdError: The id cannot say positions of the variant.
    #[getter]
    fn gnubg_id(&self) -> PyResult<String> {
        ids::position_id(self.engine_variant(), self.position).map_err(|error| invalid_id(&error))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.is(other)
    }

    fn __hash__(&self) -> u64 {
        self.hash()
    }

    fn __str__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        match DRAW.get(slf.py()) {
            Some(draw) => draw.bind(slf.py()).call1((slf,)),
            None => slf.repr().map(Bound::into_any),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "tavla.Position({}, player={}, opponent={})",
            self.variant.bind(py).repr()?,
            stacks_text(&self.position.player.counts()),
            stacks_text(&self.position.opponent.counts()),
        ))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, this) = (slf.py(), slf.get());
        let restore = slf.get_type().getattr(intern!(py, "from_key"))?;
        (restore, (this.variant.clone_ref(py), this.key(py))).into_pyobject(py)
    }
}

/// What draws a position as text.
static DRAW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Says what draws positions for `str`; the package does, once. The layer above is handed down.
#[pyfunction]
#[pyo3(name = "_set_drawing")]
pub(crate) fn set_drawing(py: Python<'_>, draw: Py<PyAny>) {
    // A second time it is the same function, of a package that is imported again.
    let _ = DRAW.set(py, draw);
}

fn no_indices(variant: &tavla_engine::Variant) -> PyErr {
    UndefinedIndexError::new_err(format!(
        "positions of {} have no index: it is defined for 1 to {} checkers a side, not {}",
        variant.name,
        rank::MAX_INDEXED,
        variant.checkers
    ))
}
