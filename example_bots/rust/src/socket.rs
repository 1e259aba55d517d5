//! The socket around a session.

use std::env;
use std::error::Error;
use std::fs;
use std::process::exit;

use zeromq::{DealerSocket, Socket, SocketRecv, SocketSend};

use crate::{About, Bot, Session};

/// Plays until the referee says bye. A bot that panics ends the process: the log then has the message.
pub fn run<B: Bot>(bot: B, about: About) {
    let arguments: Vec<String> = env::args().collect();
    if let [_, mode, path] = arguments.as_slice() {
        if mode == "vectors" {
            return exit_on(answer_frames(Session::new(bot), path));
        }
    }
    let (Ok(endpoint), Ok(token)) = (env::var("OHHELL_ENDPOINT"), env::var("OHHELL_TOKEN")) else {
        eprintln!(
            "OHHELL_ENDPOINT and OHHELL_TOKEN are not set: the referee starts bots, try `ohhell-referee check -- COMMAND`"
        );
        exit(2);
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    exit_on(runtime.block_on(play(Session::new(bot), about, &endpoint, &token)));
}

fn exit_on(result: Result<(), Box<dyn Error>>) {
    if let Err(error) = result {
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

/// `vectors FILE`: recorded frames as hex, one a line; prints the answer to each as hex, or "-" where there is none.
fn answer_frames<B: Bot>(mut session: Session<B>, path: &str) -> Result<(), Box<dyn Error>> {
    for line in fs::read_to_string(path)?.split_whitespace() {
        let digits = line.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap_or(""));
        let frame: Vec<u8> = digits.map(|pair| u8::from_str_radix(pair, 16)).collect::<Result<_, _>>()?;
        match session.receive(&frame)? {
            Some(answer) => println!("{}", answer.iter().map(|byte| format!("{byte:02x}")).collect::<String>()),
            None => println!("-"),
        }
    }
    Ok(())
}
