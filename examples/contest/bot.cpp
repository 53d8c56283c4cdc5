// A small program for the Durak contest: plays the cheapest card that is legal, and saves its trumps.
// Compile with g++ -O2 -std=c++17; `koloda judge bot.cpp ...` does it for you.

#include <algorithm>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using std::string;

const string RANKS = "6789TJQKA";

char trump;
std::set<string> hand;
std::vector<string> table;  // all cards of the round
string open_card;           // the last card moved or added
int taker = 0, stock = 36;

int rank(const string& card) { return int(RANKS.find(card[0])); }

// What it costs to part with a card.
int price(const string& card) { return rank(card) + (card[1] == trump ? 9 : 0); }

bool beats(const string& card, const string& other) {
    return card[1] == other[1] ? rank(card) > rank(other) : card[1] == trump;
}

// The judge says nothing about the end of a round; the next give, move or MOVE means it.
void end_round() {
    if (taker == 1) hand.insert(table.begin(), table.end());
    table.clear();
    taker = 0;
}

void lay(int player, const string& card) {
    table.push_back(card);
    if (player == 1) hand.erase(card);
}

template <class Fits>
string cheapest(Fits fits) {
    string best = "NO";
    for (const string& card : hand)
        if (fits(card) && (best == "NO" || price(card) < price(best))) best = card;
    return best;
}

string answer(const string& command) {
    if (command == "MOVE") {
        end_round();
        return cheapest([](const string&) { return true; });
    }
    if (command == "BEAT") return cheapest([](const string& card) { return beats(card, open_card); });
    string card = cheapest([](const string& card) {
        return std::any_of(table.begin(), table.end(), [&](const string& other) { return other[0] == card[0]; });
    });
    if (card == "NO" || hand.size() == 1) return card;
    return price(card) <= (stock == 0 ? 8 : 4) ? card : "NO";
}

int main() {
    string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        string word, card;
        int player, target;
        words >> word;
        if (word == "trump") {
            words >> trump;
        } else if (word == "give") {
            words >> player >> card;
            end_round();
            --stock;
            if (player == 1) hand.insert(card);
        } else if (word == "move" || word == "add") {
            words >> player >> target >> card;
            if (word == "move") end_round();
            lay(player, card);
            open_card = card;
        } else if (word == "beat") {
            words >> player >> card;
            lay(player, card);
        } else if (word == "take") {
            words >> taker;
        } else if (word == "MOVE" || word == "BEAT" || word == "ADD") {
            std::cout << answer(word) << std::endl;  // endl flushes: without it the answer never arrives
        }
    }
}
