// A small program for the Durak contest: plays the cheapest card that is legal, and saves its trumps.
// Run by node; console.log writes to a pipe at once, so nothing has to be flushed.

const RANKS = "6789TJQKA";

let trump = "";
const hand = new Set();
let table = []; // all cards of the round
let openCard = ""; // the last card moved or added
let taker = 0;
let stock = 36;

const rank = (card) => RANKS.indexOf(card[0]);

// What it costs to part with a card.
const price = (card) => rank(card) + (card[1] === trump ? 9 : 0);

const beats = (card, other) => (card[1] === other[1] ? rank(card) > rank(other) : card[1] === trump);

// The judge says nothing about the end of a round; the next give, move or MOVE means it.
function endRound() {
  if (taker === 1) table.forEach((card) => hand.add(card));
  table = [];
  taker = 0;
}

function lay(player, card) {
  table.push(card);
  if (player === "1") hand.delete(card);
}

function cheapest(fits) {
  const able = [...hand].filter(fits).sort((a, b) => price(a) - price(b));
  return able.length ? able[0] : "NO";
}

function answer(command) {
  if (command === "MOVE") {
    endRound();
    return cheapest(() => true);
  }
  if (command === "BEAT") return cheapest((card) => beats(card, openCard));
  const card = cheapest((each) => table.some((other) => other[0] === each[0]));
  if (card === "NO" || hand.size === 1) return card;
  return price(card) <= (stock === 0 ? 8 : 4) ? card : "NO";
}

const messages = {
  trump: ([suit]) => {
    trump = suit;
  },
  give: ([player, card]) => {
    endRound();
    stock -= 1;
    if (player === "1") hand.add(card);
  },
  move: ([player, , card]) => {
    endRound();
    lay(player, card);
    openCard = card;
  },
  add: ([player, , card]) => {
    lay(player, card);
    openCard = card;
  },
  beat: ([player, card]) => lay(player, card),
  take: ([player]) => {
    taker = Number(player);
  },
};

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const [word, ...rest] = line.split(" ");
    if (["MOVE", "BEAT", "ADD"].includes(word)) console.log(answer(word));
    else if (messages[word]) messages[word](rest);
  });
