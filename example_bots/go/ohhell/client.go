package ohhell

import (
	"context"
	"fmt"
	"os"

	"github.com/go-zeromq/zmq4"
)

// Run plays until the referee says bye, and ends the process with status 0 then. A bot that panics ends it too: the log
// has the stack.
func Run(bot Bot, about About) {
	endpoint, token := os.Getenv("OHHELL_ENDPOINT"), os.Getenv("OHHELL_TOKEN")
	if endpoint == "" || token == "" {
		fmt.Fprintln(os.Stderr, "OHHELL_ENDPOINT and OHHELL_TOKEN are not set: the referee starts bots, try `ohhell-referee check -- COMMAND`")
		os.Exit(2)
	}
	if err := play(bot, about, endpoint, token); err != nil {
		fmt.Fprintln(os.Stderr, "ohhell:", err)
		os.Exit(1)
	}
}

func play(bot Bot, about About, endpoint, token string) error {
	socket := zmq4.NewDealer(context.Background())
	defer socket.Close()
	if err := socket.Dial(endpoint); err != nil {
		return fmt.Errorf("connecting to %s: %w", endpoint, err)
	}
	session := NewSession(bot)
	hello, err := session.Hello(token, about)
	if err != nil {
		return err
	}
	if err := socket.Send(zmq4.NewMsg(hello)); err != nil {
		return fmt.Errorf("sending hello: %w", err)
	}
	for !session.Over {
		message, err := socket.Recv()
		if err != nil {
			return fmt.Errorf("receiving: %w", err)
		}
		answer, err := session.Receive(message.Bytes())
		if err != nil {
			return err
		}
		if answer != nil {
			if err := socket.Send(zmq4.NewMsg(answer)); err != nil {
				return fmt.Errorf("sending: %w", err)
			}
		}
	}
	return nil
}
