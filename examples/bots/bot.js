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

  // weigh what everything is worth
  viceroy: (view, word, what, more) => new Viceroy(view).rate(word, what, more),

  // crash and steal first, lay low cards, give the worst away; fight for a pile that is worth it
  junquick(view, word, card) {
    const value = /^.[0-9]+$/.test(card) ? Number(card[1]) : 5;
    const rich = view.pile.length >= 3;
    if (word === "battle") return value;
    if (word === "act") return { G: 70, T: 55 }[card[0]] ?? 20;
    if (word === "inf") return rich && view.top !== view.seat ? 50 : -1;
    if (word === "lay" && value === 4) return rich ? 60 : 5;
    const order = { form: 90, cure: 80, hys: 60, lay: 40, nest: 30, claim: 10 };
    return (order[word] ?? 0) - (word === "lay" || word === "give" ? value : 0);
  },
};

// Viceroy: the laws with a choice, as rewards; what others are worth follows below
const CHOICES = {
  L65: ["A1", "P6", "G2"],
  L66: ["F1", "P6", "G3"],
  L67: ["F1", "A1", "G3"],
  L68: ["M1+G1", "F1+G1", "G4"],
  L69: ["M1", "S1", "G2"],
  L70: ["S1+G1", "F1", "G3"],
  L71: ["M1", "F1", "G3"],
  L86: ["M1", "S1", "F1"],
};
const COLOURS = ["B", "R", "G", "Y"];
const NEVER = -99;

// a text like B1R12 by colour
const gems = (text) => Object.fromEntries(COLOURS.map((colour) => [colour, Number(text.split(colour)[1]?.match(/^[0-9]+/)[0] ?? 0)]));
const sum = (amount) => COLOURS.reduce((total, colour) => total + amount[colour], 0);
const most = (numbers, otherwise) => (numbers.length ? Math.max(...numbers) : otherwise);

// what things are worth, in points: from the view, and from the aids with their prices and rewards
class Viceroy {
  constructor(view) {
    this.view = view;
    this.aids = view.aids;
    this.own = this.aids.players[view.seat];
    this.tally = this.own.tally;
    this.left = 12 - view.turn; // turns after this one
    this.gem = this.left > 1 ? 1.3 + this.left / 20 : 0.6;
    this.mine = gems(view.gems);
    this.endless = gems(this.tally.endless);
    this.have = sum(this.mine);
    this.hand = view.hand.length;
    this.taken = view.players[view.seat].pyramid.map((card) => card.place);
    this.wide = count(this.taken, (place) => place[0] === "1") >= 5 || this.left < 3; // is the base?
    const income = Math.min(3 + this.tally.science, sum(gems(view.reserve)));
    this.passing = income * this.gem - 0.4 * Math.max(this.have - 7, 0);
  }

  // a reward like P2+G3
  reward(text) {
    const { left, tally } = this;
    let worth = 0;
    for (const part of text.split("+")) {
      const [, kind, digits, colour] = part.match(/^(MB|CB|.)([0-9]*)(.?)/);
      const n = Number(digits || 1);
      if (kind === "P") worth += n;
      else if (kind === "G") worth += n * this.gem;
      else if (kind === "D") worth += this.hand < left ? 9 * n : 0; // a card
      else if (kind === "A") worth += 2.5 * n;
      else if (kind === "M") worth += n * (tally.magic_bonus + 0.4 * left) + this.sets("magic", n);
      else if (kind === "MB") worth += n * (tally.magic + 0.2 * left);
      else if (kind === "S") worth += n * (0.8 + left / 10) + this.sets("science", n);
      else if (kind === "F") worth += n * 0.8 + this.sets("defence", n);
      else if (kind === "CB") worth += n * (gems(tally.circles)[colour] + this.endless[colour] + left / 5);
      else if (kind === "E") worth += 3 + 0.8 * left;
    }
    return worth;
  }

  // seven points for magic, science and defence together
  sets(kind, n) {
    const others = Math.min(...["magic", "science", "defence"].filter((other) => other !== kind).map((other) => this.tally[other]));
    const more = Math.min(this.tally[kind] + n, others) - Math.min(this.tally[kind], others);
    return more ? 7 * more : this.tally[kind] <= others ? 0.5 * this.left : 0;
  }

  law(card, level) {
    const sets = Math.min(this.tally.magic, this.tally.science, this.tally.defence);
    if (card in CHOICES) return most(CHOICES[card].map((text) => this.reward(text)));
    if (card === "L76") return 3 * level - 1;
    if (card === "L84" || card === "L85") return (card === "L84" ? 4 : 5) * (sets + Math.floor(this.left / 5));
    if (card === "L87") return 3 * (this.tally.science + Math.floor(this.left / 4));
    if (card === "L79") return Math.min(6, Math.max(this.have - 4, 0)) * (3 - this.gem);
    if (card === "L77") return 7 * Math.max(this.hand - 1 - this.left, 0);
    return 2;
  }

  // a card of the auction on the best level that can be paid, after a bid of this colour
  bought(card, bid = "") {
    const table = this.aids.cards[card];
    let best = NEVER;
    for (const place of this.own.open_built) {
      const level = Number(place[0]);
      const price = gems(table.prices[level - 1]);
      const paid = Object.fromEntries(COLOURS.map((colour) => [colour, Math.max(price[colour] - this.endless[colour], 0)]));
      if (COLOURS.every((colour) => paid[colour] <= this.mine[colour] - (colour === bid ? 1 : 0))) {
        const more = level > 1 ? 0.4 * level : this.wide ? 0 : 2;
        best = Math.max(best, this.reward(table.rewards[level - 1]) - sum(paid) * this.gem + more);
      }
    }
    return best;
  }

  // a card at one of the places that its aids tell of
  at(card, aid) {
    if (!aid.can) return NEVER;
    const [level, x] = aid.place.split(":").map(Number);
    let worth = aid.reward ? this.reward(aid.reward) : this.law(card, level) - 0.7 * level;
    if (aid.single) worth += 3 + this.gem;
    else if (aid.circle && new Set(aid.circle).size === 2) worth += 0.5;
    if (level === 1 && !this.wide) worth += 2;
    const beside = count([-1, 1], (step) => this.taken.includes(`${level}:${x + step}`));
    worth += this.left ? 0.5 * level * beside : 0;
    return aid.price ? worth - sum(gems(aid.ways[0].paid)) * this.gem : worth;
  }

  // a card at its best place
  best(card) {
    return most((this.aids.places[card] ?? []).map((aid) => this.at(card, aid)), 1);
  }

  onOffer(colour) {
    return Object.values(this.view.slots[colour]).filter((card) => card);
  }

  // how much a colour is asked for by the cards on offer, beyond what is there
  need(colour) {
    const cards = COLOURS.flatMap((each) => this.onOffer(each));
    const wanted = cards.reduce((total, card) => total + 2 * gems(this.aids.cards[card].prices[2])[colour], 0);
    return wanted - 4 * (this.mine[colour] + 2 * this.endless[colour]);
  }

  rate(word, what, more) {
    const { view, aids } = this;
    if (word === "bid") {
      if (what === "-") return this.passing;
      if (what === "ATK") return most(COLOURS.flatMap((each) => this.onOffer(each)).map((card) => this.bought(card))) - 2.5;
      return 0.85 * most(this.onOffer(what).map((card) => this.bought(card, what))) + 0.15 * this.passing - this.gem;
    }
    if (word === "start") return this.reward(aids.cards[what].rewards[0]);
    if (word === "hit") return this.bought(view.slots[what][more]);
    if (word === "appoint") {
      const { rewards } = aids.cards[view.slots[what][more]];
      return most(this.own.open_free.map((place) => this.reward(rewards[Number(place[0]) - 1])));
    }
    if (word === "law") return what === "-" ? 0 : this.best(what);
    if (word === "put" || word === "to" || word === "build") {
      const places = Object.entries(aids.places).flatMap(([card, all]) => all.map((aid) => [card, aid]));
      return most(places.filter(([, aid]) => aid.place === what).map(([card, aid]) => this.at(card, aid)), 0);
    }
    if (word === "keep") return most(Object.keys(aids.places).map((card) => this.best(card)), NEVER);
    if (word === "refuse") return this.passing;
    if (word === "take") return what === "-" ? NEVER : this.need(what);
    if (word === "pick") return this.reward(CHOICES[view.active.card][Number(what) - 1]);
    if (word === "draw") return (what === "small") === this.own.open_free.some((place) => "34".includes(place[0])) ? 1 : 0;
    if (word === "store" && what !== "-") {
      const spare = this.have - (this.left > 1 ? 9 : this.left ? 4 : 3);
      return spare > 0 ? this.mine[what] : -1;
    }
    if (word === "circle" && what !== "-") return most(aids.circles[what].whole.map((whole) => 5 - whole.gems), -1);
    if (word === "paint") {
      const wholes = Object.values(aids.circles).flatMap((circle) => circle.whole);
      return most(wholes.filter((whole) => whole.steps[0] === `paint ${what}`).map((whole) => 5 - whole.gems), -1);
    }
    if (word === "endless") return Number(more);
    if ((word === "move" || word === "file") && what !== "-") return word === "file" && this.hand > this.left ? 1 : -1;
    return what === "-" || what === "no" ? 0 : 1;
  }
}

function choose(view, legal) {
  const rate = RULES[view.game] ?? (() => 0);
  let best = legal[0];
  let highest = -Infinity;
  for (const action of legal) {
    const [word, card = "", ...rest] = action.split(" ");
    const rated = rate(view, word, card, ...rest);
    if (rated > highest) [best, highest] = [action, rated];
  }
  return best;
}

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type === "hello") {
      say({ type: "hello", protocol: "koloda-bot/1", name: "rules of thumb", version: "2", aids: true });
    } else if (message.type === "ask") {
      const view = { ...message.view, aids: message.aids };
      say({ type: "answer", id: message.id, answer: choose(view, message.legal) });
    }
  });
