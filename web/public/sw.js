// Keeps the parts of the client that were once loaded, so that it opens at once and says what is the matter when the
// network is gone. Games are played with the server: nothing of /api is ever kept.
const KEEP = 'koloda-1';
const SHELL = ['/', '/icon.svg', '/manifest.webmanifest'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEEP).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== KEEP) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

async function fromNetwork(request) {
  const cache = await caches.open(KEEP);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await cache.put(request, answer.clone());
      await forgetOld(cache, answer.clone());
    }
    return answer;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

/** Assets have the digest of their content in the name: those that a new page does not name may still be chunks of it,
 *  so the kept ones are dropped only when there are many. */
async function forgetOld(cache, page) {
  if (!(page.headers.get('content-type') ?? '').startsWith('text/html')) return;
  const assets = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/assets/'));
  for (const request of assets.slice(0, Math.max(0, assets.length - 120))) await cache.delete(request);
}

async function fromCache(request) {
  const cache = await caches.open(KEEP);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

// What the server tells somebody who is away: it says the words, in his language, and where they lead.
self.addEventListener('push', (event) => {
  let told;
  try {
    told = event.data.json();
  } catch {
    told = {};
  }
  const { title = 'koloda', body = '', tag = 'koloda', url = '/' } = told;
  event.waitUntil(self.registration.showNotification(String(title), { body: String(body), tag: String(tag), icon: '/icon-192.png', badge: '/icon-192.png', renotify: true, data: { url: String(url) } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const to = new URL(event.notification.data?.url ?? '/', location.origin);
  if (to.origin !== location.origin) return;
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      for (const page of pages) {
        if (new URL(page.url).origin !== location.origin) continue;
        const shown = await page.focus().catch(() => page);
        return shown.navigate(to.href).catch(() => self.clients.openWindow(to.href));
      }
      return self.clients.openWindow(to.href);
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(fromCache(event.request));
  else if (url.pathname === '/' || SHELL.includes(url.pathname)) event.respondWith(fromNetwork(event.request));
});
