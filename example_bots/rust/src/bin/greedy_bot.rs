//! A bot that bids what its cards are worth and then plays for exactly that.
//!
//! The same decisions as the greedy bots in the other languages, in whole numbers only: GREEDY.md has the algorithm.

use ohhell::{run, About, Bot, Game, Message};

/// An estimate counts thousandths of tricks.
const SURE_TRICK: i64 = 1000;
/// The least that a trump counts beside another.
const SECOND_TRUMP: i64 = 700;

fn rank(card: &str) -> i64 {
    "23456789TJQKA".find(&card[..1]).map_or(0, |place| place as i64 + 2)
}

fn suit(card: &str) -> &str {
    &card[1..]
}

fn is_wizard(card: &str) -> bool {
    card.starts_with('Z')
}

fn is_jester(card: &str) -> bool {
    card.starts_with('N')
}

fn is_plain(card: &str) -> bool {
    !is_wizard(card) && !is_jester(card)
}

fn is_of(wanted: &str, card: &str) -> bool {
    is_plain(card) && suit(card) == wanted
}

/// The suit that beats the others, if there is one.
fn trump_suit(request: &Message) -> Option<&str> {
    request.trump.as_deref().filter(|trump| *trump != "N")
}

/// Puts every card before or after every other, the cheapest first.
fn order(card: &str, trump: Option<&str>) -> i64 {
    let worth = if is_wizard(card) {
        1000
    } else if is_jester(card) {
        0
    } else if Some(suit(card)) == trump {
        200 + rank(card)
    } else {
        rank(card)
    };
    4 * worth + "CDHS".find(suit(card)).unwrap_or(0) as i64
}

fn lowest<'a>(cards: &[&'a str], trump: Option<&str>) -> &'a str {
    cards.iter().min_by_key(|card| order(card, trump)).expect("there is a card")
}

fn highest<'a>(cards: &[&'a str], trump: Option<&str>) -> &'a str {
    cards.iter().max_by_key(|card| order(card, trump)).expect("there is a card")
}

/// The chance that none of so many cards is where each of them is with this chance, all in thousandths.
fn none_of(cards: i64, chance: i64) -> i64 {
    (0..cards).fold(1000, |none, _| none * (1000 - chance) / 1000)
}

fn count(suit: &str, among: &[&str]) -> i64 {
    among.iter().filter(|card| is_of(suit, card)).count() as i64
}

/// How many tricks the cards should win, in thousandths.
fn estimate(request: &Message) -> i64 {
    let trump = trump_suit(request);
    let cards: Vec<&str> = request.cards.iter().map(String::as_str).collect();
    let (size, players) = (request.size as i64, request.players as i64);
    if cards.is_empty() {
        return SURE_TRICK * size / players;
    }
    let known: Vec<&str> = cards.iter().copied().chain(request.turned.as_deref()).collect();
    let unseen = (52 - known.len() as i64).max(1);
    let held = (1000 * (players - 1) * size / unseen).min(1000); // a card is with any opponent
    let each = (1000 * size / unseen).min(1000); // a card is with one particular opponent
    let out = |suit| (13 - count(suit, &known)).max(0);
    let leads = request.seat == (request.dealer + 1) % request.players;
    let mut sum = 0;
    for &card in &cards {
        if is_wizard(card) {
            sum += SURE_TRICK;
        }
        if !is_plain(card) {
            continue;
        }
        let higher_known = known.iter().filter(|other| is_of(suit(card), other) && rank(other) > rank(card)).count();
        let mut chance = none_of(14 - rank(card) - higher_known as i64, held);
        match trump {
            Some(trump) if trump == suit(card) => {
                if count(trump, &cards) >= 2 {
                    chance = chance.max(SECOND_TRUMP);
                }
                sum += chance;
                continue;
            }
            Some(trump) => {
                let ruff = none_of(out(suit(card)), each) * (1000 - none_of(out(trump), each)) / 1000;
                chance = (1..players).fold(chance, |chance, _| chance * (1000 - ruff) / 1000);
            }
            None => {}
        }
        if !leads {
            chance = chance * size / (size + 2);
        }
        sum += chance;
    }
    sum
}

/// The suit to follow, if the trick has one.
fn led_suit(trick: &[String]) -> Option<&str> {
    let first = trick.iter().find(|card| !is_jester(card))?;
    is_plain(first).then(|| suit(first))
}

/// What a card is worth in a trick: the greatest power wins it.
fn power(card: &str, led: Option<&str>, trump: Option<&str>) -> i64 {
    if is_wizard(card) {
        1000
    } else if is_jester(card) {
        0
    } else if Some(suit(card)) == trump {
        200 + rank(card)
    } else if led.is_none_or(|led| led == suit(card)) {
        100 + rank(card)
    } else {
        0
    }
}

fn choose(request: &Message) -> &str {
    let (trick, trump) = (&request.trick, trump_suit(request));
    let legal: Vec<&str> = request.legal.names().iter().map(String::as_str).collect();
    let need = request.bids[request.seat].expect("play comes after the bids") - request.taken[request.seat];
    if trick.is_empty() {
        return if need > 0 { highest(&legal, trump) } else { lowest(&legal, trump) };
    }
    let led = led_suit(trick);
    let to_beat = trick.iter().map(|card| power(card, led, trump)).max().unwrap_or(0);
    let (winners, losers): (Vec<&str>, Vec<&str>) = legal.iter().partition(|card| power(card, led, trump) > to_beat);
    let is_last = trick.len() == request.players - 1;
    match (need > 0, winners.is_empty(), losers.is_empty()) {
        (true, false, _) if is_last => lowest(&winners, trump),
        (true, false, _) => highest(&winners, trump),
        (true, true, _) => lowest(&legal, trump),
        (false, _, false) => highest(&losers, trump),
        (false, _, true) if is_last => highest(&legal, trump),
        (false, _, true) => lowest(&legal, trump),
    }
}

struct GreedyBot;

impl Bot for GreedyBot {
    fn bid(&mut self, request: &Message, _game: &mut Game) -> i64 {
        let target = estimate(request);
        let legal = request.legal.numbers().iter();
        *legal.min_by_key(|bid| (1000 * **bid - target).abs()).expect("there is a legal bid")
    }

    fn trump(&mut self, request: &Message, _game: &mut Game) -> String {
        let strength = |suit: &str| match suit {
            "N" => -1,
            _ => request.cards.iter().filter(|card| is_of(suit, card)).map(|card| 10 + rank(card)).sum(),
        };
        let mut suits: Vec<&String> = request.legal.names().iter().collect();
        suits.sort_by_key(|suit| "CDHSN".find(suit.as_str()));
        suits.sort_by_key(|suit| -strength(suit)); // stable: equals stay in the order of the suits
        suits[0].clone()
    }

    fn play(&mut self, request: &Message, _game: &mut Game) -> String {
        choose(request).to_owned()
    }
}

fn main() {
    run(GreedyBot, About { name: "greedy-rust", version: "1.0", ..About::default() });
}
