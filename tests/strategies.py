"""Hypothesis strategies: variants, positions and dice."""

from hypothesis import strategies as st

import tavla
from oracle import across

COMPOSED = (
    tavla.HYPER.replace(name="two-checker hyper", start={24: 1, 23: 1}),
    tavla.HYPER.replace(name="one-checker hyper", start={24: 1}),
    tavla.MOULTEZIM.replace(name="five-point moultezim", held_limits=((7, 12, 5),)),
    tavla.MOULTEZIM.replace(name="threshold 12", first_away_pips=12),
    tavla.MOULTEZIM.replace(
        name="threshold 18, released next turn", first_away_pips=18, first_away_release="next_turn"
    ),
    tavla.MOULTEZIM.replace(name="end-of-turn moultezim", limit_check="end_of_turn"),
    tavla.MOULTEZIM.replace(name="lapsing when empty", limit_lapse="when_opp_start_empty"),
    tavla.MOULTEZIM.replace(name="lapsing when passed", limit_lapse="when_opp_all_passed"),
    tavla.MOULTEZIM.replace(name="two limits", held_limits=((7, 12, 4), (19, 24, 5))),
    tavla.MOULTEZIM.replace(name="narde prime", held_limits=(), six_prime_needs_opp_ahead=True),
    tavla.MOULTEZIM.replace(name="mini moultezim", start={24: 3}),
    tavla.FEVGA.replace(name="fevga without the duty", unblock_duty=False),
    tavla.FEVGA.replace(name="end-of-turn fevga", limit_check="end_of_turn"),
    tavla.BACKGAMMON.replace(name="exact bear-off", bearoff_overshoot="exact_only"),
    tavla.BACKGAMMON.replace(name="no inner moves", bearoff_inner_moves="forbidden"),
    tavla.BACKGAMMON.replace(name="held backgammon", held_limits=((1, 6, 3),)),
    tavla.BACKGAMMON.replace(name="blocking backgammon", contact="block"),
    tavla.HYPER.replace(name="parallel hitting hyper", track="parallel"),
)

variants = st.sampled_from((*tavla.VARIANTS.values(), *COMPOSED))
rolls = st.tuples(st.integers(1, 6), st.integers(1, 6))


@st.composite
def sides(draw, variant, taken=()):
    """Draw one side's counts on the slots that are not taken."""
    slots = [p for p in range(1, 25) if p not in taken]
    if variant.contact == "hit":
        slots.append(25)
    # A narrow band of points makes primes, stacks and bear-offs likely; the whole board, contact.
    low = draw(st.sampled_from((0, 0, 0, 6, 12)))
    width = draw(st.sampled_from((6, 12, 26)))
    band = [p for p in slots if low <= p <= low + width] or slots
    # One stays: a side that is all off has won.
    off = draw(st.sampled_from((0, 0, 0, min(1, variant.checkers - 1), variant.checkers - 1)))
    chosen = draw(
        st.lists(
            st.sampled_from(band), min_size=variant.checkers - off, max_size=variant.checkers - off
        )
    )
    counts = [0] * 26
    counts[0] = off
    for slot in chosen:
        counts[slot] += 1
    return tuple(counts)


@st.composite
def constructed(draw, variant):
    """Draw any sound position that is not finished, irregular ones too."""
    player = draw(sides(variant))
    taken = {across(variant, p) for p in range(1, 25) if player[p]}
    return tavla.Position(variant, player=player, opponent=draw(sides(variant, taken)))


@st.composite
def played(draw, variant):
    """Draw a position that random play from the start reaches."""
    position = tavla.Position.start(variant)
    for _ in range(draw(st.integers(0, 60))):
        plays = position.legal_plays(draw(rolls))
        after = position.after(plays[draw(st.integers(0, len(plays) - 1))])
        if after.is_finished:
            break
        position = after
    return position


@st.composite
def positions(draw):
    """Draw a position of any variant."""
    variant = draw(variants)
    return draw(st.one_of(constructed(variant), played(variant)))
