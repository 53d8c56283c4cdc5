#!/usr/bin/perl
# A bot for every game that takes any legal action: the whole protocol, written from docs/bot-protocol.md alone.
use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->utf8->canonical;
$| = 1;    # flush after every line

sub say_line { print $json->encode( $_[0] ), "\n" }

while ( my $line = <STDIN> ) {
    my $message = $json->decode($line);
    my $type    = $message->{type};
    if ( $type eq 'hello' ) {
        if ( $message->{protocol} ne 'koloda-bot/1' ) {
            say_line( { type => 'error', text => "I speak koloda-bot/1, not $message->{protocol}" } );
            next;
        }
        say_line( { type => 'hello', protocol => 'koloda-bot/1', name => 'any action', version => '1' } );
    }
    elsif ( $type eq 'start' ) {
        srand( $message->{random} );    # the same games again, if they are wanted
    }
    elsif ( $type eq 'ask' ) {
        my @legal = @{ $message->{legal} };
        say_line( { type => 'answer', id => $message->{id}, answer => $legal[ rand @legal ] } );
    }
    elsif ( $type eq 'fault' ) {
        print STDERR "question $message->{id}: $message->{text}\n";
    }
}
