/** Is there so little room that cards are drawn small? Asked of the window, not measured: that would cost a layout. */
import { MediaQuery } from 'svelte/reactivity';

export const narrow = new MediaQuery('(max-width: 760px), (min-width: 62rem) and (max-width: 1064px)');
