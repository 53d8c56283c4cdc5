// A bot for every game: it rates each legal action by a few rules of thumb and takes the best.
// Games that it has no rules for it plays too, without a plan. To write your own, change `choose`.
// C++17 and its standard library only.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <set>
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

// Viceroy: the laws with a choice, as rewards; what others are worth follows below
const std::map<std::string, Words> CHOICES = {
    {"L65", {"A1", "P6", "G2"}},       {"L66", {"F1", "P6", "G3"}}, {"L67", {"F1", "A1", "G3"}},
    {"L68", {"M1+G1", "F1+G1", "G4"}}, {"L69", {"M1", "S1", "G2"}}, {"L70", {"S1+G1", "F1", "G3"}},
    {"L71", {"M1", "F1", "G3"}},       {"L86", {"M1", "S1", "F1"}},
};
const std::string COLOURS = "BRGY";
const double NEVER = -99;

// a text like B1R12 by colour
std::map<char, int> gems(const std::string& text) {
    std::map<char, int> amount;
    for (char colour : COLOURS) {
        size_t at = text.find(colour);
        amount[colour] = at == std::string::npos ? 0 : std::atoi(text.c_str() + at + 1);
    }
    return amount;
}

int sum(const std::map<char, int>& amount) {
    int total = 0;
    for (auto& [colour, n] : amount) total += n;
    return total;
}

// what things are worth, in points: from the view, and from the aids with their prices and rewards
struct Viceroy {
    const Json &view, &aids;
    const Json& own = aids["players"].items[view["seat"].number()];
    const Json& tally = own["tally"];
    int left = 12 - view["turn"].number();  // turns after this one
    double gem = left > 1 ? 1.3 + left / 20.0 : 0.6;
    std::map<char, int> mine = gems(view["gems"].text), endless = gems(tally["endless"].text);
    int have = sum(mine), hand = view["hand"].items.size();
    std::vector<std::string> taken;
    bool wide;  // is the base?
    double passing;

    Viceroy(const Json& view, const Json& aids) : view(view), aids(aids) {
        for (const Json& card : view["players"].items[view["seat"].number()]["pyramid"].items)
            taken.push_back(card["place"].text);
        auto low = [](const std::string& place) { return place[0] == '1'; };
        wide = std::count_if(taken.begin(), taken.end(), low) >= 5 || left < 3;
        int income = std::min(3 + tally["science"].number(), sum(gems(view["reserve"].text)));
        passing = income * gem - 0.4 * std::max(have - 7, 0);
    }

    // a reward like P2+G3
    double reward(const std::string& text) const {
        double worth = 0;
        std::istringstream parts(text);
        for (std::string part; std::getline(parts, part, '+');) {
            std::string kind = part.substr(0, part.size() > 1 && part[1] == 'B' && part[0] != 'E' ? 2 : 1);
            int n = part.size() > kind.size() && digit(part[kind.size()]) ? std::atoi(part.c_str() + kind.size()) : 1;
            if (kind == "P") worth += n;
            else if (kind == "G") worth += n * gem;
            else if (kind == "D") worth += hand < left ? 9 * n : 0;  // a card
            else if (kind == "A") worth += 2.5 * n;
            else if (kind == "M") worth += n * (tally["magic_bonus"].number() + 0.4 * left) + sets("magic", n);
            else if (kind == "MB") worth += n * (tally["magic"].number() + 0.2 * left);
            else if (kind == "S") worth += n * (0.8 + left / 10.0) + sets("science", n);
            else if (kind == "F") worth += n * 0.8 + sets("defence", n);
            else if (kind == "CB")
                worth += n * (gems(tally["circles"].text)[part.back()] + endless.at(part.back()) + left / 5.0);
            else if (kind == "E") worth += 3 + 0.8 * left;
        }
        return worth;
    }

    // seven points for magic, science and defence together
    double sets(const std::string& kind, int n) const {
        int own_kind = tally[kind].number(), others = 99;
        for (const char* other : {"magic", "science", "defence"})
            if (kind != other) others = std::min(others, tally[other].number());
        int more = std::min(own_kind + n, others) - std::min(own_kind, others);
        return more ? 7 * more : own_kind <= others ? 0.5 * left : 0;
    }

    double law(const std::string& card, int level) const {
        int science = tally["science"].number();
        int sets = std::min({tally["magic"].number(), science, tally["defence"].number()});
        auto choice = CHOICES.find(card);
        if (choice != CHOICES.end()) {
            double best = NEVER;
            for (const std::string& text : choice->second) best = std::max(best, reward(text));
            return best;
        }
        if (card == "L76") return 3 * level - 1;
        if (card == "L84" || card == "L85") return (card == "L84" ? 4 : 5) * (sets + left / 5);
        if (card == "L87") return 3 * (science + left / 4);
        if (card == "L79") return std::min(6, std::max(have - 4, 0)) * (3 - gem);
        if (card == "L77") return 7 * std::max(hand - 1 - left, 0);
        return 2;
    }

    // a card of the auction on the best level that can be paid, after a bid of this colour
    double bought(const std::string& card, char bid = ' ') const {
        const Json& table = aids["cards"][card];
        double best = NEVER;
        for (const Json& place : own["open_built"].items) {
            int level = place.text[0] - '0', paid = 0;
            auto price = gems(table["prices"].items[level - 1].text);
            bool can = true;
            for (char colour : COLOURS) {
                int part = std::max(price[colour] - endless.at(colour), 0);
                can = can && part <= mine.at(colour) - (colour == bid);
                paid += part;
            }
            double more = level > 1 ? 0.4 * level : wide ? 0 : 2;
            if (can) best = std::max(best, reward(table["rewards"].items[level - 1].text) - paid * gem + more);
        }
        return best;
    }

    // a card at one of the places that its aids tell of
    double at(const std::string& card, const Json& aid) const {
        if (aid["can"].text != "true") return NEVER;
        const std::string &place = aid["place"].text, &circle = aid["circle"].text;
        int level = place[0] - '0', x = std::atoi(place.c_str() + 2);
        double worth = aid["reward"].text != "null" ? reward(aid["reward"].text) : law(card, level) - 0.7 * level;
        if (aid["single"].text == "true") worth += 3 + gem;
        else if (circle != "null" && std::set<char>(circle.begin(), circle.end()).size() == 2) worth += 0.5;
        if (level == 1 && !wide) worth += 2;
        int beside = 0;
        for (int step : {-1, 1})
            beside += std::count(taken.begin(), taken.end(), std::to_string(level) + ":" + std::to_string(x + step));
        worth += left ? 0.5 * level * beside : 0;
        return aid["price"].text.empty() ? worth : worth - sum(gems(aid["ways"].items[0]["paid"].text)) * gem;
    }

    // a card at its best place
    double best(const std::string& card) const {
        if (aids["places"][card].items.empty()) return 1;
        double best = -1e9;
        for (const Json& aid : aids["places"][card].items) best = std::max(best, at(card, aid));
        return best;
    }

    Words on_offer(const std::string& colours) const {
        Words cards;
        for (char colour : colours)
            for (auto& [spot, card] : view["slots"][std::string(1, colour)].fields)
                if (card.text != "null") cards.push_back(card.text);
        return cards;
    }

    // how much a colour is asked for by the cards on offer, beyond what is there
    double need(char colour) const {
        int wanted = 0;
        for (const std::string& card : on_offer(COLOURS))
            wanted += 2 * gems(aids["cards"][card]["prices"].items[2].text)[colour];
        return wanted - 4 * (mine.at(colour) + 2 * endless.at(colour));
    }

    double rate(const std::string& word, const std::string& what, const std::string& more) const {
        double best = NEVER;
        if (word == "bid") {
            if (what == "-") return passing;
            bool attack = what == "ATK";
            for (const std::string& card : on_offer(attack ? COLOURS : what))
                best = std::max(best, bought(card, attack ? ' ' : what[0]));
            return attack ? best - 2.5 : 0.85 * best + 0.15 * passing - gem;
        }
        if (word == "start") return reward(aids["cards"][what]["rewards"].items[0].text);
        if (word == "hit") return bought(view["slots"][what][more].text);
        if (word == "appoint") {
            const Json& rewards = aids["cards"][view["slots"][what][more].text]["rewards"];
            for (const Json& place : own["open_free"].items)
                best = std::max(best, reward(rewards.items[place.text[0] - '1'].text));
            return best;
        }
        if (word == "law") return what == "-" ? 0 : this->best(what);
        if (word == "put" || word == "to" || word == "build") {
            bool found = false;
            for (auto& [card, places] : aids["places"].fields)
                for (const Json& aid : places.items)
                    if (aid["place"].text == what) best = found ? std::max(best, at(card, aid)) : at(card, aid), found = true;
            return found ? best : 0;
        }
        if (word == "keep") {
            for (auto& [card, places] : aids["places"].fields) best = std::max(best, this->best(card));
            return best;
        }
        if (word == "refuse") return passing;
        if (word == "take") return what == "-" ? NEVER : need(what[0]);
        if (word == "pick") return reward(CHOICES.at(view["active"]["card"].text)[what[0] - '1']);
        if (word == "draw") {
            bool high = count(own["open_free"], 0, 1, "3") + count(own["open_free"], 0, 1, "4") > 0;
            return (what == "small") == high;
        }
        if (word == "store" && what != "-") {
            int spare = have - (left > 1 ? 9 : left ? 4 : 3);
            return spare > 0 ? mine.at(what[0]) : -1;
        }
        if ((word == "circle" && what != "-") || word == "paint") {
            best = -1;
            for (auto& [place, circle] : aids["circles"].fields)
                for (const Json& whole : circle["whole"].items)
                    if (word == "circle" ? place == what : whole["steps"].items[0].text == "paint " + what)
                        best = std::max(best, 5.0 - whole["gems"].number());
            return best;
        }
        if (word == "endless") return std::atoi(more.c_str());
        if ((word == "move" || word == "file") && what != "-") return word == "file" && hand > left ? 1 : -1;
        return what == "-" || what == "no" ? 0 : 1;
    }
};

// crash and steal first, lay low cards, give the worst away; fight for a pile that is worth it
double junquick(const Json& view, const Words& words) {
    static const std::map<std::string, int> order = {{"form", 90}, {"cure", 80}, {"hys", 60},
                                                     {"lay", 40},  {"nest", 30}, {"claim", 10}};
    const std::string& card = words[1];
    int value = card.size() == 2 && digit(card[1]) ? card[1] - '0' : 5;
    bool rich = view["pile"].items.size() >= 3;
    if (words[0] == "battle") return value;
    if (words[0] == "act") return card[0] == 'G' ? 70 : card[0] == 'T' ? 55 : 20;
    if (words[0] == "inf") return rich && view["top"].text != view["seat"].text ? 50 : -1;
    if (words[0] == "lay" && value == 4) return rich ? 60 : 5;
    auto found = order.find(words[0]);
    return (found == order.end() ? 0 : found->second) - (words[0] == "lay" || words[0] == "give" ? value : 0);
}

double rated(const Json& view, const Json& aids, const std::string& action) {
    Words words;
    std::istringstream parts(action);
    for (std::string word; parts >> word;) words.push_back(word);
    if (words.size() == 1) words.push_back("");
    const std::string& game = view["game"].text;
    if (game == "durak") return durak(view, words);
    if (game == "yassa") return yassa(view, words);
    if (game == "flights") return flights(view, words);
    if (game == "viceroy") return Viceroy(view, aids).rate(words[0], words[1], words.size() > 2 ? words[2] : "");
    if (game == "junquick") return junquick(view, words);
    return 0;
}

std::string choose(const Json& view, const Json& aids, const Json& legal) {
    std::string best;
    double most = -1e9;
    for (const Json& action : legal.items) {
        double rate = rated(view, aids, action.text);
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
            std::cout << R"({"type":"hello","protocol":"koloda-bot/1","name":"rules of thumb","version":"2","aids":true})"
                      << std::endl;  // endl flushes
        } else if (message["type"].text == "ask") {
            std::cout << R"({"type":"answer","id":)" << message["id"].number() << R"(,"answer":")"
                      << choose(message["view"], message["aids"], message["legal"]) << "\"}" << std::endl;
        }
    }
}
