export default {
  cancel: 'Не выбирать карт',
  choose: '{cards}: что сделать?',
  empty: 'пусто',
  hidden: 'рубашкой вверх',
  look: 'Посмотреть: {what}',
  more: '{cards}: выберите ещё карту',
  more_or_do: '{cards}: добавьте карты или выберите действие',
  not_now: 'Сейчас нельзя сыграть карту.',
  said: '{said}…',
  said_or_more: '{said}… (или добавьте карты)',
};
