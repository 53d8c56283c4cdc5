export default {
  checking: 'The shuffle is being checked…',
  exchanged: 'The seal of the shuffle is not the one that was shown before: somebody exchanged it. Do not play on here.',
  luck: 'Your luck',
  more: 'About the proof',
  more_text:
    'Before the first deal everybody, the server included, sealed a random number. Only then were the numbers opened, and the cards follow from all of them. You can check the downloaded record yourself: koloda verify --commit (the seal) --luck (your luck).',
  secret: 'Secret of the server',
  seen: '✓ Nobody chose these cards. Your browser saw all seals before the first deal and has checked that the cards follow from them.',
  unread: 'The shuffle could not be checked now: the record was not to be had.',
  unseen: 'The proof of the shuffle is right in itself. Your browser was not there before the first deal, so it cannot say whether the seals were the same then.',
  wrong: 'The shuffle is NOT what was sealed before the first deal. Somebody may have chosen the cards: keep the record.',
};
