# frozen_string_literal: true

# A bot that bids and plays at random. This is the file to edit.

require_relative "ohhell"

class RandomBot < OhHell::Bot
  def bid(request, game) = request["legal"].sample(random: game.random)

  def play(request, game) = request["legal"].sample(random: game.random)
end

OhHell.run(RandomBot.new, name: "random-ruby", version: "1.0")
