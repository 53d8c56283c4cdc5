import { mount } from 'svelte';
import './style.css';
import App from './App.svelte';
import { detectLang, setLang } from './lib/i18n';
import { installWorker } from './lib/install';

installWorker();
await setLang(detectLang());
mount(App, { target: document.getElementById('app')! });
