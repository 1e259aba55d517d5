//! What the referee sends.

use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::Deserialize;

/// A message of the referee, all kinds but events in one: `kind` says which fields mean something. Unknown keys are skipped.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Message {
    #[serde(rename = "type")]
    pub kind: String,
    pub id: Option<i64>,
    pub game: String,
    pub seat: usize,
    pub players: usize,
    pub hand: usize,
    /// `None` where the length of the game is open.
    pub hands: Option<usize>,
    pub size: usize,
    pub dealer: usize,
    /// A suit, "N" for no trump, `None` while it is not known.
    pub trump: Option<String>,
    pub turned: Option<String>,
    pub cards: Vec<String>,
    /// Forehead hands only: every seat's card, `None` for one's own.
    pub seen: Option<Vec<Option<String>>>,
    /// By seat, `None` = not yet.
    pub bids: Vec<Option<i64>>,
    pub legal: Legal,
    pub scores: Vec<i64>,
    pub clock_ms: Option<i64>,
    pub taken: Vec<i64>,
    pub leader: usize,
    pub trick: Vec<String>,
    pub played: Vec<Trick>,
    pub variant: Option<rmpv::Value>,
    pub bot_seed: Option<String>,
    pub options: Option<rmpv::Value>,
    pub places: Vec<i64>,
    pub code: String,
    pub text: String,
    pub reason: String,
}

impl Message {
    /// The kinds that have this shape. All others are notices that a bot may skip.
    pub const KINDS: [&'static str; 9] =
        ["bid", "revise", "play", "trump", "welcome", "game_start", "game_end", "error", "bye"];
}

/// The legal answers to a request: numbers for bids, names for cards and trump suits.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Legal {
    Numbers(Vec<i64>),
    Names(Vec<String>),
}

impl Default for Legal {
    fn default() -> Self {
        Legal::Numbers(Vec::new())
    }
}

impl Legal {
    /// The legal bids of a bid or revise request.
    pub fn numbers(&self) -> &[i64] {
        match self {
            Legal::Numbers(numbers) => numbers,
            Legal::Names(_) => &[],
        }
    }

    /// The legal cards of a play request, the legal suits of a trump request.
    pub fn names(&self) -> &[String] {
        match self {
            Legal::Numbers(_) => &[],
            Legal::Names(names) => names,
        }
    }
}

/// A finished trick: on the wire an array of the leader's seat and the cards in order of play.
#[derive(Clone, Debug, Default)]
pub struct Trick {
    pub leader: usize,
    pub cards: Vec<String>,
}

impl<'de> Deserialize<'de> for Trick {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TrickVisitor;
        impl<'de> Visitor<'de> for TrickVisitor {
            type Value = Trick;

            fn expecting(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
                formatter.write_str("an array of a seat and cards")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Trick, A::Error> {
                let leader = seq.next_element()?.ok_or_else(|| A::Error::custom("an empty trick"))?;
                let mut cards = Vec::new();
                while let Some(card) = seq.next_element()? {
                    cards.push(card);
                }
                Ok(Trick { leader, cards })
            }
        }
        deserializer.deserialize_seq(TrickVisitor)
    }
}
