#!/usr/bin/perl
# A bot that bids and plays at random. This is the file to edit.
use v5.28;
use warnings;

use FindBin;
use lib $FindBin::Bin;

package RandomBot;

use OhHell;
use parent -norequire, 'OhHell::Bot';

sub bid {
    my ($self, $request, $game) = @_;
    return $game->choose(@{ $request->{legal} });
}

sub play {
    my ($self, $request, $game) = @_;
    return $game->choose(@{ $request->{legal} });
}

OhHell::run(RandomBot->new, name => 'random-perl', version => '1.0');
