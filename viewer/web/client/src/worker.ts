// Python on this device: loads it in packs, keeps games in IndexedDB, and drives `palace.page.pocket`.

type Pack = [string, number];  // its name and its bytes
interface Packs { python: Pack; wasm: Pack; first: Pack[]; rest: Pack[] }
type Message = Record<string, unknown> & { save?: { number: number; text: string; name: string } };

/** Milliseconds between two slices of a thought, in which taps are heard. */
const PAUSE = 1;
/** Milliseconds after the first page in which the network is left to the page. */
const REST = 2_000;
const SITE = "/lib/python3.14/site-packages";
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

/** Do something with what is kept, whole or not at all; it is done once this is. */
function kept<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    const trip = (base as IDBDatabase).transaction("kept", mode, { durability: "strict" });
    const asked = act(trip.objectStore("kept"));
    trip.oncomplete = () => done(asked.result);
    trip.onerror = trip.onabort = () => failed(trip.error ?? new Error("nothing can be kept"));
  });
}

const put = (key: string, text: string): Promise<unknown> =>
  base ? kept("readwrite", (store) => store.put(text, key)) : Promise.resolve(spare.set(key, text));
const drop = (key: string): Promise<unknown> =>
  base ? kept("readwrite", (store) => store.delete(key)) : Promise.resolve(spare.delete(key));

async function everything(): Promise<Map<string, string>> {
  if (!base) return spare;
  const keys = await kept<IDBValidKey[]>("readonly", (store) => store.getAllKeys());
  const texts = await kept<string[]>("readonly", (store) => store.getAll());
  return new Map(keys.map((key, n) => [String(key), texts[n] ?? ""]));
}

// Python.

async function bytes(name: string, grown: (count: number) => void = () => undefined): Promise<Uint8Array> {
  const answer = await fetch(name);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const counted = answer.body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({
    transform(part, to) { grown(part.length); to.enqueue(part); },
  }));
  const body = name.endsWith(".gz") ? counted.pipeThrough(new DecompressionStream("gzip") as unknown as TransformStream<Uint8Array, Uint8Array>) : counted;
  return new Uint8Array(await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

const ahead = new Map<string, Uint8Array>(); // packs that were fetched before they are asked for

/** Return a pack as it is, at once, for a module that is imported meanwhile. */
function atOnce(name: string): Uint8Array {
  const there = ahead.get(name);
  if (there) return ahead.delete(name), there;
  const asked = new XMLHttpRequest();
  asked.open("GET", name, false);
  asked.responseType = "arraybuffer";
  asked.send();
  if (asked.status !== 200) throw new Error(`${name}: ${asked.status}`);
  return new Uint8Array(asked.response as ArrayBuffer);
}

let python: any;
let pocket: any;
let rest: Pack[] = [];

/** Fetch the packs that are not needed yet: later there may be no network. */
async function fetchRest(): Promise<void> {
  for (const [name] of rest.splice(0)) {
    const answer = await fetch(name);
    if (answer.ok) ahead.set(name, new Uint8Array(await answer.arrayBuffer()));
  }
}

async function load(): Promise<void> {
  const packs = JSON.parse(new TextDecoder().decode(await bytes("packs.json"))) as Packs;
  const needed = [packs.python, packs.wasm, ...packs.first];
  const all = needed.reduce((sum, [, size]) => sum + size, 0);
  let done = 0;
  const grown = (count: number) => scope.postMessage({ loaded: [(done += count), all] });
  const wasm = bytes(packs.wasm[0], grown);
  const first = packs.first.map(([name]) => bytes(name, grown));
  const code = await bytes(packs.python[0], grown);
  const module = await import(URL.createObjectURL(new Blob([code as BlobPart], { type: "text/javascript" })));
  const { loadPyodide } = await import(new URL("pyodide.mjs", location.href).href);
  const [library, own] = await Promise.all(first);
  const whole = await wasm;
  const fetched = self.fetch;
  self.fetch = (asked, ...rest) => String(asked).endsWith("pyodide.asm.wasm")  // it is kept packed
    ? Promise.resolve(new Response(whole as BodyInit, { headers: { "content-type": "application/wasm" } }))
    : fetched(asked, ...rest);
  python = await loadPyodide({
    indexURL: "./", packageBaseUrl: "./",
    stdLibURL: URL.createObjectURL(new Blob([library as BlobPart])),
    lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" }, packages: {} },
    createPyodideModule: (settings: unknown) => module.default(settings),
  });
  python.globals.set("_at_once", (name: string) => python.toPy(atOnce(name)));
  python.globals.set("_first", python.toPy(own));
  python.runPython(FINDER);
  pocket = python.runPython("from palace.page.pocket import Pocket\nPocket()");
  rest = packs.rest;
}

/** Unpacks what is needed first; finds modules that are in other packs, and unpacks these. */
const FINDER = `
import importlib.machinery, json, os, sys, zlib

def _unpack(data):
    at = data.index(b"\\n") + 1
    for path, size in json.loads(data[:at]):
        file = f"${SITE}/{path}"
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "wb") as to:
            to.write(data[at:at + size])
        at += size
    for finder in filter(None, sys.path_importer_cache.values()):
        finder.invalidate_caches()  # importlib's own loads importlib.metadata for it

class _Packed:
    def find_spec(self, name, path=None, target=None):
        known = name
        while known and known not in _later:
            known = known.rpartition(".")[0]
        if not known:
            return None
        if (pack := _later[known]) not in _there:
            _there.add(pack)
            _unpack(zlib.decompress(_at_once(pack).tobytes(), 31))
        room = f"${SITE}/{name.rpartition('.')[0].replace('.', '/')}"
        return importlib.machinery.PathFinder.find_spec(name, [room])

_unpack(_first.tobytes())
del _first
with open("${SITE}/later.json") as _file:
    _later = {name: pack for pack, names in json.load(_file).items() for name in names}
_there = set()
sys.meta_path.append(_Packed())
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"  # there are none, and looking for them takes long
`;

// The game.

let game = "";
let looks = false; // another tab has the game
let thinking = 0;
let turn: Promise<unknown> = Promise.resolve();
const tabs = new BroadcastChannel("palace");

/** Deal with what Python asks for; what is told of a save comes after it is kept. */
function dealt(text: string): void {
  if (rest.length) setTimeout(() => void fetchRest().catch(() => undefined), REST);
  for (const one of JSON.parse(text) as Message[]) {
    const keep = (act: () => Promise<unknown>) => (turn = turn.then(act).catch(() => undefined));
    if (one.news) scope.postMessage({ news: JSON.stringify(one.news) });
    else if (one.offer) scope.postMessage({ news: JSON.stringify({ offer: one.offer }) });
    else if (one.save) void keep(() => save(one.save as NonNullable<Message["save"]>));
    else if (one.draft !== undefined) void keep(() => (one.draft ? put(`draft/${game}`, String(one.draft)) : drop(`draft/${game}`)));
    else if (one.piece) void keep(() => put(`piece/${one.piece}`, ""));
    else if (one.box) {
      const { game: key, text: own } = one.box as Record<string, string>;
      void keep(() => put(`box/${key}`, own ?? ""));
    }
  }
  if (pocket.thinks && !thinking) thinking = setTimeout(think, PAUSE) as unknown as number;
}

function think(): void {
  thinking = 0;
  dealt(pocket.think());
}

let newest = 0; // the number of the last save: an older one is not written after it

async function save(one: { number: number; text: string; name: string }): Promise<void> {
  if (one.number < newest) return;
  newest = one.number;
  try {
    await put(`game/${one.name}`, one.text);
    await drop(`draft/${one.name}`);  // it was confirmed
  } catch (error) {
    dealt(pocket.unsaved(one.number, String((error as Error).message)));
    setTimeout(() => void (turn = turn.then(() => save(one))), 5_000);
    return;
  }
  if (one.name !== game) hold(one.name);
  game = one.name;
  tabs.postMessage({ name: one.name });
  scope.postMessage({ named: one.name });
  dealt(pocket.saved(one.number, one.name));
}

/** Keep other tabs from entering the game. */
function hold(own: string): void {
  void navigator.locks?.request(`palace ${own}`, () => new Promise(() => undefined));
}

function held(own: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(false);
  return new Promise((told) => {
    void navigator.locks.request(`palace ${own}`, { ifAvailable: true }, (lock) => {
      told(lock === null);
      return lock && new Promise(() => undefined);
    });
  });
}

/** Return a name that no game has. */
function free(all: Map<string, string>): string {
  let number = 1;
  while (all.has(`game/game-${number}.toml`) || all.has(`gone/game-${number}.toml`)) number += 1;
  return `game-${number}.toml`;
}

let asked: Record<string, string> = {};

async function begin(about: Record<string, string>): Promise<void> {
  asked = { ...about, link: "" };
  const all = await everything();
  const of = (kind: string) =>
    Object.fromEntries([...all].filter(([key]) => key.startsWith(kind)).map(([key, text]) => [key.slice(kind.length), text]));
  game = about.game && all.has(`game/${about.game}`) ? about.game : free(all);
  looks = await held(game);
  dealt(pocket.begin(JSON.stringify({
    name: game, text: all.get(`game/${game}`) ?? "", draft: all.get(`draft/${game}`) ?? "", boxes: of("box/"),
    games: of("game/"), gone: Object.keys(of("gone/"))[0] ?? "", keeps: base !== null,
    link: about.link, address: about.address, pieces: Object.keys(of("piece/")), language: about.lang ?? "", role: looks ? "spectator" : "player",
  })));
}

/** Do what the list of games asks for; nothing of it is the table's. */
async function listed({ do: act, name: own = "" }: { do: string; name?: string }): Promise<void> {
  const all = await everything();
  const text = all.get(`game/${own}`);
  if (act === "go") return scope.postMessage({ go: own });
  if (act === "copy" && text !== undefined) await put(`game/${free(all)}`, text);
  if (act === "delete" && text !== undefined) {
    for (const key of all.keys()) if (key.startsWith("gone/")) await drop(key);
    await put(`gone/${own}`, text);
    await drop(`game/${own}`);
  }
  const gone = all.get(`gone/${own}`);
  if (act === "bring-back" && gone !== undefined) {
    await put(`game/${own}`, gone);
    await drop(`gone/${own}`);
  }
  scope.postMessage({ go: "" });
}

const LISTED = new Set(["go", "copy", "delete", "bring-back"]);
let heard: Promise<unknown> = opened().then((found) => {
  base = found;
  return load();
});

/** Do something after all that came before it; tell what cannot be done. */
function next(act: () => unknown): void {
  heard = heard.then(act).catch((error: unknown) => scope.postMessage({ failed: String((error as Error).message ?? error) }));
}

scope.onmessage = ({ data }: MessageEvent<Record<string, any>>) => next(() => {
  if (data.begin) return begin(data.begin);
  if (data.upload !== undefined) return dealt(pocket.upload(data.upload, data.version, python.toPy(new Uint8Array(data.body))));
  const sent = JSON.parse(String(data.sent)) as { do: string; name?: string };
  return LISTED.has(sent.do) ? listed(sent) : dealt(pocket.hear(data.sent));
});
tabs.onmessage = ({ data }: MessageEvent<{ name: string }>) => {
  if (looks && data.name === game) next(() => begin({ ...asked, game }));
};

export {};
