#!/usr/bin/env node
// A bot for every game: it rates each legal action by a few rules of thumb and takes the best.
// Games that it has no rules for it plays too, without a plan. To write your own, change `choose`.
"use strict";

const RANKS = "6789TJQKA";
const count = (cards, test) => cards.filter(test).length;

const RULES = {
  // part with cheap cards first, save trumps
  durak(view, word, card) {
    if (word === "pass" || word === "take") return 0;
    const price = RANKS.indexOf(card[0]) + (card[1] === view.trump ? 9 : 0);
    if (word === "add") return (view.stock ? 5 : 12) - price;
    return 100 - price;
  },

  // lay what leaves good company, shout when it is time, save wild cards for later
  yassa(view, word, card) {
    if (word !== "play" && word !== "intervene") return { call: 50, challenge: -1, mistake: -99 }[word] ?? 0;
    let rate = 0;
    if (card.endsWith("!")) {
      card = card.slice(0, -1);
      rate = view.hand.length === 2 ? 99 : -99;
    }
    if (card.includes(":")) return rate + 2 + count(view.hand, (other) => other[0] === card.at(-1)) / 10;
    const same = count(view.hand, (other) => other[0] === card[0]) - 1;
    const twins = count(view.hand, (other) => other.slice(1) === card.slice(1)) - 1;
    return rate + 20 + 4 * same + 2 * twins + ("SDV".includes(card[1]) ? 8 : Number(card[1]) / 3);
  },

  // collect one city of each colour; bid high for what is missing
  flights(view, word, card, second, third) {
    const own = view.collections[view.seat];
    if (word === "swap") {
      const kept = own.filter((city) => city !== card);
      return (kept.some((city) => city[0] === third[0]) ? -8 : 8) + Number(third[1]);
    }
    const city = /^[^X][0-9]$/.test(card);
    const missing = city && !own.some((other) => other[0] === card[0]);
    const worth = missing ? 10 + Number(card[1]) : /[0-9]/.test(card[1]) ? -Number(card[1]) : -3;
    if (word === "take") return worth;
    const bid = Number(second[1]) / 10;
    return missing ? worth + bid : worth - bid;
  },

  // build, and build high; take what is free
  viceroy(view, word, what) {
    if (what === "-" || what === "no") return 0;
    if (word === "refuse") return -1;
    return word === "build" || word === "put" ? 1 + Number(what.split(":")[0]) : 1;
  },

  // lay what can be laid, give the worst away, use every chance
  junquick(view, word, card) {
    const value = /^.[0-9]+$/.test(card) ? Number(card[1]) : 5;
    if (word === "battle") return value;
    const order = { form: 90, cure: 80, hys: 60, inf: 50, lay: 40, nest: 30, act: 20, claim: 10 };
    return (order[word] ?? 0) - (word === "lay" || word === "give" ? value : 0);
  },
};

function choose(view, legal) {
  const rate = RULES[view.game] ?? (() => 0);
  let best = legal[0];
  let most = -Infinity;
  for (const action of legal) {
    const [word, card = "", ...rest] = action.split(" ");
    const rated = rate(view, word, card, ...rest);
    if (rated > most) [best, most] = [action, rated];
  }
  return best;
}

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type === "hello") say({ type: "hello", protocol: "koloda-bot/1", name: "rules of thumb", version: "1" });
    else if (message.type === "ask") say({ type: "answer", id: message.id, answer: choose(message.view, message.legal) });
  });
