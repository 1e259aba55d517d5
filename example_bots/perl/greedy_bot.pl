#!/usr/bin/perl
# A bot that bids what its cards are worth and then plays for exactly that.
#
# The same decisions as the greedy bots in the other languages, in whole numbers only: GREEDY.md has the algorithm.
use v5.28;
use warnings;

use FindBin;
use lib $FindBin::Bin;

package GreedyBot;

use List::Util qw(max min sum0);

use OhHell;
use parent -norequire, 'OhHell::Bot';

my $SURE_TRICK   = 1000;    # an estimate counts thousandths of tricks
my $SECOND_TRUMP = 700;     # the least that a trump counts beside another
my $NO_SUIT      = '';

sub rank      { my ($card) = @_; return index('23456789TJQKA', substr $card, 0, 1) + 2 }
sub suit      { my ($card) = @_; return substr $card, 1 }
sub is_wizard { my ($card) = @_; return $card =~ /\AZ/ }
sub is_jester { my ($card) = @_; return $card =~ /\AN/ }
sub is_plain  { my ($card) = @_; return $card !~ /\A[ZN]/ }
sub is_of     { my ($suit, $card) = @_; return is_plain($card) && suit($card) eq $suit }

sub trump_suit {
    my ($request) = @_;
    my $trump = $request->{trump} // 'N';
    return $trump eq 'N' ? $NO_SUIT : $trump;
}

# Puts every card before or after every other, the cheapest first.
sub order {
    my ($card, $trump) = @_;
    my $worth
        = is_wizard($card) ? 1000
        : is_jester($card) ? 0
        :                    rank($card) + (suit($card) eq $trump ? 200 : 0);
    return 4 * $worth + index 'CDHS', suit($card);
}

sub sorted {
    my ($trump, @cards) = @_;
    return sort { order($a, $trump) <=> order($b, $trump) } @cards;
}

sub lowest  { my @cards = sorted(@_); return $cards[0] }
sub highest { my @cards = sorted(@_); return $cards[-1] }

# The chance that none of so many cards is where each of them is with this chance, all in thousandths.
sub none_of {
    my ($cards, $chance) = @_;
    my $none = 1000;
    $none = int($none * (1000 - $chance) / 1000) for 1 .. $cards;
    return $none;
}

# How many tricks the cards should win, in thousandths.
sub estimate {
    my ($request) = @_;
    my @cards = @{ $request->{cards} };
    my ($size, $players, $trump) = (@$request{qw(size players)}, trump_suit($request));
    return int($SURE_TRICK * $size / $players) if !@cards;
    my @known  = (@cards, $request->{turned} // ());
    my $unseen = max(1, 52 - @known);
    my $held   = min(1000, int(1000 * ($players - 1) * $size / $unseen));    # a card is with any opponent
    my $each   = min(1000, int(1000 * $size / $unseen));    # a card is with one particular opponent
    my %out    = map { my $suit = $_; $suit => max(0, 13 - grep { is_of($suit, $_) } @known) } qw(C D H S);
    my $leads  = $request->{seat} == ($request->{dealer} + 1) % $players;
    my $trumps = grep { is_of($trump, $_) } @cards;
    my $sum    = 0;
    for my $card (@cards) {
        $sum += $SURE_TRICK if is_wizard($card);
        next if !is_plain($card);
        my $higher_known = grep { is_of(suit($card), $_) && rank($_) > rank($card) } @known;
        my $chance       = none_of(14 - rank($card) - $higher_known, $held);
        if (suit($card) eq $trump) {
            $chance = max($chance, $SECOND_TRUMP) if $trumps >= 2;
        }
        else {
            if ($trump ne $NO_SUIT) {
                my $ruff = int(none_of($out{suit($card)}, $each) * (1000 - none_of($out{$trump}, $each)) / 1000);
                $chance = int($chance * (1000 - $ruff) / 1000) for 2 .. $players;
            }
            $chance = int($chance * $size / ($size + 2)) if !$leads;
        }
        $sum += $chance;
    }
    return $sum;
}

# The suit to follow, or none.
sub led_suit {
    for my $card (@_) {
        next if is_jester($card);
        return is_wizard($card) ? $NO_SUIT : suit($card);
    }
    return $NO_SUIT;
}

# What a card is worth in a trick: the greatest power wins it.
sub power {
    my ($card, $led, $trump) = @_;
    return 1000              if is_wizard($card);
    return 0                 if is_jester($card);
    return 200 + rank($card) if suit($card) eq $trump;
    return $led eq $NO_SUIT || suit($card) eq $led ? 100 + rank($card) : 0;
}

sub bid {
    my ($self, $request) = @_;
    my $target = estimate($request);
    my ($best) = sort { abs(1000 * $a - $target) <=> abs(1000 * $b - $target) || $a <=> $b } @{ $request->{legal} };
    return $best;
}

sub trump {
    my ($self, $request) = @_;
    my %legal    = map { $_ => 1 } @{ $request->{legal} };
    my %strength = (N => -1);
    for my $suit (qw(C D H S)) {
        $strength{$suit} = sum0 map { 10 + rank($_) } grep { is_of($suit, $_) } @{ $request->{cards} };
    }
    my ($best) = sort { $strength{$b} <=> $strength{$a} || index('CDHSN', $a) <=> index('CDHSN', $b) } keys %legal;
    return $best;
}

sub play {
    my ($self, $request) = @_;
    my ($seat, $trump) = ($request->{seat}, trump_suit($request));
    my @legal = @{ $request->{legal} };
    my @trick = @{ $request->{trick} };
    my $need  = $request->{bids}[$seat] - $request->{taken}[$seat];
    if (!@trick) {
        return $need > 0 ? highest($trump, @legal) : lowest($trump, @legal);
    }
    my $led     = led_suit(@trick);
    my $to_beat = max map { power($_, $led, $trump) } @trick;
    my @winners = grep { power($_, $led, $trump) > $to_beat } @legal;
    my @losers  = grep { power($_, $led, $trump) <= $to_beat } @legal;
    my $is_last = @trick == $request->{players} - 1;
    if ($need > 0) {
        return lowest($trump, @legal) if !@winners;
        return $is_last ? lowest($trump, @winners) : highest($trump, @winners);
    }
    return highest($trump, @losers) if @losers;
    return $is_last ? highest($trump, @legal) : lowest($trump, @legal);
}

OhHell::run(GreedyBot->new, name => 'greedy-perl', version => '1.0');
