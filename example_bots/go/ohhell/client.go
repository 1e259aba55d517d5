package ohhell

import (
	"bufio"
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"github.com/go-zeromq/zmq4"
)

// Run plays until the referee says bye. A bot that panics ends the process: the log then has the stack.
func Run(bot Bot, about About) {
	if len(os.Args) == 3 && os.Args[1] == "vectors" {
		exitOn(answerFrames(bot, os.Args[2]))
		return
	}
	endpoint, token := os.Getenv("OHHELL_ENDPOINT"), os.Getenv("OHHELL_TOKEN")
	if endpoint == "" || token == "" {
		fmt.Fprintln(os.Stderr, "OHHELL_ENDPOINT and OHHELL_TOKEN are not set: "+
			"the referee starts bots, try `ohhell-referee check -- COMMAND`")
		os.Exit(2)
	}
	exitOn(play(bot, about, endpoint, token))
}

func exitOn(err error) {
	if err != nil {
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
	// LINGER has no counterpart here: Send returns when the connection has taken the frame.
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

// answerFrames is `vectors FILE`: recorded frames as hex, one a line; prints the answer to each as hex, or "-" where
// there is none.
func answerFrames(bot Bot, path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	session := NewSession(bot)
	for _, line := range strings.Fields(string(content)) {
		frame, err := hex.DecodeString(line)
		if err != nil {
			return err
		}
		answer, err := session.Receive(frame)
		if err != nil {
			return err
		}
		if answer == nil {
			fmt.Fprintln(out, "-")
		} else {
			fmt.Fprintln(out, hex.EncodeToString(answer))
		}
	}
	return nil
}
