"""What a referee says to each deed: a function for each, which refuses or gives the new scene and the rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, get_args

from tavla.errors import (
    ActionError,
    CubeError,
    GameOverError,
    InvalidArgumentError,
    NotYourTurnError,
    WrongPhaseError,
)
from tavla.game import actions, deeds
from tavla.game.permissions import why_no_double
from tavla.game.scene import Disputed, Early, Scene, Stage
from tavla.game.situation import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from tavla.game.deeds import Deed
    from tavla.game.policy import RefereePolicy

__all__ = ["Ruling", "judge", "reporter"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says.

    Attributes:
        code: A stable word for programs; `docs/disputes.md` lists them.
        seat: The seat that it is about, or None.
        words: The same for people.
    """

    code: str
    seat: int | None
    words: str


Judged = tuple[Scene, tuple[Ruling, ...]]


def judge(policy: RefereePolicy, scene: Scene, deed: Deed) -> Judged:
    """The scene after a deed, and what the referee says to it.

    Raises:
        ActionError: The subclass that names why the deed means nothing now.
        InvalidPositionError: Checkers that cannot be moved so at all.
    """
    apply = _JUDGES.get(type(deed))
    if apply is None:
        raise InvalidArgumentError(f"deed: expected a deed of tavla.game, got {deed!r}")
    if scene.stage is Stage.OVER:
        raise GameOverError(f"{deed.name}: the game is over")
    return apply(policy, scene, deed)


def _refuse(deed: Deed, why: str, cause: type[ActionError] = WrongPhaseError) -> NoReturn:
    by = "" if deed.seat is None else f" by seat {deed.seat}"
    raise cause(f"{deed.name}{by}: {why}")


# Rolls.


def _throw(p: RefereePolicy, t: Scene, deed: deeds.Throw) -> Judged:
    if t.state.proposal is not None or t.state.is_over:
        _refuse(deed, "an answer is due, no roll")
    opening = t.state.phase is Phase.OPENING
    if not opening and deed.seat != t.thrower:
        return _hasty_throw(p, t, deed)
    fault = p.fault_of(deed, opening=opening, strict=opening)
    if fault is not None:
        return t, (Ruling("reroll", deed.seat, f"{fault}: both dice are rolled again"),)
    if opening:
        return t.after(actions.OpeningRoll(deed.seat, deed.dice)), ()
    if "wrong_side" in (*deed.first, *deed.second):
        words = "a die lies on the wrong side: the roll counts unless the opponent objects"
        return t.with_(lying=deed), (Ruling("unchecked", deed.seat, words),)
    return _rolled(p, t, deed.seat, deed.dice)


def _rolled(p: RefereePolicy, t: Scene, seat: int, dice: tuple[int, int]) -> Judged:
    """The roll counts, and lets an illegal play before it stand where the policy says so."""
    t, said = _accepted(t) if p.roll_accepts else (t, ())
    return t.after(actions.Roll(seat, dice)).with_(lying=None), said


def _accepted(t: Scene) -> Judged:
    """An illegal play that was disputable stands for good."""
    if t.disputed is None:
        return t, ()
    return t.with_(disputed=None), (Ruling("play_stands", t.disputed.seat, "the play stands"),)


def _checked(p: RefereePolicy, t: Scene) -> Judged:
    """A roll that waited for an objection counts, since the game went on."""
    return (t, ()) if t.lying is None else _rolled(p, t, t.lying.seat, t.lying.dice)


def _hasty_throw(p: RefereePolicy, t: Scene, deed: deeds.Throw) -> Judged:
    if _mover(t) == deed.seat:
        _refuse(deed, "the dice of this seat lie already")
    _none_waits(t, deed)
    fault = p.fault_of(deed, strict=True)  # haste gets no benefit of the doubt
    if fault is not None:
        return t, (Ruling("reroll", deed.seat, f"{fault}: the roll is void"),)
    return _hasty(p, t, Early(deed.seat, deed.dice, open=False))


def _none_waits(t: Scene, deed: deeds.Throw | actions.Double) -> None:
    """Check that nothing hasty of the seat waits for its time."""
    if t.early is not None and t.early.seat == deed.seat:
        _refuse(deed, f"a {t.early.what} of this seat waits already")


def _mover(t: Scene) -> int | None:
    """The seat whose dice lie for this turn."""
    return t.state.seat if t.lying is not None or t.state.phase is Phase.MOVE else None


def _hasty(p: RefereePolicy, t: Scene, early: Early) -> Judged:
    """A roll or a double out of time: it is void, or waits for its time."""
    asked = t.state.phase is Phase.CUBE and early.seat == t.state.seat
    if _mover(t) is None and not asked:
        words = f"the {early.what} is void: another seat is to act"
        return t, (Ruling("out_of_turn", early.seat, words),)
    waived = not asked and _is_waived(p, t)
    verdict = "stands" if waived else p.premature_roll
    if verdict == "void":
        words = f"the {early.what} is void: the other seat had not finished"
        return t, (Ruling("premature_void", early.seat, words),)
    t, said = _checked(p, t)
    is_open = verdict == "opponent_choice"
    code = "premature_waived" if waived else "premature_open" if is_open else "premature_stands"
    words = f"the {early.what} came too early and stands"
    if is_open:
        words += " unless the other seat demands another"
    t = t.with_(early=Early(early.seat, early.dice, is_open))
    return t, (*said, Ruling(code, early.seat, words))


def _is_waived(p: RefereePolicy, t: Scene) -> bool:
    """Whether a hasty roll counts all the same: the play is forced, or the sides have passed each other."""
    dice = t.state.dice if t.lying is None else t.lying.dice
    if dice is None or p.premature_waiver == "never":
        return False
    forced = len(t.state.position.legal_plays(dice)) == 1
    apart = not t.state.position.has_contact
    return (forced and apart) if p.premature_waiver == "forced_and_no_contact" else forced or apart


def _double(p: RefereePolicy, t: Scene, deed: actions.Double) -> Judged:
    if t.state.proposal is None and _mover(t) == 1 - deed.seat:
        return _hasty_double(p, t, deed)
    if t.lying is not None:
        _refuse(deed, "a roll lies already")
    _none_waits(t, deed)
    t = t.after(deed)
    return _accepted(t) if p.cube_accepts else (t, ())


def _hasty_double(p: RefereePolicy, t: Scene, deed: actions.Double) -> Judged:
    _none_waits(t, deed)
    s = t.state
    after = s._next(
        phase=Phase.START,
        seat=deed.seat,
        position=t.board.flipped(),
        turn=s.turn + 1,
        dice=None,
    )
    why = "the game ends with this turn" if t.board.is_finished else why_no_double(after)
    if why is not None:
        _refuse(deed, why, CubeError)
    return _hasty(p, t, Early(deed.seat, None, open=False))


# Plays.


def _moving(p: RefereePolicy, t: Scene, deed: Deed) -> Judged:
    """The scene once the seat goes on to move: dice that waited for a word count now."""
    said: tuple[Ruling, ...] = ()
    if t.state.proposal is None:
        if t.lying is not None and t.lying.seat == deed.seat:
            t, said = _checked(p, t)
        elif t.stage is Stage.REVIEW and t.early is not None and t.early.seat == deed.seat:
            t, said = _go_on(p, *_accepted(t))
    if t.stage is not Stage.MOVING:
        _refuse(deed, f"no turn is being played; the stage is {t.stage}")
    if t.state.seat != deed.seat:
        _refuse(deed, f"seat {t.state.seat} is moving", NotYourTurnError)
    return t, said


def _shift(p: RefereePolicy, t: Scene, deed: deeds.Shift) -> Judged:
    t, said = _moving(p, t, deed)
    made = (*t.made, *deed.moves)
    t.state.position.displaced(made)  # raises where checkers cannot be moved so
    return t.with_(made=made), said


def _take_back(p: RefereePolicy, t: Scene, deed: actions.TakeBack) -> Judged:
    t, said = _moving(p, t, deed)
    if not t.made:
        _refuse(deed, "no checker was moved in this turn")
    return t.with_(made=t.made[:-1]), said


def _lift(p: RefereePolicy, t: Scene, deed: deeds.Lift) -> Judged:
    t, said = _moving(p, t, deed)
    lifted = t.lifted + deed.dice
    if lifted > 2:
        _refuse(deed, f"{2 - t.lifted} of the dice are left to lift")
    t = t.with_(lifted=lifted)
    ends = p.turn_end == "lift_any_die" or (p.turn_end == "lift_both" and lifted == 2)
    return _turn_ended(p, t, said) if ends else (t, said)


def _press_clock(p: RefereePolicy, t: Scene, deed: deeds.PressClock) -> Judged:
    if p.turn_end != "clock":
        _refuse(deed, "the game is played without a clock")
    return _turn_ended(p, *_moving(p, t, deed))


def _turn_ended(p: RefereePolicy, t: Scene, said: tuple[Ruling, ...]) -> Judged:
    """The play enters the game: as a legal one where the checkers stand so, else to be disputed."""
    s = t.state
    assert s.seat is not None
    assert s.dice is not None
    t, accepted = _accepted(t)  # the late window of the play before
    result = t.board.flipped()
    legal = [play for play in s.position.legal_plays(s.dice) if play.result == result]
    if legal:
        t = t.after(actions.MakePlay(s.seat, legal[0].moves))
        ruling = Ruling("turn_ended", s.seat, "the play is legal")
    else:
        disputed = Disputed(s.seat, s, len(t.actions), t.early)
        t = t.after(actions.IllegalPlay(s.seat, t.made)).with_(disputed=disputed)
        ruling = Ruling("illegal_play", s.seat, _why_illegal(disputed, t.actions[-1]))
    t = t.with_(made=(), lifted=0)
    return _go_on(p, t, (*said, *accepted, ruling))


def _why_illegal(disputed: Disputed, action: actions.Action) -> str:
    assert isinstance(action, actions.IllegalPlay)
    assert disputed.before.dice is not None
    found = disputed.before.position.explain(action.moves, disputed.before.dice)
    if found.code in ("legal", "ambiguous"):
        return "the checkers do not stand as a legal play leaves them"
    return found.words


def _go_on(p: RefereePolicy, t: Scene, said: tuple[Ruling, ...]) -> Judged:
    """Let a hasty roll or double count when its time has come."""
    early, s = t.early, t.state
    if early is None:
        return t, said
    if s.is_over:
        return (t if t.disputed else t.with_(early=None)), said
    if s.phase is not Phase.START or s.seat != early.seat or s.proposal is not None:
        return t, said
    accepts = p.roll_accepts if early.dice else p.cube_accepts
    if t.disputed is not None and accepts:
        # It came before the play was made, so it cannot have let it stand: the opponent says, or moves on.
        return t.with_(early=Early(early.seat, early.dice, open=False)), said
    t = t.with_(early=None)
    if early.dice is not None:
        return t.after(actions.Roll(early.seat, early.dice)), said
    why = why_no_double(s)
    if why is not None:
        return t, (*said, Ruling("lapsed", early.seat, f"the double lapses: {why}"))
    return t.after(actions.Double(early.seat)), said


# Objections.


def _challenge(p: RefereePolicy, t: Scene, deed: deeds.Challenge) -> Judged:
    if deed.what == "play":
        if t.disputed is None:
            _refuse(deed, "no illegal play is left to correct")
        if reporter(t.disputed, deed) not in p.may_report:
            _refuse(deed, f"only {_listed(p.may_report)} may point it out", NotYourTurnError)
        return _corrected(t)
    if t.lying is None and not (t.early is not None and t.early.open):
        _refuse(deed, f"no {deed.what} is open to objection")
    if deed.seat is None or deed.seat != 1 - _roller(t, deed):
        _refuse(deed, "the opponent of the one who made it may object", NotYourTurnError)
    return _again(t)


def reporter(disputed: Disputed, deed: deeds.Challenge) -> str:
    """Which of the `REPORTERS` points an illegal play out."""
    if deed.seat is None:
        return deed.role
    return "mover" if deed.seat == disputed.seat else "opponent"


def _listed(words: frozenset[str]) -> str:
    return ", ".join(sorted(words)) or "nobody"


def _roller(t: Scene, deed: deeds.Challenge | deeds.LetStand | deeds.Decide) -> int:
    """The seat whose roll or double is open."""
    if t.lying is not None and deed.what == "roll":
        return t.lying.seat
    if t.lying is None and t.early is not None and t.early.what == deed.what:
        return t.early.seat
    _refuse(deed, f"no {deed.what} is open")


def _corrected(t: Scene) -> Judged:
    """Board and dice as they were before the illegal play; what followed it is withdrawn."""
    disputed = t.disputed
    assert disputed is not None
    restored = Scene(
        disputed.before,
        t.actions[: disputed.actions],
        early=disputed.early if _still_waits(t.early, disputed.early) else None,
    )
    words = "board and dice are restored, and any legal play may be chosen"
    return restored, (Ruling("corrected", disputed.seat, words),)


def _still_waits(now: Early | None, then: Early | None) -> bool:
    """Whether what the opponent had made before his time has been neither used nor withdrawn since."""
    if now is None or then is None:
        return False
    return (now.seat, now.dice) == (then.seat, then.dice)


def _again(t: Scene) -> Judged:
    """The roll that lies, or the hasty one, is void."""
    if t.lying is not None:
        ruling = Ruling("reroll", t.lying.seat, "both dice are rolled again")
        return t.with_(lying=None), (ruling,)
    assert t.early is not None
    ruling = Ruling("premature_void", t.early.seat, f"the {t.early.what} is void")
    return t.with_(early=None), (ruling,)


def _stands(p: RefereePolicy, t: Scene) -> Judged:
    """The roll that lies, or the hasty one, stands."""
    if t.lying is not None:
        return _checked(p, t)
    early = t.early
    assert early is not None
    ruling = Ruling("premature_stands", early.seat, f"the {early.what} stands")
    return t.with_(early=Early(early.seat, early.dice, open=False)), (ruling,)


def _let_stand(p: RefereePolicy, t: Scene, deed: deeds.LetStand) -> Judged:
    if deed.what == "play":
        if t.disputed is None:
            _refuse(deed, "no illegal play is left to accept")
        if deed.seat == t.disputed.seat:
            _refuse(deed, "the opponent is to accept it", NotYourTurnError)
        return _go_on(p, *_accepted(t))
    if deed.seat != 1 - _roller(t, deed):
        _refuse(deed, "the opponent is to let it stand", NotYourTurnError)
    if t.lying is None and not (t.early is not None and t.early.open):
        _refuse(deed, f"the {deed.what} stands already")
    return _stands(p, t)


def _decide(p: RefereePolicy, t: Scene, deed: deeds.Decide) -> Judged:
    if deed.what == "play":
        if t.disputed is None:
            _refuse(deed, "no illegal play is left to decide on")
        return _go_on(p, *_accepted(t)) if deed.stands else _corrected(t)
    _roller(t, deed)
    return _stands(p, t) if deed.stands else _again(t)


def _touch(p: RefereePolicy, t: Scene, deed: deeds.Touch) -> Judged:  # noqa: ARG001  # like the others
    words = f"the other player's {deed.what} are not to be touched"
    return t, (Ruling("warning", deed.seat, words),)


def _spoken(p: RefereePolicy, t: Scene, deed: Any) -> Judged:
    """A word that the game itself judges."""
    t = t.after(deed)
    if t.state.is_over:
        t, said = _accepted(t)
        return t.with_(lying=None, early=None, made=(), lifted=0), said
    return _go_on(p, t, ())


_JUDGES: dict[type, Callable[[RefereePolicy, Scene, Any], Judged]] = {
    **dict.fromkeys(get_args(deeds.Spoken), _spoken),
    actions.Double: _double,
    actions.TakeBack: _take_back,
    deeds.Throw: _throw,
    deeds.Shift: _shift,
    deeds.Lift: _lift,
    deeds.PressClock: _press_clock,
    deeds.Touch: _touch,
    deeds.LetStand: _let_stand,
    deeds.Challenge: _challenge,
    deeds.Decide: _decide,
}
