// The page's way in.
// SPDX-License-Identifier: MIT
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './lib/settings.svelte';
import { speak } from './lib/words';
import { installer } from './offline/install.svelte';
import { radioKeys } from './lib/radio_keys';

// Without the words of the language chosen the page speaks English.
await speak(settings.language).catch(() => {});
mount(App, { target: document.getElementById('page')! });
installer.soon();
addEventListener('keydown', radioKeys);
