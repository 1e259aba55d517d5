//! The socket around a session.

use std::env;
use std::error::Error;
use std::process::exit;

use zeromq::{DealerSocket, Socket, SocketRecv, SocketSend};

use crate::{About, Bot, Session};

/// Plays until the referee says bye. A bot that panics ends the process: the log then has the message.
pub fn run<B: Bot>(bot: B, about: About) {
    let (Ok(endpoint), Ok(token)) = (env::var("OHHELL_ENDPOINT"), env::var("OHHELL_TOKEN")) else {
        eprintln!(
            "OHHELL_ENDPOINT and OHHELL_TOKEN are not set: the referee starts bots, try `ohhell-referee check -- COMMAND`"
        );
        exit(2);
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    if let Err(error) = runtime.block_on(play(Session::new(bot), about, &endpoint, &token)) {
        eprintln!("ohhell: {error}");
        exit(1);
    }
}

async fn play<B: Bot>(
    mut session: Session<B>,
    about: About,
    endpoint: &str,
    token: &str,
) -> Result<(), Box<dyn Error>> {
    let mut socket = DealerSocket::new();
    socket.connect(endpoint).await?;
    socket.send(session.hello(token, &about).into()).await?;
    while !session.over {
        let message = socket.recv().await?;
        let frame = message.get(0).ok_or("a message without a part")?;
        if let Some(answer) = session.receive(frame)? {
            // LINGER has no counterpart here: send() returns when the connection has taken the frame.
            socket.send(answer.into()).await?;
        }
    }
    Ok(())
}
