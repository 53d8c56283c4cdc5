import { mount } from 'svelte';
import './style.css';
import './games/moods';
import App from './App.svelte';
import { loadGames } from './lib/games.svelte';
import { beginIn, detectLang, language, setLang } from './lib/i18n';
import { installWorker } from './lib/install';
import { route } from './lib/router.svelte';
import { load } from './pages';

installWorker();
load(route().page).catch(() => {}); // comes beside the texts; whoever shows it sees the error
const lang = detectLang();
beginIn(lang);
loadGames().catch(() => {}); // nearly every page needs them; it asks again if this fails
const { letters } = language(lang);
if (letters) for (const face of ['16px "Koloda Text"', '800 16px "Koloda Display"']) void document.fonts?.load(face, letters); // beside the texts
await setLang(lang);
const target = document.getElementById('app')!;
target.replaceChildren(); // the mark that was there for those who wait
mount(App, { target });
