//! A bot that bids and plays at random. This is the file to edit.

use ohhell::{run, About, Bot, Game, Message};

struct RandomBot;

impl Bot for RandomBot {
    fn bid(&mut self, request: &Message, game: &mut Game) -> i64 {
        *game.random.choose(request.legal.numbers())
    }

    fn play(&mut self, request: &Message, game: &mut Game) -> String {
        game.random.choose(request.legal.names()).clone()
    }
}

fn main() {
    run(RandomBot, About { name: "random-rust", version: "1.0", ..About::default() });
}
