// The board from above: a key for each place, turned to this phone's side, letters upright.
import { useContext, useMemo, useRef, useState } from "preact/hooks";
import { Picture } from "./icons";
import { Drawing, Sending } from "./parts";
import type { Place, Plan } from "./state";

/** Milliseconds that a finger stays for a long tap, and the pixels it may move. */
const LONG = 550;
const STILL = 10;

interface Cell { place: Place; column: number; row: number }

/** Return where a place is on the screen, from the top left; the side counts from the south over
 * the east. */
function cell(plan: Plan, place: Place): Cell {
  const { x, y } = place;
  const [east, north] = [plan.files.length - 1 - x, plan.ranks.length - 1 - y];
  const at = [[x, north], [y, x], [east, y], [north, east]][plan.turned % 4] ?? [x, north];
  return { place, column: at[0] ?? 0, row: at[1] ?? 0 };
}

interface KnobProps { of: Cell; open: boolean; at: number }

/** A place; `at` is its number on the staircase, -1 beside it. */
function Knob({ of: { place, column, row }, open, at }: KnobProps) {
  const { zone, looks, icon, text, sign } = place;
  const style = { gridColumn: column + 2, gridRow: row + 1 };
  if (!zone && !place.live) return <span class="knob closed" style={style} />;
  const top = /\btop-([ldg])\b/.exec(looks)?.[1];
  const kind = top && { l: "light", d: "dark", g: "gold" }[top];
  const built = text && !/\bt(one|wo)-/.test(looks) ? "built" : text ? "figure" : "bare";
  return (
    <button style={style} data-place={place.name} aria-label={place.label || place.name}
      aria-disabled={!place.live || undefined} tabIndex={open ? 0 : -1}
      class={`knob zone-${zone || "none"} ${looks} ${built}${text.length > 1 ? " long" : ""}`}>
      {zone && !text && <span class="letter">{zone.toUpperCase()}</span>}
      {kind && <span class="top"><Picture name={kind} /></span>}
      <span class="height">{text}</span>
      {icon && <span class="stander"><Picture name={icon} /></span>}
      {at === 0 && <span class="flag"><Picture name="start" /></span>}
      {sign && <span class={at >= 0 && /[▪▮]/.test(sign) ? "sign put" : "sign"}>{sign}</span>}
    </button>
  );
}

/** What joins two places, as one sees it from above between them. */
function Bridges({ of, wide, deep }: { of: [Cell, Cell][]; wide: number; deep: number }) {
  const line = of.map(([one, other]) => {
    const [x, y] = [(one.column + other.column + 1) / 2, (one.row + other.row + 1) / 2];
    const [right, lower] = [(other.column - one.column) * 0.11, (other.row - one.row) * 0.11];
    return `M${x - right} ${y - lower}L${x + right} ${y + lower}`;
  }).join("");
  return (
    <svg class="way bridges" viewBox={`0 0 ${wide} ${deep}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="under" d={line} /><path d={line} />
    </svg>
  );
}

/** The line along a staircase, with a head where it ends, in squares of the plan; step `bad` is wrong. */
function Way({ of, wide, deep, bad }: { of: Cell[]; wide: number; deep: number; bad: number }) {
  const points = of.map(({ column, row }) => [column + 0.5, row + 0.5] as const);
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) return null;
  const [right, lower] = [last[0] - before[0], last[1] - before[1]];
  const [far, angle] = [Math.hypot(right, lower) || 1, (Math.atan2(lower, right) * 180) / Math.PI];
  const [x, y] = [last[0] - (0.34 * right) / far, last[1] - (0.34 * lower) / far];
  const line = (some: typeof points) => some.map((point) => point.join()).join(" ");
  return (
    <svg class="way" viewBox={`0 0 ${wide} ${deep}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline class="under" points={line(points)} />
      <polyline points={line(points)} />
      <polyline class="bad" points={line(points.slice(Math.max(bad - 1, 0), Math.max(bad + 1, 0)))} />
      <path class={bad === points.length - 1 ? "bad" : ""} d="M0 0l-.22-.18v.36z" transform={`translate(${x} ${y}) rotate(${angle})`} />
    </svg>
  );
}

/** A picture of the board that fits: as large as it is after a tap, or with places to tap on it. */
function PictureView({ of }: { of: Plan }) {
  const { send } = useContext(Sending);
  const [near, setNear] = useState(false);
  const [, wide = 1, deep = 1] = (/viewBox="\S+ \S+ ([\d.]+) ([\d.]+)/.exec(of.picture) ?? []).map(Number);
  const spots = of.places.map(({ name, label, x, y, looks, live }) => (
    <button key={name} class={`spot ${looks}`} data-place={name} aria-label={label || name} disabled={!live}
      style={{ left: `${(100 * x) / wide}%`, top: `${(100 * y) / deep}%` }} onClick={() => send({ do: "tap", name })} />
  ));
  if (spots.length) return <div class="board seen"><div class="spots"><Drawing svg={of.picture} label={of.label} />{spots}</div></div>;
  return (
    <div class={near ? "board seen near" : "board seen"}>
      <button class="look" aria-pressed={near} aria-label={of.label} onClick={() => setNear(!near)}>
        <Drawing svg={of.picture} label={of.label} />
      </button>
    </div>
  );
}

export function PlanView({ of }: { of: Plan }) {
  const { send } = useContext(Sending);
  const [open, setOpen] = useState("");
  const grid = useRef<HTMLDivElement>(null);
  const press = useRef({ timer: 0, held: false, x: 0, y: 0, from: "", way: [] as string[] });
  const inRows = (a: Cell, b: Cell) => a.row - b.row || a.column - b.column;
  const cells = useMemo(() => of.places.map((place) => cell(of, place)).sort(inRows), [of]);
  if (of.picture) return <PictureView of={of} />;
  if (of.text) return <pre class="board seen" aria-label={of.label}>{of.text}</pre>;
  const named = new Map(cells.map((one) => [one.place.name, one]));
  const live = cells.filter(({ place }) => place.zone || place.live);
  const large = Math.max(of.files.length, of.ranks.length) > 8;
  const bad = of.path.findIndex((name) => /\bfault\b/.test(named.get(name)?.place.looks ?? ""));
  const entered = named.has(open) ? open : live[0]?.place.name;
  const aside = of.turned % 2 === 1;
  const [below, left] = aside ? [of.ranks, of.files] : [of.files, of.ranks];
  const [wide, deep] = [below.length, left.length];
  const flipped = (names: string[], back: boolean) => (back ? [...names].reverse() : names);
  const columns = flipped(below, of.turned === 2 || of.turned === 3);
  const rows = flipped(left, of.turned === 0 || of.turned === 3);

  const found = (event: Event) => {
    const key = (event.target as Element).closest<HTMLElement>("[data-place]");
    return key ? named.get(key.dataset.place ?? "")?.place : undefined;
  };
  const tap = (event: Event) => {
    const place = found(event);
    if (press.current.held) press.current.held = false;
    else if (place?.live) send({ do: "tap", name: place.name });
  };
  const hold = (place: Place) => {
    Object.assign(press.current, { held: true, x: NaN });  // and nothing is drawn from here
    navigator.vibrate?.(15);
    send({ do: "tap", name: place.name, held: true });
  };
  const down = (event: PointerEvent) => {
    const place = found(event);
    clearTimeout(press.current.timer);
    const from = place?.live ? place.name : "";
    press.current = { timer: 0, held: false, x: event.clientX, y: event.clientY, from, way: [...of.path] };
    if (place?.holds && event.button === 0) press.current.timer = window.setTimeout(() => hold(place), LONG);
  };
  const moved = (event: PointerEvent) => {
    const { x, y, timer } = press.current;
    if (!event.buttons || !(Math.hypot(event.clientX - x, event.clientY - y) >= STILL)) return;
    clearTimeout(timer);
    const passed = event.getCoalescedEvents?.() ?? [];  // not over plain http, nor in an older Safari
    if (!large) [event, ...passed].sort((a, b) => a.timeStamp - b.timeStamp).forEach(drawn);
  };
  /** A finger that is drawn along the way taps each knob on it; back along it, it takes them back. */
  const drawn = ({ clientX: x, clientY: y }: PointerEvent) => {
    const { way, from } = press.current;
    const under = document.elementFromPoint(x, y)?.closest<HTMLElement>(".knob[data-place]:not([aria-disabled])");
    if (!under) return;
    const { left, top, width } = under.getBoundingClientRect();
    if (Math.hypot(x - left - width / 2, y - top - width / 2) > 0.4 * width) return;
    for (const name of [from, under.dataset.place ?? ""]) {
      if (!name || name === way.at(-1)) continue;
      const back = name === way.at(-2);
      send({ do: "tap", name: back ? way.pop() ?? name : name });
      if (!back) way.push(name);
      Object.assign(press.current, { held: true, from: "" });
    }
  };
  const up = () => clearTimeout(press.current.timer);
  const menu = (event: Event) => {
    const place = found(event);
    if (!place?.holds) return;
    event.preventDefault();
    clearTimeout(press.current.timer);
    if (!press.current.held) {
      hold(place);
      press.current.held = (event as PointerEvent).pointerType === "touch";
    }
  };
  const typed = (event: KeyboardEvent) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = entered === undefined ? undefined : named.get(entered);
    if (!step || !from) return;
    event.preventDefault();
    const [right = 0, lower = 0] = step;
    const ahead = (one: Cell) => (one.column - from.column) * right + (one.row - from.row) * lower;
    const line = live.filter((one) => ahead(one) > 0 && (right ? one.row === from.row : one.column === from.column));
    const next = line.sort((a, b) => ahead(a) - ahead(b))[0]?.place.name;
    if (next === undefined) return;
    setOpen(next);
    grid.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(next)}"]`)?.focus();
  };
  return (
    <div class="board">
      <div ref={grid} class={large ? "plan large" : "plan"} role="group" aria-label={of.label}
        style={{ "--wide": wide, "--deep": deep }}
        onClick={tap} onPointerDown={down} onPointerMove={moved} onPointerUp={up} onPointerCancel={up}
        onContextMenu={menu} onKeyDown={typed} onFocusIn={(event: Event) => setOpen(found(event)?.name ?? open)}>
        {rows.map((name, n) => <span key={`r${n}`} class="name side" style={{ gridRow: n + 1 }}>{name}</span>)}
        <Bridges of={of.bridges.flatMap(([a, b]) => {
          const [one, other] = [named.get(a), named.get(b)];
          return one && other ? [[one, other]] : [];
        })} wide={wide} deep={deep} />
        <Way of={of.path.flatMap((name) => named.get(name) ?? [])} wide={wide} deep={deep} bad={bad} />
        {cells.map((one) => (
          <Knob key={one.place.name} of={one} open={one.place.name === entered} at={of.path.indexOf(one.place.name)} />
        ))}
        {columns.map((name, n) => (
          <span key={`c${n}`} class="name below" style={{ gridColumn: n + 2, gridRow: deep + 1 }}>{name}</span>
        ))}
      </div>
    </div>
  );
}
