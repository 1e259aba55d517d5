# frozen_string_literal: true

# The client: everything between the referee's socket and a bot's decisions.
#
# Session knows the messages and no socket, so that it can be tested with recorded frames; OhHell.run adds the socket.

require "msgpack"

module OhHell
  PROTOCOL = 1
  LINGER_MS = 1000

  # One game as the client remembers it. Everything else that a decision needs is in its request.
  class Game
    attr_reader :start, :random # the game_start message; the game's own generator, seeded by bot_seed alone
    attr_accessor :memory # yours

    def initialize(start)
      @start = start
      @random = Random.new(start.fetch("bot_seed", "").to_i(16))
    end
  end

  # Derive your bot from this class: bid and play are needed, the rest has a default. Requests are Hashes with the keys
  # of the protocol as strings.
  class Bot
    # A number of request["legal"].
    def bid(_request, _game) = raise(NotImplementedError, "bid is missing")

    # A card of request["legal"].
    def play(_request, _game) = raise(NotImplementedError, "play is missing")

    # Only in variants with bid revision: the bid to have from now on. The default keeps the one that stands.
    def revise(request, _game) = request["bids"][request["seat"]]

    # Only in variants where a seat names the trump: one of request["legal"].
    def trump(request, _game) = request["legal"].first

    def game_start(_game) = nil

    # The message has scores and places by seat.
    def game_end(_message, _game) = nil

    # All other notices; they come only to bots with events: true in their hello.
    def notice(_message) = nil
  end

  # The protocol without a socket: frames in, frames out.
  class Session
    attr_reader :options # the entry's options in the tournament file

    def initialize(bot)
      @bot = bot
      @games = {}
      @options = {}
      @over = false
    end

    # The referee said bye.
    def over? = @over

    # The first frame of the connection. More keys: name, version, author, events.
    def hello(token, more)
      [{ type: "hello", token: token, protocol: PROTOCOL, games: 64, language: "Ruby", **more }].to_msgpack
    end

    # Takes one frame; returns the frame with the answers to all its requests, or nil if it asked nothing.
    def receive(frame)
      answers = MessagePack.unpack(frame).filter_map { |message| handle(message) }
      answers.to_msgpack unless answers.empty?
    end

    private

    def handle(message)
      case message["type"]
      when "bid" then { type: "bid", id: message["id"], bid: @bot.bid(message, game(message)) }
      when "revise" then { type: "bid", id: message["id"], bid: @bot.revise(message, game(message)) }
      when "play" then { type: "play", id: message["id"], card: @bot.play(message, game(message)) }
      when "trump" then { type: "trump", id: message["id"], trump: @bot.trump(message, game(message)) }
      else
        take_note(message)
        nil
      end
    end

    def take_note(message)
      case message["type"]
      when "welcome" then @options = message["options"] || {}
      when "game_start" then @bot.game_start(@games[message["game"]] = Game.new(message))
      when "game_end"
        @bot.game_end(message, game(message))
        @games.delete(message["game"])
      when "error" then warn("referee: #{message['code']}: #{message['text']}") # stderr is kept in the bot's log file
      when "bye" then @over = true
      else @bot.notice(message) # unknown ones are skipped, so that the protocol can grow
      end
    end

    def game(message) = @games[message["game"]] ||= Game.new(message)
  end

  class << self
    # Plays until the referee says bye. What a bot raises ends the process: the log then has the stack.
    def run(bot, **hello)
      session = Session.new(bot)
      return answer_frames(session, ARGV[1]) if ARGV.length == 2 && ARGV[0] == "vectors"

      endpoint, token = ENV.values_at("OHHELL_ENDPOINT", "OHHELL_TOKEN")
      unless endpoint && token
        warn "OHHELL_ENDPOINT and OHHELL_TOKEN are not set: the referee starts bots, " \
             "try `ohhell-referee check -- COMMAND`"
        exit 2
      end
      play(session, endpoint, session.hello(token, hello))
    end

    private

    def play(session, endpoint, hello)
      require "ffi-rzmq" # here, so that the rest works without it
      context = ZMQ::Context.new
      socket = context.socket(ZMQ::DEALER)
      socket.setsockopt(ZMQ::LINGER, LINGER_MS)
      verify(socket.connect(endpoint))
      verify(socket.send_string(hello))
      until session.over?
        frame = String.new
        verify(socket.recv_string(frame))
        answer = session.receive(frame)
        verify(socket.send_string(answer)) if answer
      end
      socket.close
      context.terminate
    end

    def verify(status)
      raise "ZeroMQ: #{ZMQ::Util.error_string}" unless ZMQ::Util.resultcode_ok?(status)
    end

    # `vectors FILE`: recorded frames as hex, one a line; prints the answer to each as hex, or "-" where there is none.
    def answer_frames(session, path)
      File.foreach(path, chomp: true) do |line|
        answer = session.receive([line].pack("H*"))
        puts answer ? answer.unpack1("H*") : "-"
      end
    end
  end
end
