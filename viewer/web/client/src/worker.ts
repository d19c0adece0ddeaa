// Python on this device: loads it in packs, keeps games in IndexedDB, and drives `palace.hosts.pocket`.
import type { PyodideAPI } from "pyodide";

type Pack = [string, number]; // its name and its bytes
interface Packs { python: Pack; wasm: Pack; first: Pack[]; rest: Pack[]; version: string }
interface Save { number: number; text: string; name: string }
/** What Python asks for: one of these. */
interface Message {
  news?: { heading?: { language?: string } };
  offer?: object; save?: Save; draft?: string; shown?: string; box?: { game: string; text: string }; piece?: string;
}
/** `palace.hosts.pocket.Pocket`, whose methods return messages as JSON. */
interface Pocket {
  thinks: boolean; behind: boolean;
  begin(given: string): string; hear(sent: string): string; think(): string; rest(): string;
  upload(name: string, version: number, body: unknown): string;
  saved(number: number, name: string): string; unsaved(why: string): string;
}
interface About { game?: string; lang?: string; speaks: string; link: string; address: string }
interface Sent { do: string; name?: string; count?: number }
interface FromPage { begin?: About; sent?: string; upload?: string; version: number; body: ArrayBuffer; make?: true }
/** Texts by their keys; null for one that goes. */
type Changes = Record<string, string | null>;

/** Milliseconds between two slices of a thought, in which taps are heard; without a tap, until what is shown is kept. */
const [PAUSE, STILL] = [1, 500];
/** Milliseconds until what could not be kept is tried again. */
const AGAIN = 5_000;
/** Milliseconds after the first page in which the network is left to the page. */
const REST = 2_000;
/** Milliseconds in which nothing is asked, after which the next visit is made faster. */
const CALM = 10_000;
/** The cache for a snapshot of Python; `keeper.ts` throws it away with its version. */
const SNAPSHOTS = `${new URL("./", location.href)} snapshot`;
const KEPT = ["application/wasm", "text/javascript"];
const scope = self as unknown as Pick<Worker, "postMessage" | "onmessage">;

// Games, drafts and boxes by their keys, in IndexedDB; in memory where there is none.

let base: IDBDatabase | null = null;
const spare = new Map<string, string>();

function opened(): Promise<IDBDatabase | null> {
  return new Promise((found) => {
    try {
      const asked = indexedDB.open("palace", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
      asked.onsuccess = () => found(asked.result);
      asked.onerror = asked.onblocked = () => found(null);
    } catch {
      found(null);
    }
  });
}

async function everything(): Promise<Map<string, string>> {
  const store = base?.transaction("kept").objectStore("kept");
  if (!store) return new Map(spare);
  const of = <T>(asked: IDBRequest<T>) => new Promise<T>((done, failed) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  const [keys, texts] = await Promise.all([of(store.getAllKeys()), of<string[]>(store.getAll())]);
  return new Map(keys.map((key, n) => [String(key), texts[n] ?? ""]));
}

/** Change what is kept, all at once or not at all, by the keys that are there. */
function change(act: (keys: Set<string>) => Changes): Promise<void> {
  if (!base) {
    for (const [key, text] of Object.entries(act(new Set(spare.keys())))) text === null ? spare.delete(key) : spare.set(key, text);
    return Promise.resolve();
  }
  const trip = base.transaction("kept", "readwrite", { durability: "strict" });
  const store = trip.objectStore("kept");
  const asked = store.getAllKeys();
  asked.onsuccess = () => {
    for (const [key, text] of Object.entries(act(new Set(asked.result.map(String))))) text === null ? store.delete(key) : store.put(text, key);
  };
  return new Promise((done, failed) => {
    trip.oncomplete = () => done();
    trip.onabort = () => failed(trip.error);
  });
}

/** Return a name that no game has: this one, or the next one like it. */
function free(keys: Pick<Set<string>, "has">, name = "game-1.toml"): string {
  for (let number = 2; keys.has(`game/${name}`) || keys.has(`gone/${name}`); number += 1) name = name.replace(/(-\d+)?(\.\w+)$/, `-${number}$2`);
  return name;
}

// Python.

/** Return a file, unpacked; as it is, what `keeper.ts` has unpacked, since browsers know what they compiled of that. */
async function read(name: string, grown: (count: number) => void = () => undefined): Promise<Response> {
  const answer = await fetch(name);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  if (KEPT.includes(answer.headers.get("content-type") ?? "")) return answer;
  const counted = answer.body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({
    transform(part, to) { grown(part.length); to.enqueue(part); },
  }));
  const body = counted.pipeThrough(new DecompressionStream("gzip") as unknown as TransformStream<Uint8Array, Uint8Array>);
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, { headers: { "content-type": KEPT[+name.endsWith(".mjs.gz")] ?? "" } });
}

const ahead = new Map<string, Uint8Array>(); // packs that were fetched before they are asked for

/** Return a pack as it is, at once, for a module that is imported meanwhile; finder.py asks for it. */
(self as any).atOnce = (name: string): Uint8Array => {
  const there = ahead.get(name);
  if (there) return ahead.delete(name), there;
  const asked = new XMLHttpRequest();
  asked.open("GET", name, false);
  asked.responseType = "arraybuffer";
  asked.send();
  if (asked.status !== 200) throw new Error(`${name}: ${asked.status}`);
  return new Uint8Array(asked.response as ArrayBuffer);
};

let python: PyodideAPI;
let pocket: Pocket;
let packs: Packs;
let made: Uint8Array | undefined;  // a snapshot of Python
let [calm, calmed] = [0, 0];

/** Fetch the packs that are not needed yet: later there may be no network. */
async function fetchRest(): Promise<void> {
  for (const [name] of packs.rest.splice(0)) {
    const answer = await fetch(name);
    if (answer.ok) ahead.set(name, new Uint8Array(await answer.arrayBuffer()));
  }
}

/** Load Python, and go on from a snapshot; without one begin with what is packed first. */
async function load(makes = false): Promise<void> {
  packs = await (await fetch("packs.json")).json() as Packs;
  const kept = await caches.open(SNAPSHOTS).then((all) => all.match(packs.version)).then((one) => one?.arrayBuffer()).catch(() => undefined);
  [made, calm] = [kept?.byteLength ? new Uint8Array(kept) : undefined, kept ? 0 : CALM];
  const all = [packs.python, packs.wasm, ...(made ? [] : packs.first)].reduce((sum, [, size]) => sum + size, 0);
  let done = 0;
  const grown = (count: number) => makes || scope.postMessage({ loaded: [(done += count), all] });
  const wasm = read(packs.wasm[0], grown);
  const first = made ? [] : packs.first.map(async ([name]) => (await read(name, grown)).arrayBuffer());
  const code = await read(packs.python[0], grown);
  const module = await import(code.url || URL.createObjectURL(await code.blob()));
  const { loadPyodide } = await import(new URL("pyodide.mjs", location.href).href);
  const [library, own] = await Promise.all(first);
  const fetched = self.fetch;
  self.fetch = (asked, ...more) => String(asked).endsWith("pyodide.asm.wasm") ? wasm : fetched(asked, ...more);  // it is kept packed
  const traces = (Error as any).stackTraceLimit;
  (Error as any).stackTraceLimit = 0;  // what Pyodide throws and catches while it starts needs no trace
  python = await loadPyodide({
    indexURL: "./", packageBaseUrl: "./", _loadSnapshot: made, _makeSnapshot: makes,
    stdLibURL: URL.createObjectURL(new Blob([library ?? ""])),
    lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" }, packages: {} },
    createPyodideModule(settings: any) {
      const own = settings.instantiateWasm;
      settings.instantiateWasm = (imports: unknown, got: (...all: any[]) => void) => own(imports, (instance: any, module: unknown) => {
        instance.exports.memory.grow(Math.max(0, Math.ceil(((made?.length ?? 0) - instance.exports.memory.buffer.byteLength) / 65_536)));
        got(instance, module);
      });
      return module.default(settings);
    },
  });
  [self.fetch, (Error as any).stackTraceLimit] = [fetched, traces];
  const finder = python.pyimport("finder");  // what is imported is compiled already
  made ? finder.go_on() : finder.begin(python.toPy(new Uint8Array(own as ArrayBuffer)));
  pocket = python.pyimport("palace.hosts.pocket").Pocket();
}

const prepared = (wait: number) => void (calmed = setTimeout(() => void prepare().catch(() => undefined), wait) as unknown as number);
const keepSnapshot = async (snapshot?: BodyInit) => (await caches.open(SNAPSHOTS)).put(packs.version, new Response(snapshot));

/** Let another worker make a snapshot for the next visit, once, as soon as all files are kept. */
async function prepare(): Promise<void> {
  if (!await caches.match("files.json")) return prepared(CALM);
  calm = 0;
  await caches.delete(SNAPSHOTS);
  await keepSnapshot();
  new Worker(location.href, { type: "module" }).postMessage({ make: true });
}

/** Make a snapshot of Python after a first verdict. */
async function make(): Promise<void> {
  await load(true);
  python.pyimport("finder").keep();
  await keepSnapshot(python.makeMemorySnapshot() as BodyInit);
  setTimeout(close, CALM);  // meanwhile the browser keeps what it compiled
}

// The game.

let game = "";
let fresh = true; // nothing of it is kept here
let looks = false; // another tab enters it
let language = "";
let about: About;
let [thinking, resting] = [0, 0];
const tabs = new BroadcastChannel("palace");

/** Deal with what Python asks for. */
function dealt(text: string): void {
  if (packs.rest.length) setTimeout(() => void fetchRest().catch(() => undefined), REST);
  for (const timer of [calmed, resting]) clearTimeout(timer);
  if (calm) prepared(calm);
  for (const { news, offer, save, draft, shown, box, piece } of JSON.parse(text) as Message[]) {
    if (news) scope.postMessage({ news: JSON.stringify(news) });
    if (news?.heading?.language && news.heading.language !== language) keep({ language: (language = news.heading.language) });
    if (offer) scope.postMessage({ news: JSON.stringify({ offer }) });
    if (save && (!due || due.number <= save.number)) keep({}, { game: save.text, draft: null }, save);
    if (draft !== undefined) keep({}, { draft: draft || null });
    if (shown !== undefined) keep({}, { shown });
    if (box) keep({ [`box/${box.game}`]: box.text });
    if (piece) keep({ [`piece/${piece}`]: "" });
  }
  if (pocket.behind) resting = setTimeout(() => dealt(pocket.rest()), STILL) as unknown as number;
  if (pocket.thinks && !thinking) thinking = setTimeout(think, PAUSE) as unknown as number;
}

function think(): void {
  thinking = 0;
  dealt(pocket.think());
}

// What is to be kept: of the game, and else; and its save, which is told once it is kept.

let own: Changes = {};
let others: Changes = {};
let due: Save | null = null;
let [troubled, again] = [false, 0];
let writing: Promise<unknown> = Promise.resolve();

function keep(changes: Changes, ofGame: Changes = {}, save: Save | null = due): void {
  [others, own, due] = [{ ...others, ...changes }, { ...own, ...ofGame }, save];
  writing = writing.then(write).catch(fail);
}

/** Write all that is to be kept at once: a turn, that it is no draft any more, and how it looks. */
async function write(): Promise<void> {
  const [mine, more, save] = [own, others, due];
  if (!Object.keys({ ...mine, ...more }).length) return;
  [own, others, due] = [{}, {}, null];
  let name = save?.name ?? game;
  try {
    await change((keys) => {
      if (save && (fresh || name !== game)) name = free(keys, name);  // another tab may have taken it
      return { ...more, ...Object.fromEntries(Object.entries(mine).map(([kind, text]) => [`${kind}/${name}`, text])) };
    });
  } catch (error) {
    [own, others, due, troubled] = [{ ...mine, ...own }, { ...more, ...others }, due ?? save, true];
    dealt(pocket.unsaved((error as Error | null)?.name ?? ""));
    clearTimeout(again);
    again = setTimeout(async () => {
      base = await opened() ?? base;  // the browser may have thrown it away
      keep({});
    }, AGAIN) as unknown as number;
    return;
  }
  if (save) {
    if (name !== game) void entered(name);
    [game, fresh] = [name, false];
    tabs.postMessage(name);
    scope.postMessage({ named: name });
  }
  if (save || troubled) dealt(pocket.saved(save?.number ?? 0, name));
  troubled = false;
}

// Tabs: the first one enters a game, others look on, and the next one enters it once that is closed.

const lock = (name: string, about: LockOptions, got: (there: Lock | null) => void) =>
  void navigator.locks.request(`palace ${name}`, about, (there) => (got(there), there && new Promise(() => undefined)));

/** Enter a game here, unless another tab does; return whether it can be. */
function entered(name: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((told) => lock(name, { ifAvailable: true }, (there) => told(there !== null)));
}

tabs.onmessage = ({ data: name }: MessageEvent<string>) => {
  if (name !== game || fresh || !(looks || !navigator.locks)) return;
  looks = true;
  next(() => table());
};

/** Show the first page as it is in the folder, or the game as it was left, before Python answers. */
async function early(given: About): Promise<void> {
  about = given;
  const all = await everything();
  const games = [...all.keys()].some((key) => key.startsWith("game/"));
  language = (about.lang ?? all.get("language") ?? about.speaks).split("-")[0] ?? "";
  if (about.game) {
    const shown = all.get(`game/${about.game}`) && all.get(`shown/${about.game}`);
    if (shown) scope.postMessage({ news: shown, early: true });
  } else if (about.link ? about.link === "#demo" : !games) {
    const first = await (await fetch(about.link ? "demo.json" : "first.json")).json() as Record<string, object>;
    scope.postMessage({ news: JSON.stringify(first[language] ?? first.en), early: true });
  }
}

async function begin(): Promise<void> {
  const all = await everything();
  fresh = !about.game || !all.has(`game/${about.game}`);
  game = fresh || !about.game ? free(all) : about.game;
  while (!(await entered(game))) {
    if (!fresh) {
      looks = true;
      lock(game, {}, () => next(() => table((looks = false))));
      break;
    }
    game = free(new Set([...all.keys(), `game/${game}`]), game);
  }
  if (about.lang) keep({ language });
  await table(about.link);
}

/** Begin with what is kept, or with a link; one of the demo is in a file. */
async function table(link: string | false = "", count?: number): Promise<void> {
  const all = await everything();
  const of = (kind: string) =>
    Object.fromEntries([...all].filter(([key]) => key.startsWith(kind)).map(([key, text]) => [key.slice(kind.length), text]));
  const shown = /^#demo=?(\d*)$/.exec(link || "");
  const links = shown ? (await (await fetch("demo.json")).json() as { links: string[] }).links : [];
  const at = Number(shown?.[1] || 1);
  dealt(pocket.begin(JSON.stringify({
    name: game, text: all.get(`game/${game}`) ?? "", draft: all.get(`draft/${game}`) ?? "", boxes: of("box/"),
    games: fresh ? of("game/") : {}, gone: Object.keys(of("gone/"))[0] ?? "", keeps: base !== null, demo: [links.length && at, links.length],
    link: shown ? links[at - 1] : link, address: about.address, pieces: Object.keys(of("piece/")), language, count, role: looks ? "spectator" : "player",
  })));
}

/** Do what the list of games asks for, or the demo; nothing of it is the table's. */
async function listed({ do: act, name = "", count }: Sent): Promise<unknown> {
  const all = await everything();
  const [text, gone] = [all.get(`game/${name}`), all.get(`gone/${name}`)];
  if (act === "demo") return table(`#demo=${name}`, count);
  if (act === "go") return scope.postMessage({ go: name });
  if (act === "copy" && text !== undefined) await change((keys) => ({ [`game/${free(keys, name)}`]: text }));
  if (act === "delete" && text !== undefined) {
    await change((keys) => ({
      ...Object.fromEntries([...keys].filter((key) => key.startsWith("gone/")).map((key) => [key, null])),
      [`gone/${name}`]: text, [`game/${name}`]: null, [`shown/${name}`]: null,
    }));
  }
  if (act === "bring-back" && gone !== undefined) await change(() => ({ [`game/${name}`]: gone, [`gone/${name}`]: null }));
  scope.postMessage({ go: "" });
}

const LISTED = new Set(["go", "copy", "delete", "bring-back", "demo"]);
const fail = (error: unknown) => {
  scope.postMessage({ failed: String((error as Error).message ?? error) });
  if (made) void keepSnapshot();  // the next visit begins without it
};
let heard: Promise<unknown> = opened().then((found) => (base = found));

/** Do something after all that came before it; tell what cannot be done. */
function next(act: () => unknown): void {
  heard = heard.then(act).catch(fail);
}

scope.onmessage = ({ data: { begin: given, sent, upload, version, body, make: makes } }: MessageEvent<FromPage>) => {
  if (makes) return void make().catch(close);
  if (given) {
    next(() => Promise.all([early(given), load().catch((error) => made ? keepSnapshot().then(() => load()) : Promise.reject(error))]));
    return next(begin);
  }
  next(() => {
    if (upload !== undefined) return dealt(pocket.upload(upload, version, python.toPy(new Uint8Array(body))));
    const asked = JSON.parse(String(sent)) as Sent;
    return LISTED.has(asked.do) ? listed(asked) : dealt(pocket.hear(String(sent)));
  });
};
