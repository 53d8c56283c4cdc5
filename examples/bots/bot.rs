// A bot for every game: it rates each legal action by a few rules of thumb and takes the best.
// Games that it has no rules for it plays too, without a plan. To write your own, change `choose`.
// Rust 2015 on, the standard library only.
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

// JSON, as much of it as the protocol needs

#[derive(Default)]
struct Json {
    text: String, // of strings, numbers and words
    items: Vec<Json>,
    fields: HashMap<String, Json>,
}

impl Json {
    fn number(&self) -> i64 {
        self.text.parse().unwrap_or(0)
    }
}

struct Reader<'a> {
    source: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> u8 {
        while self.at < self.source.len() && self.source[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        *self.source.get(self.at).unwrap_or(&0)
    }

    fn taken(&mut self, sign: u8) -> bool {
        let found = self.next() == sign;
        if found {
            self.at += 1;
        }
        found
    }

    fn string(&mut self) -> String {
        let mut read = Vec::new();
        self.at += 1;
        while self.at < self.source.len() && self.source[self.at] != b'"' {
            if self.source[self.at] == b'\\' {
                self.at += 1;
                if self.source[self.at] == b'u' {
                    self.at += 4; // no action and no card has such a sign
                }
            }
            read.push(self.source[self.at]);
            self.at += 1;
        }
        self.at += 1;
        String::from_utf8_lossy(&read).into_owned()
    }

    fn value(&mut self) -> Json {
        let mut read = Json::default();
        if self.next() == b'"' {
            read.text = self.string();
        } else if self.taken(b'[') {
            while self.next() != 0 && !self.taken(b']') {
                let item = self.value();
                read.items.push(item);
                self.taken(b',');
            }
        } else if self.taken(b'{') {
            while self.next() != 0 && !self.taken(b'}') {
                let key = self.string();
                self.taken(b':');
                let value = self.value();
                read.fields.insert(key, value);
                self.taken(b',');
            }
        } else {
            while self.at < self.source.len() && !b",]} \r\n".contains(&self.source[self.at]) {
                read.text.push(self.source[self.at] as char);
                self.at += 1;
            }
        }
        read
    }
}

// rules of thumb

fn count<F: Fn(&str) -> bool>(cards: &Json, test: F) -> f64 {
    cards.items.iter().filter(|card| test(&card.text)).count() as f64
}

fn value(card: &str) -> Option<f64> {
    card.get(1..2).and_then(|digit| digit.parse().ok())
}

// part with cheap cards first, save trumps
fn durak(view: &Json, word: &str, card: &str) -> f64 {
    if word == "pass" || word == "take" {
        return 0.0;
    }
    let mut price = "6789TJQKA".find(&card[..1]).unwrap_or(0) as f64;
    if card[1..] == view.fields["trump"].text {
        price += 9.0;
    }
    if word == "add" {
        return if view.fields["stock"].number() > 0 { 5.0 } else { 12.0 } - price;
    }
    100.0 - price
}

// lay what leaves good company, shout when it is time, save wild cards for later
fn yassa(view: &Json, word: &str, card: &str) -> f64 {
    if word != "play" && word != "intervene" {
        return match word {
            "call" => 50.0,
            "challenge" => -1.0,
            "mistake" => -99.0,
            _ => 0.0,
        };
    }
    let hand = &view.fields["hand"];
    let shout = card.ends_with('!');
    let card = card.trim_end_matches('!');
    let rate = match (shout, hand.items.len() == 2) {
        (false, _) => 0.0,
        (true, true) => 99.0,
        (true, false) => -99.0,
    };
    if card.contains(':') {
        return rate + 2.0 + count(hand, |other| other[..1] == card[card.len() - 1..]) / 10.0;
    }
    let same = count(hand, |other| other[..1] == card[..1]) - 1.0;
    let twins = count(hand, |other| other[1..] == card[1..]) - 1.0;
    rate + 20.0 + 4.0 * same + 2.0 * twins + value(card).map_or(8.0, |points| points / 3.0)
}

// collect one city of each colour; bid high for what is missing
fn flights(view: &Json, words: &[&str]) -> f64 {
    let own = &view.fields["collections"].items[view.fields["seat"].number() as usize];
    let card = words[1];
    if words[0] == "swap" {
        let theirs = words[3];
        let kept = count(own, |city| city != card && city[..1] == theirs[..1]) > 0.0;
        return if kept { -8.0 } else { 8.0 } + value(theirs).unwrap_or(0.0);
    }
    let points = value(card);
    let missing = !card.starts_with('X') && points.is_some() && count(own, |city| city[..1] == card[..1]) == 0.0;
    let worth = match points {
        Some(points) if missing => 10.0 + points,
        Some(points) => -points,
        None => -3.0,
    };
    if words[0] == "take" {
        return worth;
    }
    let bid = value(words[2]).unwrap_or(0.0) / 10.0;
    if missing { worth + bid } else { worth - bid }
}

// Viceroy: the laws with a choice, as rewards; what others are worth follows below
const CHOICES: [(&str, [&str; 3]); 8] = [
    ("L65", ["A1", "P6", "G2"]),
    ("L66", ["F1", "P6", "G3"]),
    ("L67", ["F1", "A1", "G3"]),
    ("L68", ["M1+G1", "F1+G1", "G4"]),
    ("L69", ["M1", "S1", "G2"]),
    ("L70", ["S1+G1", "F1", "G3"]),
    ("L71", ["M1", "F1", "G3"]),
    ("L86", ["M1", "S1", "F1"]),
];
const COLOURS: &str = "BRGY";
const NEVER: f64 = -99.0;

fn choices(card: &str) -> Option<[&'static str; 3]> {
    CHOICES.iter().find(|(law, _)| *law == card).map(|(_, options)| *options)
}

fn most(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    numbers.fold(None, |best, number| Some(best.map_or(number, |best: f64| best.max(number))))
}

// how many of a colour there are in a text like B1R12
fn gems(text: &str, colour: char) -> i64 {
    let rest = text.split(colour).nth(1).unwrap_or("");
    rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0)
}

fn all_gems(text: &str) -> i64 {
    COLOURS.chars().map(|colour| gems(text, colour)).sum()
}

fn level_of(place: &str) -> usize {
    place[..1].parse().unwrap_or(1)
}

// what things are worth, in points: from the view, and from the aids with their prices and rewards
struct Viceroy<'a> {
    view: &'a Json,
    aids: &'a Json,
    own: &'a Json,
    tally: &'a Json,
    left: i64, // turns after this one
    gem: f64,
    mine: &'a str,
    have: i64,
    hand: i64,
    taken: Vec<&'a str>,
    wide: bool, // is the base?
    passing: f64,
}

impl<'a> Viceroy<'a> {
    fn new(view: &'a Json, aids: &'a Json) -> Viceroy<'a> {
        let seat = view.fields["seat"].number() as usize;
        let own = &aids.fields["players"].items[seat];
        let tally = &own.fields["tally"];
        let left = 12 - view.fields["turn"].number();
        let gem = if left > 1 { 1.3 + left as f64 / 20.0 } else { 0.6 };
        let mine = view.fields["gems"].text.as_str();
        let pyramid = &view.fields["players"].items[seat].fields["pyramid"].items;
        let taken: Vec<&str> = pyramid.iter().map(|card| card.fields["place"].text.as_str()).collect();
        let wide = taken.iter().filter(|place| place.starts_with('1')).count() >= 5 || left < 3;
        let income = (3 + tally.fields["science"].number()).min(all_gems(&view.fields["reserve"].text));
        let have = all_gems(mine);
        let passing = income as f64 * gem - 0.4 * (have - 7).max(0) as f64;
        let hand = view.fields["hand"].items.len() as i64;
        Viceroy { view, aids, own, tally, left, gem, mine, have, hand, taken, wide, passing }
    }

    fn tally(&self, kind: &str) -> i64 {
        self.tally.fields[kind].number()
    }

    fn endless(&self, colour: char) -> i64 {
        gems(&self.tally.fields["endless"].text, colour)
    }

    // a reward like P2+G3
    fn reward(&self, text: &str) -> f64 {
        let left = self.left as f64;
        let mut worth = 0.0;
        for part in text.split('+') {
            let long = part.starts_with("MB") || part.starts_with("CB");
            let (kind, rest) = part.split_at(if long { 2 } else { 1 });
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            let count: i64 = digits.parse().unwrap_or(1);
            let n = count as f64;
            worth += match kind {
                "P" => n,
                "G" => n * self.gem,
                "D" if self.hand < self.left => 9.0 * n, // a card
                "A" => 2.5 * n,
                "M" => n * (self.tally("magic_bonus") as f64 + 0.4 * left) + self.sets("magic", count),
                "MB" => n * (self.tally("magic") as f64 + 0.2 * left),
                "S" => n * (0.8 + left / 10.0) + self.sets("science", count),
                "F" => n * 0.8 + self.sets("defence", count),
                "CB" => {
                    let colour = part.chars().last().unwrap_or('B');
                    let there = gems(&self.tally.fields["circles"].text, colour) + self.endless(colour);
                    n * (there as f64 + left / 5.0)
                }
                "E" => 3.0 + 0.8 * left,
                _ => 0.0,
            };
        }
        worth
    }

    // seven points for magic, science and defence together
    fn sets(&self, kind: &str, n: i64) -> f64 {
        let kinds = ["magic", "science", "defence"];
        let others = kinds.iter().filter(|other| **other != kind).map(|other| self.tally(other)).min().unwrap_or(0);
        let own = self.tally(kind);
        let more = (own + n).min(others) - own.min(others);
        match more {
            0 if own <= others => 0.5 * self.left as f64,
            more => 7.0 * more as f64,
        }
    }

    fn law(&self, card: &str, level: usize) -> f64 {
        let science = self.tally("science");
        let sets = self.tally("magic").min(science).min(self.tally("defence"));
        if let Some(options) = choices(card) {
            return most(options.iter().map(|text| self.reward(text))).unwrap_or(0.0);
        }
        match card {
            "L76" => 3.0 * level as f64 - 1.0,
            "L84" => 4.0 * (sets + self.left / 5) as f64,
            "L85" => 5.0 * (sets + self.left / 5) as f64,
            "L87" => 3.0 * (science + self.left / 4) as f64,
            "L79" => (self.have - 4).clamp(0, 6) as f64 * (3.0 - self.gem),
            "L77" => 7.0 * (self.hand - 1 - self.left).max(0) as f64,
            _ => 2.0,
        }
    }

    // a card of the auction on the best level that can be paid, after a bid of this colour
    fn bought(&self, card: &str, bid: char) -> f64 {
        let table = &self.aids.fields["cards"].fields[card];
        let mut best = NEVER;
        for place in &self.own.fields["open_built"].items {
            let level = level_of(&place.text);
            let price = &table.fields["prices"].items[level - 1].text;
            let (mut paid, mut can) = (0, true);
            for colour in COLOURS.chars() {
                let part = (gems(price, colour) - self.endless(colour)).max(0);
                can = can && part <= gems(self.mine, colour) - (colour == bid) as i64;
                paid += part;
            }
            if can {
                let more = if level > 1 { 0.4 * level as f64 } else if self.wide { 0.0 } else { 2.0 };
                let reward = self.reward(&table.fields["rewards"].items[level - 1].text);
                best = best.max(reward - paid as f64 * self.gem + more);
            }
        }
        best
    }

    // a card at one of the places that its aids tell of
    fn at(&self, card: &str, aid: &Json) -> f64 {
        if aid.fields["can"].text != "true" {
            return NEVER;
        }
        let place = aid.fields["place"].text.as_str();
        let (level, x) = (level_of(place), place[2..].parse::<i64>().unwrap_or(0));
        let (reward, circle) = (&aid.fields["reward"].text, &aid.fields["circle"].text);
        let mut worth =
            if reward != "null" { self.reward(reward) } else { self.law(card, level) - 0.7 * level as f64 };
        if aid.fields["single"].text == "true" {
            worth += 3.0 + self.gem;
        } else if circle != "null" && COLOURS.chars().filter(|colour| circle.contains(*colour)).count() == 2 {
            worth += 0.5;
        }
        if level == 1 && !self.wide {
            worth += 2.0;
        }
        let beside = [-1, 1].iter().filter(|step| self.taken.contains(&format!("{}:{}", level, x + *step).as_str())).count();
        if self.left > 0 {
            worth += 0.5 * level as f64 * beside as f64;
        }
        if aid.fields.contains_key("price") {
            worth -= all_gems(&aid.fields["ways"].items[0].fields["paid"].text) as f64 * self.gem;
        }
        worth
    }

    // a card at its best place
    fn best(&self, card: &str) -> f64 {
        let places = self.aids.fields["places"].fields.get(card);
        places.and_then(|all| most(all.items.iter().map(|aid| self.at(card, aid)))).unwrap_or(1.0)
    }

    fn on_offer(&self, colours: &str) -> Vec<&'a str> {
        let slots = &self.view.fields["slots"];
        let cards = colours.chars().flat_map(|colour| slots.fields[&colour.to_string()].fields.values());
        cards.map(|card| card.text.as_str()).filter(|card| *card != "null").collect()
    }

    // how much a colour is asked for by the cards on offer, beyond what is there
    fn need(&self, colour: char) -> f64 {
        let price = |card: &&str| gems(&self.aids.fields["cards"].fields[*card].fields["prices"].items[2].text, colour);
        let wanted: i64 = self.on_offer(COLOURS).iter().map(|card| 2 * price(card)).sum();
        (wanted - 4 * (gems(self.mine, colour) + 2 * self.endless(colour))) as f64
    }

    fn rate(&self, word: &str, what: &str, more: &str) -> f64 {
        let colour = what.chars().next().unwrap_or('-');
        let (cards, places) = (&self.aids.fields["cards"].fields, &self.aids.fields["places"].fields);
        let open_free = &self.own.fields["open_free"].items;
        let slot = || self.view.fields["slots"].fields[what].fields[more].text.as_str();
        match (word, what) {
            ("bid", "-") | ("refuse", _) => self.passing,
            ("bid", "ATK") => most(self.on_offer(COLOURS).iter().map(|card| self.bought(card, ' '))).unwrap_or(NEVER) - 2.5,
            ("bid", _) => {
                let best = most(self.on_offer(what).iter().map(|card| self.bought(card, colour))).unwrap_or(NEVER);
                0.85 * best + 0.15 * self.passing - self.gem
            }
            ("start", _) => self.reward(&cards[what].fields["rewards"].items[0].text),
            ("hit", _) => self.bought(slot(), ' '),
            ("appoint", _) => {
                let rewards = &cards[slot()].fields["rewards"].items;
                most(open_free.iter().map(|place| self.reward(&rewards[level_of(&place.text) - 1].text))).unwrap_or(NEVER)
            }
            ("law", "-") => 0.0,
            ("law", _) => self.best(what),
            ("put" | "to" | "build", _) => {
                let all = places.iter().flat_map(|(card, aids)| aids.items.iter().map(move |aid| (card, aid)));
                let here = all.filter(|(_, aid)| aid.fields["place"].text == what);
                most(here.map(|(card, aid)| self.at(card, aid))).unwrap_or(0.0)
            }
            ("keep", _) => most(places.keys().map(|card| self.best(card))).unwrap_or(NEVER),
            ("take", "-") => NEVER,
            ("take", _) => self.need(colour),
            ("pick", _) => {
                let options = choices(&self.view.fields["active"].fields["card"].text);
                options.map_or(0.0, |options| self.reward(options[level_of(what) - 1]))
            }
            ("draw", _) => {
                let high = open_free.iter().any(|place| place.text.starts_with(['3', '4']));
                ((what == "small") == high) as i64 as f64
            }
            ("store", _) if what != "-" => {
                let keep = if self.left > 1 { 9 } else if self.left > 0 { 4 } else { 3 };
                if self.have > keep { gems(self.mine, colour) as f64 } else { -1.0 }
            }
            ("circle", _) | ("paint", _) if what != "-" => {
                let circles = self.aids.fields["circles"].fields.iter();
                let wholes = circles.flat_map(|(place, circle)| circle.fields["whole"].items.iter().map(move |whole| (place, whole)));
                let paint = format!("paint {}", what);
                let fits = wholes.filter(|(place, whole)| {
                    if word == "circle" { *place == what } else { whole.fields["steps"].items[0].text == paint }
                });
                most(fits.map(|(_, whole)| 5.0 - whole.fields["gems"].number() as f64)).unwrap_or(-1.0)
            }
            ("endless", _) => more.parse().unwrap_or(0.0),
            ("file", _) if what != "-" && self.hand > self.left => 1.0,
            ("move" | "file", _) if what != "-" => -1.0,
            (_, "-" | "no") => 0.0,
            _ => 1.0,
        }
    }
}

// crash and steal first, lay low cards, give the worst away; fight for a pile that is worth it
fn junquick(view: &Json, word: &str, card: &str) -> f64 {
    let value = if card.len() == 2 { value(card).unwrap_or(5.0) } else { 5.0 };
    let rich = view.fields["pile"].items.len() >= 3;
    match word {
        "battle" => value,
        "give" => -value,
        "act" if card.starts_with('G') => 70.0,
        "act" if card.starts_with('T') => 55.0,
        "act" => 20.0,
        "inf" if rich && view.fields["top"].text != view.fields["seat"].text => 50.0,
        "inf" => -1.0,
        "lay" if value == 4.0 => if rich { 60.0 } else { 5.0 },
        "lay" => 40.0 - value,
        "form" => 90.0,
        "cure" => 80.0,
        "hys" => 60.0,
        "nest" => 30.0,
        "claim" => 10.0,
        _ => 0.0,
    }
}

fn rated(view: &Json, aids: &Json, action: &str) -> f64 {
    let mut words: Vec<&str> = action.split(' ').collect();
    if words.len() == 1 {
        words.push("");
    }
    match view.fields["game"].text.as_str() {
        "durak" => durak(view, words[0], words[1]),
        "yassa" => yassa(view, words[0], words[1]),
        "flights" => flights(view, &words),
        "viceroy" => Viceroy::new(view, aids).rate(words[0], words[1], words.get(2).unwrap_or(&"")),
        "junquick" => junquick(view, words[0], words[1]),
        _ => 0.0,
    }
}

fn choose<'a>(view: &Json, aids: &Json, legal: &'a Json) -> &'a str {
    let mut best = "";
    let mut most = f64::NEG_INFINITY;
    for action in &legal.items {
        let rate = rated(view, aids, &action.text);
        if rate > most {
            best = &action.text;
            most = rate;
        }
    }
    best
}

fn main() {
    let input = io::stdin();
    let mut output = io::stdout();
    for line in input.lock().lines() {
        let line = line.expect("the input is UTF-8");
        let message = Reader { source: line.as_bytes(), at: 0 }.value();
        let answer = match message.fields["type"].text.as_str() {
            "hello" => r#"{"type":"hello","protocol":"koloda-bot/1","name":"rules of thumb","version":"2","aids":true}"#.to_string(),
            "ask" => {
                let nothing = Json::default();
                let aids = message.fields.get("aids").unwrap_or(&nothing);
                let action = choose(&message.fields["view"], aids, &message.fields["legal"]);
                format!(r#"{{"type":"answer","id":{},"answer":"{}"}}"#, message.fields["id"].number(), action)
            }
            _ => continue,
        };
        writeln!(output, "{}", answer).expect("somebody reads");
        output.flush().expect("somebody reads");
    }
}
