//! The protocol without a socket: frames in, frames out.

use std::collections::HashMap;
use std::error::Error;

use rmpv::Value;
use serde::Serialize;

use crate::{Message, Random};

const PROTOCOL: u32 = 1;

/// What the bot says of itself in its hello. `events` asks for notices of everything that it may see.
#[derive(Clone, Debug, Default)]
pub struct About {
    pub name: &'static str,
    pub version: &'static str,
    pub author: &'static str,
    pub events: bool,
}

/// A bot decides: `bid` and `play` are needed, the rest has a default.
pub trait Bot {
    /// One of `request.legal.numbers()`.
    fn bid(&mut self, request: &Message, game: &mut Game) -> i64;

    /// One of `request.legal.names()`.
    fn play(&mut self, request: &Message, game: &mut Game) -> String;

    /// Only in variants with bid revision: the bid to have from now on. The default keeps the one that stands.
    fn revise(&mut self, request: &Message, _game: &mut Game) -> i64 {
        request.bids[request.seat].expect("revise comes after the seat's bid")
    }

    /// Only where a seat names the trump: one of `request.legal.names()`.
    fn trump(&mut self, request: &Message, _game: &mut Game) -> String {
        request.legal.names()[0].clone()
    }

    fn game_start(&mut self, _game: &mut Game) {}

    /// `message` has scores and places by seat.
    fn game_end(&mut self, _message: &Message, _game: &mut Game) {}

    /// All other notices, as they came; they come only to bots with `About::events`.
    fn notice(&mut self, _kind: &str, _message: &Value) {}
}

/// One game as the client remembers it. Everything else that a decision needs is in its request.
#[derive(Clone, Debug)]
pub struct Game {
    /// The game_start message.
    pub start: Message,
    /// The game's own generator, seeded by bot_seed alone.
    pub random: Random,
}

impl Game {
    fn new(start: &Message) -> Self {
        Game { random: Random::new(start.bot_seed.as_deref().unwrap_or("")), start: start.clone() }
    }
}

#[derive(Serialize)]
struct Hello<'a> {
    r#type: &'a str,
    token: &'a str,
    protocol: u32,
    games: u32,
    events: bool,
    language: &'a str,
    name: &'a str,
    version: &'a str,
    author: &'a str,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Answer {
    Bid { id: i64, bid: i64 },
    Play { id: i64, card: String },
    Trump { id: i64, trump: String },
}

pub struct Session<B: Bot> {
    bot: B,
    games: HashMap<String, Game>,
    /// The entry's options in the tournament file.
    pub options: Option<Value>,
    /// The referee said bye.
    pub over: bool,
}

impl<B: Bot> Session<B> {
    pub fn new(bot: B) -> Self {
        Session { bot, games: HashMap::new(), options: None, over: false }
    }

    /// The first frame of the connection.
    pub fn hello(&self, token: &str, about: &About) -> Vec<u8> {
        let hello = Hello {
            r#type: "hello",
            token,
            protocol: PROTOCOL,
            games: 64,
            events: about.events,
            language: "Rust",
            name: about.name,
            version: about.version,
            author: about.author,
        };
        rmp_serde::to_vec_named(&[hello]).expect("strings and numbers can be encoded")
    }

    /// Takes one frame; returns the frame with the answers to all its requests, or `None` if it asked nothing.
    pub fn receive(&mut self, frame: &[u8]) -> Result<Option<Vec<u8>>, Box<dyn Error>> {
        let mut answers = Vec::new();
        for message in rmp_serde::from_slice::<Vec<Value>>(frame)? {
            answers.extend(self.handle(message)?);
        }
        if answers.is_empty() {
            return Ok(None);
        }
        Ok(Some(rmp_serde::to_vec_named(&answers)?))
    }

    fn handle(&mut self, message: Value) -> Result<Option<Answer>, Box<dyn Error>> {
        let kind = message["type"].as_str().unwrap_or("").to_owned();
        if !Message::KINDS.contains(&kind.as_str()) {
            self.bot.notice(&kind, &message); // of any shape: unknown ones are skipped, so that the protocol can grow
            return Ok(None);
        }
        let message: Message = rmpv::ext::from_value(message)?;
        match kind.as_str() {
            "welcome" => self.options = message.options,
            "game_start" => {
                let mut game = Game::new(&message);
                self.bot.game_start(&mut game);
                self.games.insert(message.game, game);
            }
            "game_end" => {
                if let Some(mut game) = self.games.remove(&message.game) {
                    self.bot.game_end(&message, &mut game);
                }
            }
            "error" => eprintln!("referee: {}: {}", message.code, message.text), // stderr is kept in the bot's log file
            "bye" => self.over = true,
            _ => return Ok(Some(self.decide(&message))),
        }
        Ok(None)
    }

    fn decide(&mut self, request: &Message) -> Answer {
        let id = request.id.expect("every request has an id");
        let game = self.games.entry(request.game.clone()).or_insert_with(|| Game::new(request));
        match request.kind.as_str() {
            "bid" => Answer::Bid { id, bid: self.bot.bid(request, game) },
            "revise" => Answer::Bid { id, bid: self.bot.revise(request, game) },
            "play" => Answer::Play { id, card: self.bot.play(request, game) },
            _ => Answer::Trump { id, trump: self.bot.trump(request, game) },
        }
    }
}
