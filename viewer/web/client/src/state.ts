// What one phone shows: the sections of palace/page/state.py, as the host sends them.
//
// Each is written once, as it is by default; a field that is so is left out of a message.

export type Do = Readonly<Record<string, string | number | boolean>> | null;
export type Icon = readonly [string, number];
type Data = Record<string, unknown>;

const ONE = new WeakMap<object, object | ((data: Data) => object)>();

/** An empty list, of which it is known what one of it is by default. */
function many<T extends object>(one: object | ((data: Data) => object)): T[] {
  const list: T[] = [];
  ONE.set(list, one);
  return list;
}

const KEY = {
  kind: "key" as const, text: "", do: null as Do, icons: [] as Icon[], note: "", on: false, tint: "", picture: "",
  looks: "" as "" | "main" | "skip" | "quiet" | "warn" | "sure" | "upload",
};
const STEPPER = {
  kind: "stepper" as const, text: "", value: "", less: null as Do, more: null as Do, do: null as Do,
  icons: [] as Icon[],
};
const FIELD = {
  kind: "field" as const, text: "", name: "", do: null as Do, value: "", longest: 400,
  hint: "",
};
const SAYS = {
  kind: "says" as const, text: "", table: [] as string[][], icons: [] as Icon[], fold: "",
  looks: "" as "" | "head" | "loud" | "quiet" | "fault" | "svg" | "mono",
};
const ITEMS = { key: KEY, stepper: STEPPER, field: FIELD, says: SAYS };
const GROUP = {
  title: "", looks: "row" as "row" | "list" | "cards",
  items: many<Item>((data) => ITEMS[data.kind as keyof typeof ITEMS]),
};
const HEADING = {
  title: "", line: "", hand: [] as Icon[], stock: "", stock_icons: [] as Icon[], language: "en",
  colour: null as number | null, saved: "", safe: true, menu: many<Key>(KEY),
};
const PLAYER = {
  name: "", colour: 0, total: "", due: false, leads: false, icons: [] as Icon[], each: [] as Icon[],
  points: [] as string[],
};
const PLAYERS = { rows: many<typeof PLAYER>(PLAYER), heads: [] as string[] };
const PLACE = {
  name: "", x: 0, y: 0, zone: "", text: "", sign: "", icon: "", looks: "", label: "", off: false,
  holds: false,
};
const PLAN = {
  wide: 0, deep: 0, files: [] as string[], ranks: [] as string[], label: "", turned: 0,
  places: many<Place>(PLACE), path: [] as string[], picture: "", text: "",
};
const VERDICT = {
  title: "", mood: "open" as "open" | "legal" | "illegal", reasons: [] as [string, string][],
  lines: [] as string[], uses: [] as Icon[],
};
const ENTRY = { title: "", verdict: VERDICT, bar: many<Key>(KEY), groups: many<Group>(GROUP), cover: false };
const TURN = {
  number: 0, text: "", player: "", colour: null as number | null, gains: "", legal: true,
  do: null as Do,
};
const TIME = { title: "", at: 0, count: 0, turns: many<typeof TURN>(TURN), keys: many<Key>(KEY) };
const BANNER = { text: "", looks: "info" as "info" | "warn" | "fault" | "notice" | "tip", keys: many<Key>(KEY) };
const SOLID = {
  name: "", kind: "", x: 0, y: 0, level: 0, turned: 0, tint: "", turn: 0,
  looks: "" as "" | "ghost" | "fault" | "hint",
};
const SCENE = {
  ground: [] as string[], sheet: [] as number[], solids: many<Solid>(SOLID),
  way: [] as [number, number, number][], tones: [] as [number, number, number, string][],
  picked: "", label: "", shows: "plan" as "plan" | "palace" | "both",
};
const SHEET = { name: "", title: "", groups: many<Group>(GROUP), keys: many<Key>(KEY), close: null as Do };
const PAGE = {
  version: 0, count: 0, heading: HEADING, players: PLAYERS, plan: PLAN, entry: ENTRY, time: TIME,
  banners: many<Banner>(BANNER), scene: SCENE, sheet: SHEET,
};

export type Key = typeof KEY;
export type Stepper = typeof STEPPER;
export type Field = typeof FIELD;
export type Says = typeof SAYS;
export type Item = Key | Stepper | Field | Says;
export type Group = { title: string; items: Item[]; looks: "row" | "list" | "cards" };
export type Heading = typeof HEADING;
export type Players = typeof PLAYERS;
export type Place = typeof PLACE;
export type Plan = typeof PLAN;
export type Verdict = typeof VERDICT;
export type Entry = typeof ENTRY;
export type Time = typeof TIME;
export type Banner = typeof BANNER;
export type Solid = typeof SOLID;
export type Scene = typeof SCENE;
export type Sheet = typeof SHEET;
export type PageState = typeof PAGE;

/** A state in which everything is as by default. */
export const EMPTY: PageState = PAGE;

function filled<T extends object>(form: T, data: Data): T {
  const found: Data = { ...form, ...data };
  for (const [name, own] of Object.entries(form) as [string, unknown][]) {
    if (!(name in data) || own === null || typeof own !== "object") continue;
    const one = ONE.get(own);
    const each = (value: Data) => filled(typeof one === "function" ? one(value) as object : one ?? {}, value);
    if (one) found[name] = (data[name] as Data[]).map(each);
    else if (!Array.isArray(own)) found[name] = filled(own, data[name] as Data);
  }
  return found as T;
}

/** Return the state with the sections of a message in place of the old ones. */
export function merged(state: PageState, message: Data): PageState {
  const sent = Object.entries(filled(PAGE, message)).filter(([name]) => name in PAGE && name in message);
  return { ...state, ...Object.fromEntries(sent) };
}
