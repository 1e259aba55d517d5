# frozen_string_literal: true

# A bot that bids what its cards are worth and then plays for exactly that.
#
# The same decisions as the greedy bots in the other languages, in whole numbers only: GREEDY.md has the algorithm.

require_relative "ohhell"

class GreedyBot < OhHell::Bot
  SURE_TRICK = 1000 # an estimate counts thousandths of tricks
  SECOND_TRUMP = 700 # the least that a trump counts beside another

  def bid(request, _game)
    target = estimate(request)
    request["legal"].min_by { |bid| [(1000 * bid - target).abs, bid] }
  end

  def trump(request, _game)
    request["legal"].min_by { |suit| [-strength(suit, request["cards"]), "CDHSN".index(suit)] }
  end

  def play(request, _game)
    legal, trick, seat = request.values_at("legal", "trick", "seat")
    trump = trump_suit(request)
    need = request["bids"][seat] - request["taken"][seat]
    return need.positive? ? highest(legal, trump) : lowest(legal, trump) if trick.empty?

    led = led_suit(trick)
    to_beat = trick.map { |card| power(card, led, trump) }.max
    winners, losers = legal.partition { |card| power(card, led, trump) > to_beat }
    last = trick.length == request["players"] - 1
    if need.positive?
      return lowest(legal, trump) if winners.empty?

      return last ? lowest(winners, trump) : highest(winners, trump)
    end
    return highest(losers, trump) unless losers.empty?

    last ? highest(legal, trump) : lowest(legal, trump)
  end

  private

  def rank(card) = "23456789TJQKA".index(card[0]) + 2

  def wizard?(card) = card.start_with?("Z")

  def jester?(card) = card.start_with?("N")

  def plain?(card) = !wizard?(card) && !jester?(card)

  def of?(suit, card) = plain?(card) && card[1] == suit

  # The suit that beats the others, or nil.
  def trump_suit(request) = request["trump"] == "N" ? nil : request["trump"]

  # Puts every card before or after every other, the cheapest first.
  def order(card, trump)
    worth = if wizard?(card) then 1000
            elsif jester?(card) then 0
            else rank(card) + (card[1] == trump ? 200 : 0)
            end
    4 * worth + "CDHS".index(card[1])
  end

  def lowest(cards, trump) = cards.min_by { |card| order(card, trump) }

  def highest(cards, trump) = cards.max_by { |card| order(card, trump) }

  # The chance that none of so many cards is where each of them is with this chance, all in thousandths.
  def none_of(cards, chance)
    none = 1000
    cards.clamp(0..).times { none = none * (1000 - chance) / 1000 }
    none
  end

  # How many tricks the cards should win, in thousandths.
  def estimate(request)
    cards, size, players = request.values_at("cards", "size", "players")
    return SURE_TRICK * size / players if cards.empty?

    trump = trump_suit(request)
    known = [*cards, *request["turned"]]
    unseen = [1, 52 - known.length].max
    held = [1000, 1000 * (players - 1) * size / unseen].min # a card is with any opponent
    each = [1000, 1000 * size / unseen].min # a card is with one particular opponent
    none_with_one = ->(suit) { none_of(13 - known.count { |card| of?(suit, card) }, each) }
    trumps = cards.count { |card| of?(trump, card) }
    leads = request["seat"] == (request["dealer"] + 1) % players
    cards.sum do |card|
      next SURE_TRICK if wizard?(card)
      next 0 if jester?(card)

      higher_known = known.count { |other| of?(card[1], other) && rank(other) > rank(card) }
      chance = none_of(14 - rank(card) - higher_known, held)
      next trumps >= 2 ? [chance, SECOND_TRUMP].max : chance if card[1] == trump

      if trump
        ruff = none_with_one.call(card[1]) * (1000 - none_with_one.call(trump)) / 1000
        (players - 1).times { chance = chance * (1000 - ruff) / 1000 }
      end
      leads ? chance : chance * size / (size + 2)
    end
  end

  def strength(suit, cards)
    return -1 if suit == "N"

    cards.sum { |card| of?(suit, card) ? 10 + rank(card) : 0 }
  end

  # The suit to follow, or nil.
  def led_suit(trick)
    first = trick.find { |card| !jester?(card) }
    first[1] if first && plain?(first)
  end

  # What a card is worth in a trick: the greatest power wins it.
  def power(card, led, trump)
    return 1000 if wizard?(card)
    return 0 if jester?(card)
    return 200 + rank(card) if card[1] == trump

    led.nil? || card[1] == led ? 100 + rank(card) : 0
  end
end

OhHell.run(GreedyBot.new, name: "greedy-ruby", version: "1.0")
