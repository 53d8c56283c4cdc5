/**
 * The replay of one deal as a page of its own, without a server: the report of a tournament shows it in a frame.
 * tools/player.mjs makes one file of it. `koloda.show(replay, at)` shows a deal; what is set here is kept nowhere.
 */
import { mount, unmount } from 'svelte';
import './store';
import '../style.css';
import '../games/moods';
import Player from './Player.svelte';
import { setLang } from '../lib/i18n';
import type { Replay } from '../lib/wire';

let shown: ReturnType<typeof mount> | null = null;

async function show(replay: Replay): Promise<void> {
  await setLang(replay.lang);
  if (shown !== null) await unmount(shown);
  shown = mount(Player, { target: document.body, props: { replay } });
}

Object.assign(window, { koloda: { show } });
