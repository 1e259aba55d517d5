"""The prose of docs/variants.md; the tables between are made by `describe`."""

GUIDE = """\
# Variants

<!-- Made by `ohhell-referee variants --format md`; a test holds this file to the program. -->

Tables of Oh Hell disagree on nearly everything: how many cards, who may not bid what, what a miss costs. Here a
variant is a set of values, each with a name; none is built in. A tournament file starts from a preset and
changes what it likes:

```toml
[variant]
preset = "spruce"               # or another name of the game: "Oh Pshaw"
[variant.game]
players = 5
[variant.bids]
hook = true
[variant.score]
hit_zero = "5 + n"
```

Without `preset` the rules of CardGames.io are the start. `ohhell-referee variants NAME` shows a preset in full.
Unknown keys are errors, never ignored, and all errors of a file are told at once.

## Hands

`schedule.hands` is a list of sizes or a string of turning points joined by two dots. Between two of them the
size changes by one card a hand.

| string | four players |
|--------|--------------|
| `10..1..10` | 10 9 8 7 6 5 4 3 2 1 2 3 4 5 6 7 8 9 10: the hand of one card is played once |
| `1..max` | from one card to `schedule.max` |
| `10..1*P..10` | the turning point is played once for each player: … 2 1 1 1 1 2 … |
| `13..2*4..13` | a turning point played four times |
| `1*P..8*P..1*P` | so at both ends as well |
| `1..max*2..1 each*P` | every hand once for each player, and the largest twice that |
| `[1, 2, 3, "10..7"]` | a list; strings in it are joined to it |

`schedule.max` is a number, a table by number of players, `"fit_trump"` (as many cards as leave one to turn up)
or `"fit_all"` (as many as the deck gives).

## Values by number of players

Any value may be a table by number of players: `remove = {3 = ["2C"]}`,
`max = {3 = 15, 4 = 13, 5 = 10, 6 = 8, 7 = 7}`. Where it has no value for the number at the table, the preset's
holds, and then the default; only the schedule's own keys must have one.

## Which hands

`trump.no_trump` and `view` select hands: `"first"`, `"last"`, `"max"` (every hand of the largest size),
`{size = 3}` (every hand of three cards) or `{hand = 4}` (the fourth). A preset's selector that means no hand of
a changed schedule is dropped; your own is an error. Extra hands after a tie are reached by `"max"` and
`{size = …}` only.

`view` is a list: `view = [{hands = {size = 1}, mode = "forehead"}]`. On the forehead (hands of one card) a seat
bids while it sees the others' cards and not its own, and the card then plays itself. Blind, a seat bids without
seeing any cards and plays with sight.

## Points

Points are whole-number expressions over `b` (bid), `t` (tricks won), `n` (cards in the hand) and `d` (the
difference of `t` and `b`), with `+`, `-`, `*`, `tri(x)` = x(x+1)/2 and `ge(x, y)` = 1 where x is at least y,
else 0.

| scheme | `hit` | `miss` | more |
|--------|-------|--------|------|
| ten and the tricks, or the tricks | `10 + t` | `t` | |
| ten and the tricks, or nothing | `10 + t` | `0` | |
| ten, or ten lost | `10` | `-10` | |
| a miss costs ten, tricks count for all | `10 + t` | `t - 10` | |
| five lost for each trick missed | `10 + 5 * t` | `-5 * d` | |
| squares | `10 + b * b` | `-d * d` | |
| triangles | `5 + tri(b)` | `-tri(d)` | |
| tens | `10 * t` | `0` | `hit_zero = "5"` |
| the bid lost | `10 + b` | `-b` | |
| too many better than too few | `10 + t` | `t` | `miss_under = "-10"` |
| a zero that counts by the hand | `10 + t` | `0` | `hit_zero = "5 + n"` |

`false` switches an option off that a preset sets: `hit_zero = false`.

## What is refused

- more cards than the deck has, with the largest size that it would take;
- `trump.exhausted = "error"` where a hand deals every card and none is left to turn up;
- bids at once together with the hook, a bid that may be changed, or a limit on zeros in a row: nobody is last
  or next;
- a hand of several cards on the forehead: a seat would have to choose among cards that it does not see;
- `max` in the schedule without `schedule.max`, and a `schedule.max` that the schedule does not use;
- `trump.source = "fixed"` without exactly one suit, and a cycle that the source does not use;
- suits, ranks and cards that the deck does not have.
"""

LEFT_OUT = """\
- Blackout of north-east England is played with two jokers, the first of which may be called high or low by its
  player; that is a decision the model does not have. The name `Blackout` leads to `spruce`.
- Skull King, Joker (Georgia), Estimation (Egypt), Fodinha (Brazil) and Nullern are related games with other
  cards, auctions or no duty to follow suit.
"""
