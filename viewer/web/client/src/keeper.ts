// The service worker: keeps one version of all files of the page, and answers from it without a network.

const worker = self as any;

/** The caches of this page, and of the version that `pack.mjs` has put before this script. */
const PAGE = `${worker.registration.scope} `;
const OWN = PAGE + worker.VERSION;
const LIST = "files.json";

/** The files by the hashes of what is in them. */
type Files = Record<string, string>;

async function hashed(answer: Response): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
  return Array.from(new Uint8Array(hash), (n) => n.toString(16).padStart(2, "0")).join("").slice(0, 16);
}

/** Fetch a file, and refuse another one than this hash tells. */
async function fetched(name: string, hash: string): Promise<Response> {
  const answer = await fetch(name, { cache: "no-cache" });
  if (!answer.ok || await hashed(answer.clone()) !== hash) throw new Error(`${name}: another file, or none`);
  return answer;
}

/** Kinds of files that are kept unpacked, as browsers keep beside them what they compiled. */
const KINDS: Record<string, string> = { wasm: "application/wasm", js: "text/javascript", mjs: "text/javascript" };

/** Return a file as it is kept. */
function ready(name: string, answer: Response): Response {
  const kind = KINDS[/\.(\w+)\.gz$/.exec(name)?.[1] ?? ""];
  if (!kind || !answer.body) return answer;
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": kind } });
}

/** Fill the cache of this version; what was put there before the download broke off stays. */
async function fill(): Promise<void> {
  const list = await fetched(LIST, worker.VERSION);
  const own = await caches.open(OWN);
  let old: [Cache, Files] | undefined;
  for (const name of await caches.keys()) {
    if (!name.startsWith(PAGE) || name === OWN) continue;
    const files = await (await (await caches.open(name)).match(LIST))?.json() as Files | undefined;
    if (files) old = [await caches.open(name), files];
    else await caches.delete(name);  // half of a version that is not published any more
  }
  for (const [name, hash] of Object.entries(await list.clone().json() as Files)) {
    if (await own.match(name)) continue;
    const same = old?.[1][name] === hash ? await old[0].match(name) : undefined;
    await own.put(name, same ?? ready(name, await fetched(name, hash)));
  }
  await own.put(LIST, list);
}

/** Forget the versions before. */
async function take(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(PAGE) && name !== OWN) await caches.delete(name);
  await worker.clients.claim();
}

/** Take the place of the version before, where no second tab has a game with that. */
async function alone(): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true }) as { url: string }[];
  if (tabs.filter(({ url }) => url.startsWith(worker.registration.scope)).length < 2) await worker.skipWaiting();
}

async function answered(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const name = url.pathname.endsWith("/") ? `${url.pathname}index.html` : url.pathname;
  return await (await caches.open(OWN)).match(name) ?? fetch(request);
}

worker.addEventListener("install", (event: any) => event.waitUntil(fill()));
worker.addEventListener("activate", (event: any) => event.waitUntil(take()));
worker.addEventListener("message", (event: any) => event.waitUntil(alone()));
worker.addEventListener("fetch", (event: any) => {
  if (event.request.method === "GET") event.respondWith(answered(event.request));
});

export {};
