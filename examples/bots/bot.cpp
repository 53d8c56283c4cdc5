// A bot for every game: it rates each legal action by a few rules of thumb and takes the best.
// Games that it has no rules for it plays too, without a plan. To write your own, change `choose`.
// C++17 and its standard library only.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

// JSON, as much of it as the protocol needs

struct Json {
    std::string text;  // of strings, numbers and words
    std::vector<Json> items;
    std::map<std::string, Json> fields;

    const Json& operator[](const std::string& key) const {
        static const Json nothing;
        auto found = fields.find(key);
        return found == fields.end() ? nothing : found->second;
    }
    int number() const { return text.empty() ? 0 : std::atoi(text.c_str()); }
};

struct Reader {
    const std::string& source;
    size_t at = 0;

    char next() {
        while (at < source.size() && std::isspace(static_cast<unsigned char>(source[at]))) at++;
        return at < source.size() ? source[at] : '\0';
    }
    bool taken(char sign) {
        if (next() != sign) return false;
        at++;
        return true;
    }
    std::string string() {
        std::string read;
        for (at++; at < source.size() && source[at] != '"'; at++) {
            if (source[at] != '\\') {
                read += source[at];
            } else if (source[++at] == 'u') {  // no action and no card has such a sign
                read += '?';
                at += 4;
            } else {
                read += source[at];
            }
        }
        at++;
        return read;
    }
    Json value() {
        Json read;
        if (next() == '"') {
            read.text = string();
        } else if (taken('[')) {
            while (next() && !taken(']')) {
                read.items.push_back(value());
                taken(',');
            }
        } else if (taken('{')) {
            while (next() && !taken('}')) {
                std::string key = string();
                taken(':');
                read.fields[key] = value();
                next();
                taken(',');
                next();
            }
        } else {
            while (at < source.size() && !std::strchr(",]} \r\n", source[at])) read.text += source[at++];
        }
        return read;
    }
};

// rules of thumb

using Words = std::vector<std::string>;

int count(const Json& cards, size_t from, size_t length, const std::string& part) {
    return std::count_if(cards.items.begin(), cards.items.end(), [&](const Json& card) {
        return card.text.size() > from && card.text.substr(from, length) == part;
    });
}

bool digit(char sign) { return sign >= '0' && sign <= '9'; }

// part with cheap cards first, save trumps
double durak(const Json& view, const Words& words) {
    if (words[0] == "pass" || words[0] == "take") return 0;
    int price = std::string("6789TJQKA").find(words[1][0]);
    if (words[1].substr(1) == view["trump"].text) price += 9;
    if (words[0] == "add") return (view["stock"].number() ? 5 : 12) - price;
    return 100 - price;
}

// lay what leaves good company, shout when it is time, save wild cards for later
double yassa(const Json& view, const Words& words) {
    if (words[0] != "play" && words[0] != "intervene")
        return words[0] == "call" ? 50 : words[0] == "challenge" ? -1 : words[0] == "mistake" ? -99 : 0;
    const Json& hand = view["hand"];
    std::string card = words[1];
    double rate = 0;
    if (card.back() == '!') {
        card.pop_back();
        rate = hand.items.size() == 2 ? 99 : -99;
    }
    if (card.find(':') != std::string::npos) return rate + 2 + count(hand, 0, 1, card.substr(3)) / 10.0;
    int same = count(hand, 0, 1, card.substr(0, 1)) - 1;
    int twins = count(hand, 1, 9, card.substr(1)) - 1;
    return rate + 20 + 4 * same + 2 * twins + (digit(card[1]) ? (card[1] - '0') / 3.0 : 8);
}

// collect one city of each colour; bid high for what is missing
double flights(const Json& view, const Words& words) {
    const Json& own = view["collections"].items[view["seat"].number()];
    std::string card = words[1];
    if (words[0] == "swap") {
        std::string theirs = words[3];
        int kept = count(own, 0, 1, theirs.substr(0, 1)) - (card[0] == theirs[0]);
        return (kept > 0 ? -8 : 8) + (theirs[1] - '0');
    }
    bool missing = card[0] != 'X' && digit(card[1]) && !count(own, 0, 1, card.substr(0, 1));
    double worth = missing ? 10 + (card[1] - '0') : digit(card[1]) ? -(card[1] - '0') : -3;
    if (words[0] == "take") return worth;
    double bid = (words[2][1] - '0') / 10.0;
    return missing ? worth + bid : worth - bid;
}

// build, and build high; take what is free
double viceroy(const Json&, const Words& words) {
    if (words[1] == "-" || words[1] == "no") return 0;
    if (words[0] == "refuse") return -1;
    return words[0] == "build" || words[0] == "put" ? 1 + std::atoi(words[1].c_str()) : 1;
}

// lay what can be laid, give the worst away, use every chance
double junquick(const Json&, const Words& words) {
    static const std::map<std::string, int> order = {{"form", 90}, {"cure", 80}, {"hys", 60}, {"inf", 50},
                                                     {"lay", 40},  {"nest", 30}, {"act", 20}, {"claim", 10}};
    const std::string& card = words[1];
    int value = card.size() == 2 && digit(card[1]) ? card[1] - '0' : 5;
    if (words[0] == "battle") return value;
    auto found = order.find(words[0]);
    return (found == order.end() ? 0 : found->second) - (words[0] == "lay" || words[0] == "give" ? value : 0);
}

double rated(const Json& view, const std::string& action) {
    Words words;
    std::istringstream parts(action);
    for (std::string word; parts >> word;) words.push_back(word);
    if (words.size() == 1) words.push_back("");
    const std::string& game = view["game"].text;
    if (game == "durak") return durak(view, words);
    if (game == "yassa") return yassa(view, words);
    if (game == "flights") return flights(view, words);
    if (game == "viceroy") return viceroy(view, words);
    if (game == "junquick") return junquick(view, words);
    return 0;
}

std::string choose(const Json& view, const Json& legal) {
    std::string best;
    double most = -1e9;
    for (const Json& action : legal.items) {
        double rate = rated(view, action.text);
        if (rate > most) {
            best = action.text;
            most = rate;
        }
    }
    return best;
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        Json message = Reader{line}.value();
        if (message["type"].text == "hello") {
            std::cout << R"({"type":"hello","protocol":"koloda-bot/1","name":"rules of thumb","version":"1"})"
                      << std::endl;  // endl flushes
        } else if (message["type"].text == "ask") {
            std::cout << R"({"type":"answer","id":)" << message["id"].number() << R"(,"answer":")"
                      << choose(message["view"], message["legal"]) << "\"}" << std::endl;
        }
    }
}
