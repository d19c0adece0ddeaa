// The service worker: keeps one version of all files of the page, and answers from it without a network.

const worker = self as any;

/** The files by the hashes of what is in them. */
type Files = Record<string, string>;

const CURRENT = "current";

async function listed(): Promise<Files> {
  return await (await fetch("files.json", { cache: "no-store" })).json() as Files;
}

/** Fetch what is not here already under its hash. */
async function fill(): Promise<void> {
  const files = await listed();
  const [next, now] = [await caches.open("next"), await caches.open(CURRENT)];
  const known = await (await now.match("files.json"))?.json() as Files | undefined;
  for (const [name, hash] of Object.entries(files)) {
    const there = known?.[name] === hash ? await now.match(name) : undefined;
    const answer = there ?? await fetch(name, { cache: "no-cache" });
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    await next.put(name, answer);
  }
  await next.put("files.json", new Response(JSON.stringify(files)));
}

/** Put the new version in the place of the old one. */
async function take(): Promise<void> {
  await caches.delete(CURRENT);
  const [next, now] = [await caches.open("next"), await caches.open(CURRENT)];
  for (const asked of await next.keys()) {
    const answer = await next.match(asked);
    if (answer) await now.put(asked, answer);
  }
  await caches.delete("next");
  await worker.clients.claim();
}

async function answered(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const name = url.pathname.endsWith("/") ? `${url.pathname}index.html` : url.pathname;
  const kept = await (await caches.open(CURRENT)).match(name);
  return kept ?? fetch(request);
}

worker.addEventListener("install", (event: any) => event.waitUntil(fill()));
worker.addEventListener("activate", (event: any) => event.waitUntil(take()));
worker.addEventListener("fetch", (event: any) => {
  if (event.request.method === "GET") event.respondWith(answered(event.request));
});

export {};
