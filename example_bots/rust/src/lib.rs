//! The client: everything between the referee's socket and a bot's decisions.
//!
//! [`Session`] knows the messages and no socket, so that it can be tested with recorded frames; [`run`] adds the socket.

mod message;
mod random;
mod session;
mod socket;

pub use message::{Legal, Message, Trick};
pub use random::Random;
pub use session::{About, Bot, Game, Session};
pub use socket::run;
