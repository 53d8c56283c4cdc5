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

// build, and build high; take what is free
fn viceroy(word: &str, what: &str) -> f64 {
    if what == "-" || what == "no" {
        return 0.0;
    }
    match word {
        "refuse" => -1.0,
        "build" | "put" => 1.0 + what[..1].parse().unwrap_or(0.0),
        _ => 1.0,
    }
}

// lay what can be laid, give the worst away, use every chance
fn junquick(word: &str, card: &str) -> f64 {
    let value = if card.len() == 2 { value(card).unwrap_or(5.0) } else { 5.0 };
    match word {
        "battle" => value,
        "give" => -value,
        "lay" => 40.0 - value,
        "form" => 90.0,
        "cure" => 80.0,
        "hys" => 60.0,
        "inf" => 50.0,
        "nest" => 30.0,
        "act" => 20.0,
        "claim" => 10.0,
        _ => 0.0,
    }
}

fn rated(view: &Json, action: &str) -> f64 {
    let mut words: Vec<&str> = action.split(' ').collect();
    if words.len() == 1 {
        words.push("");
    }
    match view.fields["game"].text.as_str() {
        "durak" => durak(view, words[0], words[1]),
        "yassa" => yassa(view, words[0], words[1]),
        "flights" => flights(view, &words),
        "viceroy" => viceroy(words[0], words[1]),
        "junquick" => junquick(words[0], words[1]),
        _ => 0.0,
    }
}

fn choose<'a>(view: &Json, legal: &'a Json) -> &'a str {
    let mut best = "";
    let mut most = f64::NEG_INFINITY;
    for action in &legal.items {
        let rate = rated(view, &action.text);
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
            "hello" => r#"{"type":"hello","protocol":"koloda-bot/1","name":"rules of thumb","version":"1"}"#.to_string(),
            "ask" => {
                let action = choose(&message.fields["view"], &message.fields["legal"]);
                format!(r#"{{"type":"answer","id":{},"answer":"{}"}}"#, message.fields["id"].number(), action)
            }
            _ => continue,
        };
        writeln!(output, "{}", answer).expect("somebody reads");
        output.flush().expect("somebody reads");
    }
}
