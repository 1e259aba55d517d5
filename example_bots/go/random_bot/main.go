// A bot that bids and plays at random. This is the file to edit.
package main

import "ohhell-bot-go/ohhell"

type randomBot struct{ ohhell.Defaults }

func (randomBot) Bid(request *ohhell.Message, game *ohhell.Game) int {
	legal := request.Legal.Numbers
	return legal[game.Random.IntN(len(legal))]
}

func (randomBot) Play(request *ohhell.Message, game *ohhell.Game) string {
	legal := request.Legal.Names
	return legal[game.Random.IntN(len(legal))]
}

func main() {
	ohhell.Run(randomBot{}, ohhell.About{Name: "random-go", Version: "1.0"})
}
