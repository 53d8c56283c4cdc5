export default {
  cancel: 'Не вибирати карт',
  choose: '{cards}: що зробити?',
  empty: 'порожньо',
  hidden: 'сорочкою догори',
  look: 'Переглянути: {what}',
  more: '{cards}: виберіть ще карту',
  more_or_do: '{cards}: додайте карти або виберіть дію',
  not_now: 'Зараз не можна зіграти карту.',
  said: '{said}…',
  said_or_more: '{said}… (або додайте карти)',
};
