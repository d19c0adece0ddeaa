// What one phone shows: the sections of palace/page/state.py, as the host sends them.
// A field that is as by default is left out of a message; `section` fills it in.

export type Do = Readonly<Record<string, string | number | boolean>> | null;
export type Icon = readonly [string, number];

export interface Key {
  kind: "key"; text: string; do: Do; looks: "" | "main" | "warn" | "sure" | "upload" | "link";
  icons: Icon[]; note: string; on: boolean; tint: string;
}
export interface Stepper {
  kind: "stepper"; text: string; value: string; less: Do; more: Do; icons: Icon[];
}
export interface Field {
  kind: "field"; text: string; name: string; do: Do; value: string; longest: number;
  offers: [string, string][];
}
export interface Says {
  kind: "says"; text: string; table: string[][]; icons: Icon[]; fold: string;
  looks: "" | "head" | "loud" | "quiet" | "fault" | "svg" | "mono" | "image";
}
export type Item = Key | Stepper | Field | Says;
export interface Group { title: string; items: Item[]; looks: "row" | "list" | "cards" }

export interface Heading {
  title: string; line: string; hand: Icon[]; stock: string; stock_icons: Icon[];
  colour: number | null; saved: string; safe: boolean; menu: Key[]; language: string;
}
export interface Player {
  name: string; colour: number; total: string; due: boolean; leads: boolean;
  icons: Icon[]; each: Icon[]; points: string[];
}
export interface Players { rows: Player[]; heads: string[] }

export interface Place {
  name: string; x: number; y: number; zone: string; text: string; sign: string; icon: string;
  looks: string; label: string; off: boolean; holds: boolean;
}
export interface Plan {
  wide: number; deep: number; files: string[]; ranks: string[]; label: string; turned: number;
  places: Place[]; picture: string; text: string;
}

export interface Verdict {
  title: string; mood: "open" | "legal" | "illegal"; reasons: string[]; lines: string[];
  uses: Icon[]; left: Icon[];
}
export interface Entry {
  title: string; verdict: Verdict; bar: Key[]; groups: Group[]; cover: boolean;
}

export interface Turn {
  number: number; text: string; player: string; colour: number | null; gains: string;
  legal: boolean; do: Do;
}
export interface Time { title: string; at: number; count: number; turns: Turn[]; keys: Key[] }
export interface Banner {
  text: string; looks: "info" | "warn" | "fault" | "notice" | "tip"; keys: Key[];
}

export interface Solid {
  name: string; kind: string; x: number; y: number; level: number; turned: number;
  tint: string; looks: "" | "ghost" | "fault" | "hint"; turn: number;
}
export interface Scene {
  ground: string[]; sheet: number[]; solids: Solid[]; way: [number, number, number][];
  tones: [number, number, number, string][]; picked: string; label: string;
  shows: "plan" | "palace" | "both";
}
export interface Sheet {
  name: string; title: string; groups: Group[]; keys: Key[]; waits: boolean;
}

export interface PageState {
  version: number; count: number; heading: Heading; players: Players; plan: Plan; entry: Entry;
  time: Time; banners: Banner[]; scene: Scene; sheet: Sheet;
}

// The defaults, and which fields hold further records.

interface Shape { own: object; parts?: Record<string, Shape | Record<string, Shape>> }

const KEY: Shape = {
  own: { kind: "key", text: "", do: null, looks: "", icons: [], note: "", on: false, tint: "" },
};
const ITEMS: Record<string, Shape> = {
  key: KEY,
  stepper: { own: { text: "", value: "", less: null, more: null, icons: [] } },
  field: { own: { text: "", name: "", do: null, value: "", longest: 400, offers: [] } },
  says: { own: { text: "", looks: "", table: [], icons: [], fold: "" } },
};
const GROUP: Shape = { own: { title: "", items: [], looks: "row" }, parts: { items: ITEMS } };
const VERDICT: Shape = {
  own: { title: "", mood: "open", reasons: [], lines: [], uses: [], left: [] },
};
const SHAPES: Record<string, Shape> = {
  heading: {
    own: {
      title: "", line: "", hand: [], stock: "", stock_icons: [], colour: null, saved: "",
      safe: true, menu: [], language: "en",
    },
    parts: { menu: KEY },
  },
  players: {
    own: { rows: [], heads: [] },
    parts: {
      rows: {
        own: {
          name: "", colour: 0, total: "", due: false, leads: false, icons: [], each: [],
          points: [],
        },
      },
    },
  },
  plan: {
    own: {
      wide: 0, deep: 0, files: [], ranks: [], label: "", turned: 0, places: [], picture: "",
      text: "",
    },
    parts: {
      places: {
        own: {
          name: "", x: 0, y: 0, zone: "", text: "", sign: "", icon: "", looks: "", label: "",
          off: false, holds: false,
        },
      },
    },
  },
  entry: {
    own: { title: "", verdict: VERDICT.own, bar: [], groups: [], cover: false },
    parts: { verdict: VERDICT, bar: KEY, groups: GROUP },
  },
  time: {
    own: { title: "", at: 0, count: 0, turns: [], keys: [] },
    parts: {
      turns: {
        own: { number: 0, text: "", player: "", colour: null, gains: "", legal: true, do: null },
      },
      keys: KEY,
    },
  },
  banners: { own: { text: "", looks: "info", keys: [] }, parts: { keys: KEY } },
  scene: {
    own: { ground: [], sheet: [], solids: [], way: [], tones: [], picked: "", label: "", shows: "plan" },
    parts: {
      solids: {
        own: { name: "", kind: "", x: 0, y: 0, level: 0, turned: 0, tint: "", looks: "", turn: 0 },
      },
    },
  },
  sheet: {
    own: { name: "", title: "", groups: [], keys: [], waits: false },
    parts: { groups: GROUP, keys: KEY },
  },
};

type Data = Record<string, unknown>;

function filled(shape: Shape | Record<string, Shape>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(shape, one));
  const data = value as Data;
  const form = ("own" in shape ? shape : shape[String(data.kind)] ?? KEY) as Shape;
  const found: Data = { ...form.own, ...data };
  for (const [name, part] of Object.entries(form.parts ?? {})) {
    if (name in data) found[name] = filled(part, data[name]);
  }
  return found;
}

/** Return a section of a message with its defaults. */
export function section(name: string, value: unknown): unknown {
  const shape = SHAPES[name];
  return shape === undefined ? value : filled(shape, value);
}

/** Return the state with the sections of a message in place of the old ones. */
export function merged(state: PageState, message: Data): PageState {
  const next: Data = { ...state };
  for (const name of Object.keys(state)) {
    if (name in message) next[name] = section(name, message[name]);
  }
  return next as unknown as PageState;
}

/** A state in which everything is as by default. */
export const EMPTY = {
  version: 0, count: 0, banners: [],
  ...Object.fromEntries(
    Object.keys(SHAPES).filter((name) => name !== "banners").map((name) => [name, section(name, {})]),
  ),
} as unknown as PageState;
