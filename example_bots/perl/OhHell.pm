# The client: everything between the referee's socket and a bot's decisions.
#
# OhHell::Session knows the messages and no socket, so that it can be tested with recorded frames; OhHell::run adds the
# socket.
use v5.28;
use warnings;

# Derive your bot from this class: bid and play are needed, the rest has a default.
package OhHell::Bot;

sub new { my ($class) = @_; return bless {}, $class }

# bid($request, $game): a number of $request->{legal}.
# play($request, $game): a card of $request->{legal}.

# Only in variants with bid revision: the bid to have from now on. The default keeps the one that stands.
sub revise { my ($self, $request, $game) = @_; return $request->{bids}[ $request->{seat} ] }

# Only in variants where a seat names the trump: one of $request->{legal}.
sub trump { my ($self, $request, $game) = @_; return $request->{legal}[0] }

sub game_start { my ($self, $game) = @_; return }             # $game->{start} is the whole message
sub game_end   { my ($self, $message, $game) = @_; return }   # scores and places by seat
sub notice     { my ($self, $message) = @_; return }          # all others; only with events => 1 in hello

# One game as the client remembers it. Everything else that a decision needs is in its request.
package OhHell::Game;

sub new {
    my ($class, $start) = @_;
    my $digits = $start->{bot_seed} // '';
    my @words  = map { hex(substr($digits, $_, 8) || 1) } grep { $_ <= length $digits } 0, 8, 16, 24;
    push @words, 1 while @words < 4;
    my $self = bless { start => $start, random => \@words }, $class;
    $self->_next for 1 .. 12;    # spreads the seed over the whole state
    return $self;
}

# sfc32 by Chris Doty-Humphrey: Perl's own rand has one generator for all games.
sub _next {
    my ($self)  = @_;
    my $words   = $self->{random};
    my ($a, $b, $c, $counter) = @$words;
    my $sum = ($a + $b + $counter) & 0xffffffff;
    $self->{random} = [
        $b ^ ($b >> 9),
        ($c + ($c << 3)) & 0xffffffff,
        (((($c << 21) & 0xffffffff) | ($c >> 11)) + $sum) & 0xffffffff,
        ($counter + 1) & 0xffffffff,
    ];
    return $sum;
}

# A whole number from 0 to $bound - 1 out of the game's own generator, which is seeded by bot_seed alone.
sub below { my ($self, $bound) = @_; return ($self->_next * $bound) >> 32 }

sub choose { my ($self, @from) = @_; return $from[ $self->below(scalar @from) ] }

# The protocol without a socket: frames in, frames out.
package OhHell::Session;

use Data::MessagePack;

# utf8: without it every string of other letters would come out as bytes.
my $codec = Data::MessagePack->new->utf8;

sub new {
    my ($class, $bot) = @_;
    return bless { bot => $bot, games => {}, options => {}, over => 0 }, $class;
}

# The first frame of the connection. More keys: name, version, author. events => 1 asks for all notices.
sub hello {
    my ($self, $token, %more) = @_;
    $more{events} = $more{events} ? Data::MessagePack::true() : Data::MessagePack::false();
    return $codec->pack(
        [ { type => 'hello', token => "$token", protocol => 1, games => 64, language => 'Perl', %more } ]);
}

# Takes one frame; returns the frame with the answers to all its requests, or undef if it asked nothing.
sub receive {
    my ($self, $frame) = @_;
    my @answers = map { $self->_handle($_) } @{ $codec->unpack($frame) };
    return @answers ? $codec->pack(\@answers) : undef;
}

# A list of one answer, or of none.
sub _handle {
    my ($self, $message) = @_;
    my ($bot, $type) = ($self->{bot}, $message->{type});
    if ($type =~ /\A(?:bid|revise|play|trump)\z/) {
        my $choice = $bot->$type($message, $self->_game($message));
        my %answer = (id => $message->{id} + 0);

        # Perl's scalars are text and number at once; + 0 and "" say which of them goes over the wire.
        return { %answer, type => 'play',  card  => "$choice" } if $type eq 'play';
        return { %answer, type => 'trump', trump => "$choice" } if $type eq 'trump';
        return { %answer, type => 'bid', bid => $choice + 0 };
    }
    if ($type eq 'welcome') {
        $self->{options} = $message->{options} // {};
    }
    elsif ($type eq 'game_start') {
        delete $self->{games}{ $message->{game} };
        $bot->game_start($self->_game($message));
    }
    elsif ($type eq 'game_end') {
        $bot->game_end($message, $self->_game($message));
        delete $self->{games}{ $message->{game} };
    }
    elsif ($type eq 'error') {    # stderr is kept in the bot's log file
        print STDERR "referee: $message->{code}: $message->{text}\n";
    }
    elsif ($type eq 'bye') {
        $self->{over} = 1;
    }
    else {                        # unknown notices are skipped, so that the protocol can grow
        $bot->notice($message);
    }
    return;
}

sub _game {
    my ($self, $message) = @_;
    return $self->{games}{ $message->{game} } //= OhHell::Game->new($message);
}

package OhHell;

# Plays until the referee says bye. A bot that dies ends the process: the log then has the message.
sub run {
    my ($bot, %hello) = @_;
    binmode STDERR, ':encoding(UTF-8)';
    my $session = OhHell::Session->new($bot);
    return _answer_frames($session, $ARGV[1]) if @ARGV == 2 && $ARGV[0] eq 'vectors';
    my ($endpoint, $token) = @ENV{qw(OHHELL_ENDPOINT OHHELL_TOKEN)};
    if (!$endpoint || !$token) {
        print STDERR 'OHHELL_ENDPOINT and OHHELL_TOKEN are not set: the referee starts bots, ',
            "try `ohhell-referee check -- COMMAND`\n";
        exit 2;
    }
    require ZMQ::FFI;    # here, so that the rest works without it
    require ZMQ::FFI::Constants;
    my $context = ZMQ::FFI->new;
    my $socket  = $context->socket(ZMQ::FFI::Constants::ZMQ_DEALER());
    $socket->set_linger(1000);
    $socket->connect($endpoint);
    $socket->send($session->hello($token, %hello));
    until ($session->{over}) {
        my $answer = $session->receive($socket->recv);
        $socket->send($answer) if defined $answer;
    }
    $socket->close;
    return;
}

# `vectors FILE`: recorded frames as hex, one a line; prints the answer to each as hex, or "-" where there is none.
sub _answer_frames {
    my ($session, $path) = @_;
    open my $file, '<', $path or die "$path: $!\n";
    while (my $line = <$file>) {
        chomp $line;
        my $answer = $session->receive(pack 'H*', $line);
        say defined $answer ? unpack('H*', $answer) : '-';
    }
    return;
}

1;
