/** Messages to this browser while its person is away: Web Push, by the service worker in public/sw.js. */
import { get, post } from './api';
import { lang } from './i18n';
import { ensureUser } from './session.svelte';
import type { PushInfo } from './wire';

/** Why messages cannot be had here, or whether they are. */
export type PushState = 'on' | 'off' | 'refused' | 'insecure' | 'impossible';

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}

export async function pushState(): Promise<PushState> {
  if (!isSecureContext) return 'insecure';
  const found = await worker();
  if (!found || !('pushManager' in found) || !('Notification' in globalThis)) return 'impossible';
  if (Notification.permission === 'denied') return 'refused';
  return (await found.pushManager.getSubscription()) && Notification.permission === 'granted' ? 'on' : 'off';
}

/** The browser asks its person; a refusal holds until he changes it in the settings of the browser. */
export async function allowPush(): Promise<PushState> {
  const found = await worker();
  if (!found) return pushState();
  if ((await Notification.requestPermission()) !== 'granted') return Notification.permission === 'denied' ? 'refused' : 'off';
  await ensureUser();
  const { key } = await get<PushInfo>('push');
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  let made: PushSubscription;
  try {
    made = await found.pushManager.subscribe(wanted);
  } catch (error) {
    const old = await found.pushManager.getSubscription(); // of a server with another key
    if (!old) throw error;
    await old.unsubscribe();
    made = await found.pushManager.subscribe(wanted);
  }
  const { endpoint, keys } = made.toJSON();
  await post('push', { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '', lang: lang() });
  return 'on';
}

/** No more messages here. */
export async function silence(): Promise<void> {
  const known = await (await worker())?.pushManager?.getSubscription();
  if (!known) return;
  await known.unsubscribe();
  await post('push/stop', { endpoint: known.endpoint });
}
