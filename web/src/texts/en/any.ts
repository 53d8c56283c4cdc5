export default {
  cancel: 'Choose no card',
  choose: '{cards}: what to do?',
  empty: 'empty',
  hidden: 'face down',
  look: 'Look through {what}',
  more: '{cards}: choose another card',
  more_or_do: '{cards}: add more, or choose',
  not_now: 'You cannot play a card now.',
  said: '{said}…',
  said_or_more: '{said}… (or add cards)',
};
