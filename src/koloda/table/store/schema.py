"""The relations, as numbered steps. A released step is never edited; a change is a new step at the end."""

from __future__ import annotations

from koloda.core.errors import BadOption

# a semicolon ends a statement, so comments have none; BLOB is the one type with two names
STEPS = (
    """
    -- the log of each table: numbers from 1, the row as the hub wrote it, when it was written
    create table events(
        table_id text not null, seq int not null, body BLOB not null, at bigint not null,
        primary key(table_id, seq));

    -- one line per table, for the lobby and for going on after a start. summary is JSON
    create table tables(
        id text primary key, game text not null, status text not null, public int not null,
        created bigint not null, updated bigint not null, ended bigint, summary text not null);
    create index tables_by_status on tables(status, public, updated);

    -- who sat where, for the history of a person. result is JSON (names, scores, won, deals)
    create table players(
        table_id text not null, seat int not null, user_id text not null, game text not null, ended bigint,
        result text, primary key(table_id, seat));
    create index players_by_user on players(user_id, ended);

    -- guests have neither login nor password. keys is the version of the session tokens that count
    create table users(
        id text primary key, name text not null, kind text not null, login text unique, password text,
        created bigint not null, seen bigint not null, keys int not null,
        muted_until bigint not null, banned_until bigint not null);

    create table ratings(
        user_id text not null, game text not null, mean double precision not null,
        deviation double precision not null, games int not null, wins int not null,
        primary key(user_id, game));

    -- the matches that the ratings have counted, so that none counts twice
    create table rated(table_id text primary key, at bigint not null);

    -- small facts about the installation, such as its secret
    create table meta(name text primary key, value text not null)
    """,
    """
    -- how a name looks (names.look), for the accounts: nobody else may look like them
    alter table users add column looks text not null default '';
    create index users_by_looks on users(looks);

    -- tokens that were logged out before their time
    create table ended_sessions(id text primary key, until bigint not null);

    -- the hashes of codes that open an account once without its password
    create table recovery(user_id text not null, code text not null, primary key(user_id, code));

    -- kind: user (value is an id) or address (value is a network)
    create table bans(
        id text primary key, kind text not null, value text not null, reason text not null,
        created bigint not null, until bigint not null);

    -- what players complain of. messages is JSON, the last chats of the table. state is open or done
    create table reports(
        id text primary key, at bigint not null, reporter text not null, user_id text not null,
        table_id text not null, reason text not null, note text not null, messages text not null,
        state text not null);
    create index reports_by_state on reports(state, at);

    -- kind: mute (no chat of theirs), block (nor do they sit down at one's tables)
    create table blocks(
        user_id text not null, other_id text not null, kind text not null, at bigint not null,
        primary key(user_id, other_id));

    -- what the admin has done
    create table audit(
        id text primary key, at bigint not null, address text not null, action text not null,
        target text not null, details text not null);
    create index audit_by_time on audit(at)
    """,
    """
    -- the server processes, each of which counts as long as it lives
    create table processes(id text primary key, beat bigint not null, at bigint not null);

    -- how often somebody may do something, in all processes together: when his credit is full again
    create table limits(name text primary key, until bigint not null);

    -- the logs of finished tables up to row seq, packed. said: when the last chat was written, 0 without any
    create table folded(
        table_id text primary key, seq int not null, body BLOB not null, at bigint not null,
        said bigint not null)
    """,
    """
    -- the ratings after the last matches, for graphs. place is the number of the match modulo how many are
    -- kept, so a new one takes the place of the oldest. change is that of the mean
    create table rating_history(
        user_id text not null, game text not null, place int not null, table_id text not null,
        at bigint not null, mean double precision not null, deviation double precision not null,
        change double precision not null, primary key(user_id, game, place))
    """,
    """
    -- what a bot account plays by: the hash of each token, when it was made and last used
    create table bot_tokens(
        id text primary key, user_id text not null, name text not null, hash text not null unique,
        created bigint not null, used bigint not null);
    create index bot_tokens_by_user on bot_tokens(user_id);

    -- the bots that are connected: what they play, and when they were heard last. games is JSON
    create table bots_here(
        user_id text primary key, link text not null, games text not null, accept text not null,
        most int not null, playing int not null, at bigint not null)
    """,
    """
    -- whose account a name belongs to, by its look: of several who want it at once one gets it
    create table account_names(looks text primary key, user_id text not null);
    create index account_names_by_user on account_names(user_id);
    insert into account_names(looks, user_id)
        select looks, min(id) from users where kind <> 'guest' and looks <> '' group by looks
    """,
    """
    -- more letters look alike: accounts.open notes all looks anew
    update users set looks = '';
    delete from account_names
    """,
    """
    -- who is here: when a browser of theirs asked for news last
    create table presence(user_id text primary key, at bigint not null);
    create index presence_by_time on presence(at);

    -- whom somebody calls a friend. Both may
    create table friends(
        user_id text not null, other_id text not null, at bigint not null, primary key(user_id, other_id));
    create index friends_by_other on friends(other_id);

    -- what a person lets others see and do. invitations: everyone, friends or nobody
    create table preferences(user_id text primary key, hidden int not null, invitations text not null);

    -- who was asked to which table. state: open or declined
    create table invitations(
        id text primary key, table_id text not null, from_id text not null, to_id text not null,
        at bigint not null, state text not null, rematch int not null, unique(table_id, to_id));
    create index invitations_by_to on invitations(to_id, at);

    -- who looks for a quick match. options is JSON, bots_after milliseconds, table_id the one that was found
    create table seekers(
        user_id text primary key, game text not null, seats int not null, options text not null,
        level text not null, bots_after bigint not null, rating double precision not null,
        since bigint not null, at bigint not null, table_id text not null, found bigint not null);
    create index seekers_by_wish on seekers(game, seats, table_id)
    """,
    """
    -- from where somebody was here last: an address, or a network of IPv6. forgotten after 30 days
    alter table users add column address text not null default ''
    """,
    """
    -- the log of each tournament of people: numbers from 1
    create table tournament_rows(
        tournament_id text not null, seq int not null, body BLOB not null, primary key(tournament_id, seq));

    -- one line per tournament, for lists and for going on. summary is JSON
    create table tournaments(
        id text primary key, maker text not null, game text not null, status text not null,
        starts bigint not null, ended bigint, summary text not null);
    create index tournaments_by_status on tournaments(status, starts);

    -- who looks at the page of a tournament, and so can be asked to play
    create table tournament_here(
        tournament_id text not null, user_id text not null, at bigint not null,
        primary key(tournament_id, user_id))
    """,
    """
    -- how strong somebody is at the puzzles of a game
    create table puzzle_ratings(
        user_id text not null, game text not null, rating double precision not null,
        deviation double precision not null, tries int not null, solved int not null,
        primary key(user_id, game));

    -- the first answer to each puzzle, which has counted. Empty: the answer was asked for
    create table puzzle_tries(
        user_id text not null, game text not null, puzzle text not null, at bigint not null,
        answer text not null, solved int not null, primary key(user_id, game, puzzle));

    -- the first answer of a day to the daily puzzle of a game. day: since 1970, by UTC
    create table puzzle_days(
        user_id text not null, day int not null, game text not null, puzzle text not null,
        solved int not null, primary key(user_id, day, game))
    """,
    """
    -- the matches by correspondence that are not over: the last row that was noted, and when to look again
    create table slow_tables(table_id text primary key, seq int not null, due bigint not null);
    create index slow_tables_by_due on slow_tables(due);

    -- how such a match stands for each of its people: since when he owes a decision (0: he does not), when
    -- the clock runs out that he may see, whose decision is awaited as far as he may know (JSON), when to
    -- tell him that it is his turn and when to warn him, and whether that was done
    create table turns(
        table_id text not null, user_id text not null, seq int not null, since bigint not null,
        until bigint not null, awaited text not null, tell_at bigint not null, told int not null,
        warn_at bigint not null, warned int not null, primary key(table_id, user_id));
    create index turns_by_user on turns(user_id);
    create index turns_to_tell on turns(tell_at) where told = 0 and since > 0;
    create index turns_to_warn on turns(warn_at) where warned = 0 and warn_at > 0;

    -- whose clocks stand still, and how many days of the year he has used for it
    create table vacations(
        user_id text primary key, year int not null, used int not null, since bigint not null,
        until bigint not null);

    -- where browsers take messages for people who are away: Web Push. id is a hash of the address
    create table push_addresses(
        id text primary key, user_id text not null, endpoint text not null, p256dh text not null,
        auth text not null, lang text not null, created bigint not null, failed int not null);
    create index push_addresses_by_user on push_addresses(user_id);

    -- was the person told who is away?
    alter table invitations add column told int not null default 0
    """,
    """
    -- who has a seat at a table that is not over. Who has got up may still be here: the summary decides
    create table sitting(user_id text not null, table_id text not null, primary key(user_id, table_id));
    create index sitting_by_table on sitting(table_id)
    """,
    """
    -- what the analysis of a deal says of each of its people: how many decisions, what they have given away,
    -- by how much this was less than the others did, and what came of it. All in the game's returns
    create table analysed(
        table_id text not null, deal int not null, user_id text not null, game text not null,
        at bigint not null, decisions int not null, lost double precision not null,
        better double precision not null, result double precision not null,
        primary key(table_id, deal, user_id));
    create index analysed_by_user on analysed(user_id, at)
    """,
    """
    -- is somebody there (or is it by correspondence), so that others may want to come?
    alter table tables add column attended int not null default 1;
    create index tables_listed on tables(public, attended, updated);

    -- the best of a game, by what a rating is at least
    create index ratings_by_game on ratings(game, (mean - 2 * deviation))
    """,
)
VERSION = len(STEPS)


def missing(version: int, blob: str) -> list[str]:
    """The statements that lead from a schema version (0: an empty database) to the present one."""
    if version > VERSION:
        raise BadOption(
            f"the database was written by a newer koloda (schema {version}, this one knows up to {VERSION})"
        )
    return [
        statement.strip() for step in STEPS[version:] for statement in step.replace("BLOB", blob).split(";")
    ]
