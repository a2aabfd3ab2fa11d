/* The worker: it shows what a push says, and keeps what is public: the pages to learn from and the problems that were seen, and what they are drawn with. */
const CACHE = "VERSION", FILES = "FILES", SHELL = ["SHELL"], MOST = 150, PAUSE = 200;
const keeps = ({ pathname }) => pathname.startsWith("/static/") || /^\/(learn|problems)(\/[\w-]+)?$/.test(pathname);
const learns = ({ pathname }) => keeps({ pathname }) && !pathname.startsWith("/static/");

addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.add("/offline")).then(() => skipWaiting())));

/* What another version has kept goes. Pages to learn from that are open already are kept too. */
async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await clients.claim();
  const cache = await caches.open(CACHE);
  const open = (await clients.matchAll({ type: "window" })).map(({ url }) => url).filter((url) => learns(new URL(url)));
  await Promise.allSettled(open.map((url) => cache.add(url)));
}
addEventListener("activate", (event) => event.waitUntil(activate()));

/* An idle page asks for the missing part of the shell: it is fetched file by file, in the background. */
async function fill() {
  const cache = await caches.open(CACHE);
  for (const url of SHELL) if (!await cache.match(url)) {
    await cache.add(url);
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}
addEventListener("message", (event) => event.waitUntil(fill()));

/* The server goes first, except for files of this version, which never change. Only what everybody may see is kept. */
async function answer(request) {
  const kept = request.url.includes(FILES) && await caches.match(request.url).catch(() => null);
  if (kept) return kept;
  let fresh;
  try {
    fresh = await fetch(request);
  } catch {
    return (await caches.match(request.url)) ?? (request.mode === "navigate" ? caches.match("/offline") : Response.error());
  }
  if (fresh.ok && !fresh.redirected) await keep(request.url, fresh.clone()).catch(() => {}); // the storage may be full
  return fresh;
}

async function keep(address, fresh) {
  const cache = await caches.open(CACHE);
  await cache.put(address, fresh);
  const seen = (await cache.keys()).filter(({ url }) => !SHELL.includes(url.slice(location.origin.length)));
  if (seen.length > MOST) await cache.delete(seen[0]);
}

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url), goes = request.mode === "navigate";
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (keeps(url) && (goes || !learns(url))) event.respondWith(answer(request));
  /* A link that takes a chair is the browser's own to follow. */
  else if (goes && !/\/(join|along)\//.test(url.pathname)) event.respondWith(fetch(request).catch(() => caches.match("/offline")));
});

addEventListener("push", (event) => {
  const { body, url } = event.data.json();
  /* One notification a game: a newer one takes its place, and rings again. */
  event.waitUntil(registration.showNotification("yurei", { body, tag: url, renotify: true, icon: "/static/icon-192.png", data: url }));
});

async function open(url) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const here = pages.find((page) => new URL(page.url).pathname === url);
  return here ? here.focus() : clients.openWindow(url);
}
async function subscribe({ oldSubscription: old, newSubscription: found }) { // the browser has changed the address
  const { endpoint, keys } = (found ?? await registration.pushManager.subscribe(old.options)).toJSON();
  await fetch("/you/push", { method: "POST", body: new URLSearchParams({ endpoint, ...keys }), headers: { "X-Requested-With": "yurei" } });
}
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribe(event)));
addEventListener("notificationclick", (event) => { event.notification.close(); event.waitUntil(open(event.notification.data)); });
