"""What a seat does not know, dealt anew: hidden cards, gems behind screens, sealed choices of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from koloda.core.bits import bit, lowest
from koloda.core.rng import Rng
from koloda.core.vecs import append, vec
from koloda.games.viceroy.actions import BUILD, PAY_BUILD, PAY_PASS, RECOLOUR, SETUP_CHOOSE
from koloda.games.viceroy.cards import CARDS, CHARACTERS, HALF

if TYPE_CHECKING:
    from koloda.games.viceroy.state import ViceroyState


def sampled(s: ViceroyState, seat: i64, rng: Rng) -> ViceroyState:
    """A state that this seat cannot tell from s, fairly from all of them."""
    sample = s.clone()
    sample.rng = rng.fork()
    sample.dealt = vec[i64]()
    sample.first_small = vec[i64]()
    sample.first_law = vec[i64]()
    deal_cards(s, sample, seat, rng)
    while True:
        if s.seats > 2 and s.phase < RECOLOUR and not s.rules.open_screens:
            deal_screens(s, sample, seat, rng)
        if reseal(s, sample, seat, rng):
            return sample


# cards


def deal_cards(s: ViceroyState, sample: ViceroyState, seat: i64, rng: Rng) -> None:
    """Deal the hidden cards, in the order of their numbers before they are mixed, to the hidden places.

    `became` says which card now lies where another one lay, so that what others know of places stays true.
    """
    became = vec[i64]()
    for card in range(CARDS):
        became = append(became, card)
    deal_characters(s, sample, seat, became, rng)
    deal_laws(s, seat, became, rng)
    for i in range(s.large_at, len(s.large)):
        sample.large[i] = became[s.large[i]]
    for i in range(s.small_at, len(s.small)):
        sample.small[i] = became[s.small[i]]
    for i in range(s.law_at, len(s.law)):
        sample.law[i] = became[s.law[i]]
    for other in range(s.seats):
        if other != seat:
            change_hand(s, sample, other, became)
            laws = s.seen[other]
            sample.seen[other] = 0
            while laws:
                sample.seen[other] |= bit(became[CHARACTERS + lowest(laws)] - CHARACTERS)
                laws &= laws - 1
    if s.drawn >= 0:
        sample.drawn = became[s.drawn]


def change_hand(s: ViceroyState, sample: ViceroyState, seat: i64, became: vec[i64]) -> None:
    sample.hands[seat * 2] = 0
    sample.hands[seat * 2 + 1] = 0
    for half in range(2):
        cards = s.hands[seat * 2 + half]
        while cards:
            sample.to_hand(seat, became[half * HALF + lowest(cards)])
            cards &= cards - 1


def ascending(first: i64, second: i64) -> vec[i64]:
    """The cards of a set of two halves."""
    cards = vec[i64]()
    while first:
        cards = append(cards, lowest(first))
        first &= first - 1
    while second:
        cards = append(cards, HALF + lowest(second))
        second &= second - 1
    return cards


def hidden_in_hand(s: ViceroyState, seat: i64, places: vec[i64], laws: bool, seen: i64) -> vec[i64]:
    """Add the cards of another hand that nobody has shown: the one just drawn, those that somebody looked at,
    the rest; so that the order of the places says nothing about the cards."""
    looked: i64 = 0
    for other in range(s.seats):
        looked |= s.seen[other]
    for turn in range(3):
        for half in range(2):
            cards = s.hands[seat * 2 + half] & ~s.shown[seat * 2 + half]
            while cards:
                card = half * HALF + lowest(cards)
                cards &= cards - 1
                if (card >= CHARACTERS) == laws:
                    b = bit(card - CHARACTERS) if laws else i64(0)
                    rank: i64 = 0 if card == s.drawn else 1 if looked & b else 2
                    if rank == turn and not seen & b:
                        places = append(places, card)
    return places


def deal_characters(s: ViceroyState, sample: ViceroyState, seat: i64, became: vec[i64], rng: Rng) -> None:
    """A start card that the seat gave back lies in the small deck or was drawn from it; all else is open."""
    sample.large = s.large[:]
    sample.small = s.small[:]
    near = vec[i64]()  # what lies in the small deck or was drawn from it
    for i in range(s.small_at, len(s.small)):
        near = append(near, s.small[i])
    for other in range(s.seats):
        if other != seat:
            near = hidden_in_hand(s, other, near, False, 0)
    first: i64 = 0
    second: i64 = 0
    for i in range(len(near)):
        if near[i] < HALF:
            first |= bit(near[i])
        else:
            second |= bit(near[i] - HALF)
    first_back = first & s.back[seat * 2]
    second_back = second & s.back[seat * 2 + 1]
    for i in range(s.large_at, len(s.large)):
        if s.large[i] < HALF:
            first |= bit(s.large[i])
        else:
            second |= bit(s.large[i] - HALF)
    mixed = ascending(first_back, second_back)
    rest = ascending(first & ~first_back, second & ~second_back)
    rng.shuffle(rest)
    k = i64(len(near)) - i64(len(mixed))
    for i in range(k):
        mixed = append(mixed, rest[i])
    rng.shuffle(mixed)
    for i in range(len(near)):
        became[near[i]] = mixed[i]
    for i in range(s.large_at, len(s.large)):
        became[s.large[i]] = rest[k]
        k += 1
    if s.phase > SETUP_CHOOSE:
        give_back(sample, seat, mixed, rng)


def give_back(sample: ViceroyState, seat: i64, near: vec[i64], rng: Rng) -> None:
    """Which start cards the others gave back is as hidden; two each, as far as there are so many unseen.

    Those that the seat gave back itself nobody else can have had.
    """
    k: i64 = 0
    rng.shuffle(near)
    for other in range(sample.seats):
        if other != seat:
            sample.back[other * 2] = 0
            sample.back[other * 2 + 1] = 0
            for i in range(2):
                while k < i64(len(near)) and sample.back[seat * 2 + near[k] // HALF] & bit(near[k] % HALF):
                    k += 1
                if k < i64(len(near)):
                    sample.back[other * 2 + near[k] // HALF] |= bit(near[k] % HALF)
                    k += 1


def deal_laws(s: ViceroyState, seat: i64, became: vec[i64], rng: Rng) -> None:
    """Laws in the deck and in other hands, except those that the seat has seen."""
    places = vec[i64]()
    for i in range(s.law_at, len(s.law)):
        if not s.seen[seat] & bit(s.law[i] - CHARACTERS):
            places = append(places, s.law[i])
    for other in range(s.seats):
        if other != seat:
            places = hidden_in_hand(s, other, places, True, s.seen[seat])
    hidden: i64 = 0
    for i in range(len(places)):
        hidden |= bit(places[i] - HALF)
    mixed = ascending(0, hidden)
    rng.shuffle(mixed)
    for i in range(len(places)):
        became[places[i]] = mixed[i]


# gems


def deal_screens(s: ViceroyState, sample: ViceroyState, seat: i64, rng: Rng) -> None:
    """Which two gems each of the others gave back in the setup; everything since then was public.

    Two seats of the others are free within what is proved of them, the last one has what is left.
    """
    first: i64 = -1
    second: i64 = -1
    last: i64 = -1
    for other in range(s.seats):
        if other != seat:
            first = second
            second = last
            last = other
    total = ways(s, sample, seat, first, second, last, -1)
    ways(s, sample, seat, first, second, last, rng.below(total))


def ways(
    s: ViceroyState, sample: ViceroyState, seat: i64, first: i64, second: i64, last: i64, chosen: i64
) -> i64:
    """In how many ways the gems can have been given back; the chosen one is entered into the sample."""
    all_returned: i64 = 0
    for other in range(s.seats):
        if other != seat:
            all_returned += returned_by(s, other)
    count: i64 = 0
    for a in range(10 if first >= 0 else 1):
        pair_a: i64 = 0
        if first >= 0:
            pair_a = pair(a)
        weight_a = weight(s, first, pair_a)
        if weight_a:
            for b in range(10):
                left = all_returned - pair_a - pair(b)
                ways_here = weight_a * weight(s, second, pair(b)) * weight(s, last, left)
                count += ways_here
                if ways_here and chosen >= 0 and chosen < count:
                    sample.returned = s.returned[:]
                    enter(s, sample, first, pair_a)
                    enter(s, sample, second, pair(b))
                    enter(s, sample, last, left)
                    return count
    return count


def pair(number: i64) -> i64:
    """The ten pairs of gems: eight bits for each colour."""
    high: i64 = 0
    while number > high:
        high += 1
        number -= high
    return bit(number * 8) + bit(high * 8)


def returned_by(s: ViceroyState, seat: i64) -> i64:
    gems: i64 = 0
    for colour in range(4):
        gems += s.returned[seat * 4 + colour] << (colour * 8)
    return gems


def weight(s: ViceroyState, seat: i64, gems: i64) -> i64:
    """In how many ways a seat can have given back these two of its eight gems; 0: that is disproved."""
    if seat < 0:
        return 1
    result: i64 = 1
    for colour in range(4):
        count = (gems >> (colour * 8)) & 255
        i = seat * 4 + colour
        if count < s.returned_least[i] or count > s.returned_most[i]:
            return 0
        if count == 1:
            result *= 2
    return result


def enter(s: ViceroyState, sample: ViceroyState, seat: i64, gems: i64) -> None:
    if seat >= 0:
        for colour in range(4):
            i = seat * 4 + colour
            count = (gems >> (colour * 8)) & 255
            sample.screens[i] = s.screens[i] + s.returned[i] - count
            sample.returned[i] = count


# sealed choices


def reseal(s: ViceroyState, sample: ViceroyState, seat: i64, rng: Rng) -> bool:
    """Others seal a choice that they may make; false if these screens do not fit what everybody sees."""
    sample.pending = s.pending
    if s.phase == PAY_BUILD:
        return replan(s, sample, seat, rng)
    if s.phase == PAY_PASS:
        # who has kept a card can pay for it
        for other in range(s.seats):
            if s.acquired[other] >= 0 and not sample.payable_levels(other):
                return False
    for other in range(s.seats):
        if other != seat and s.asked & bit(other) and not s.pending & bit(other):
            kind = s.ask[other]
            sample.seal(other, kind, sample.random_legal(other, rng) - kind)
    return True


def replan(s: ViceroyState, sample: ViceroyState, seat: i64, rng: Rng) -> bool:
    """Whoever builds can pay. Who has begun to plan may have finished, but somebody has not."""
    for other in range(s.seats):
        if other != seat and s.asked & bit(other):
            if not sample.payable_levels(other):
                return False
            if not s.pending & bit(other) or s.ask[other] != BUILD:
                begin_plan(sample, other, rng)
                while sample.pending & bit(other):
                    kind = sample.ask[other]
                    sample.plan(other, kind, sample.random_legal(other, rng) - kind)
    if not sample.pending:
        for other in range(s.seats):
            if other != seat and s.asked & bit(other) and begin_plan(sample, other, rng):
                return True
        return False
    return True


def begin_plan(sample: ViceroyState, seat: i64, rng: Rng) -> bool:
    """A place is chosen; true if there is more to decide."""
    sample.pending |= bit(seat)
    sample.ask[seat] = BUILD
    sample.plan(seat, BUILD, sample.random_legal(seat, rng) - BUILD)
    return sample.pending & bit(seat) != 0
