// The board from above: a key for each place, turned to this phone's side, letters upright.
import type { TargetedPointerEvent } from "preact";
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { KINDS, owned, Picture, Sign } from "./icons";
import { Drawing, Sending } from "./parts";
import type { Place, Plan } from "./state";
import { say } from "./strings";

/** Milliseconds that a finger stays for a long tap, and the pixels it may move. */
const [LONG, STILL] = [550, 10];
const ARROWS: Record<string, number[]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The pieces that are put on a knob, or under the arch that ends there. */
const PUT = [["column", /▮/g], ["brick", /▪/g]] as const;
const put = (sign: string) => PUT.map(([name, one]) => ({ name, count: sign.match(one)?.length ?? 0 }))
  .map(({ name, count }) => count > 0 && <span key={name}><Picture name={name} />{count > 1 && <b>{count}</b>}</span>);

interface KnobProps { of: Place; open: boolean; at: number; by: number | null; next: Place | undefined }

/** A place; `at` is its number on the staircase, -1 beside it, which is that of player `by`; `next` is the second one of it. */
function Knob({ of: place, open, at, by, next }: KnobProps) {
  const { zone, looks, icon, text, sign } = place;
  const tone = /\bt(?:one|wo)-\d/.exec(looks)?.[0];
  const tint = tone && { "--cell": `var(--${tone})`, color: tone[1] === "o" ? `var(--on-${tone})` : undefined };
  const style = { gridColumn: place.x + 2, gridRow: place.y + 1, ...tint };
  if (!zone && !place.live) return <span class="knob closed" style={style} />;
  const top = KINDS[/\btop-([ldg])\b/.exec(looks)?.[1] ?? ""];
  const built = tone ? "figure" : /^[\d?]/.test(text) ? "built" : "bare";
  return (
    <button style={style} data-place={place.name} aria-label={place.label || place.name}
      aria-disabled={!place.live || undefined} tabIndex={open ? 0 : -1}
      class={`knob zone-${zone || "none"} ${looks} ${built}${text.length > 1 ? " long" : ""}${text.length > 2 ? " from" : ""}`}>
      {zone && !text && <span class="letter">{zone in KINDS ? <Picture name={KINDS[zone] ?? ""} /> : zone.toUpperCase()}</span>}
      {!!top && <span class="top"><Picture name={top} /></span>}
      <span class="height">{text || null}</span>
      {!!icon && <span class="stander"><Picture name={icon} /></span>}
      {at === 0 && <span class={next && (next.x < place.x || next.y < place.y) && !looks.includes("fault") ? "flag low" : "flag"}>{by === null ? <Picture name="start" /> : <Sign of={by} />}</span>}
      {!!sign && <><span class="sign put">{put(sign)}</span><span class="sign">{sign.replace(/[▪▮]/g, "") || null}</span></>}
    </button>
  );
}

/** What joins two places, seen from above; the line along a staircase, with a head where it ends, in squares of the plan. */
function Ways({ of, named }: { of: Plan; named: Map<string, Place> }) {
  const bridges = of.bridges.map((names) => {
    const [one, other] = names.map((name) => named.get(name));
    if (!one || !other) return "";
    const [x, y] = [(one.x + other.x + 1) / 2, (one.y + other.y + 1) / 2];
    const [right, lower] = [(other.x - one.x) * 0.11, (other.y - one.y) * 0.11];
    return `M${x - right} ${y - lower}L${x + right} ${y + lower}`;
  }).join("");
  const path = of.colour === null ? of.path.flatMap((name) => named.get(name) ?? []) : [];
  const bad = path.findIndex(({ looks }) => /\bfault\b/.test(looks));
  const points = path.map(({ x, y }) => [x + 0.5, y + 0.5] as const);
  const [[u, v] = [0, 0], [before, above] = [0, 0]] = [points.at(-1), points.at(-2)];
  const [far, angle] = [Math.hypot(u - before, v - above) || 1, (Math.atan2(v - above, u - before) * 180) / Math.PI];
  const head = `translate(${u - (0.34 * (u - before)) / far} ${v - (0.34 * (v - above)) / far}) rotate(${angle})`;
  const line = (some: typeof points) => some.map((point) => point.join()).join(" ");
  const [dotted, there] = [of.mend.flatMap((name) => named.get(name) ?? []), `${of.mend}` === `${of.path}` ? "" : `${of.path}`];
  const mend = dotted.slice(1).map(({ x, y }, n) => {  // beside the numbers
    const { x: u = x, y: v = y } = dotted[n] ?? {};
    return there.includes(of.mend.slice(n, n + 2).join()) ? "" : [0.39, 0.61].map((part) => `M${u + 0.5 + part * (x - u)} ${v + 0.5 + part * (y - v)}h0`).join("");
  }).join("");
  return (
    <svg class="way" viewBox={`0 0 ${of.columns.length} ${of.rows.length}`} preserveAspectRatio="none" aria-hidden="true">
      <g class="bridges"><path class="under" d={bridges} /><path d={bridges} /></g>
      <polyline class="under" points={line(points)} />
      <polyline points={line(points)} />
      <polyline class="bad" points={line(points.slice(Math.max(bad - 1, 0), Math.max(bad + 1, 0)))} />
      <path class="under mend" d={mend} />
      <path class="mend" d={mend} />
      {points.length > 1 && <path class={bad === points.length - 1 ? "bad" : ""} d="M0 0l-.22-.18v.36z" transform={head} />}
    </svg>
  );
}

type Finger = TargetedPointerEvent<SVGSVGElement>;
interface PlanProps { of: Plan; picture: string }

/** Return how wide and high a drawing is, in its units. */
const sizes = (svg: string) => /viewBox="0 0 ([\d.]+) ([\d.]+)/.exec(svg)?.slice(1).map(Number) ?? [];

/** A picture of the board that fits, with a key over each place; one without places grows by a tap. */
function PictureView({ of, picture }: PlanProps) {
  const { send } = useContext(Sending);
  const [near, setNear] = useState(false);
  const [wide = 1, deep = 1] = sizes(picture);
  const part = (length: number, whole: number) => `${(100 * length) / whole}%`;
  const key = ({ name, label, looks, live, x, y, ...size }: Place) => (
    <button key={name} class={`spot ${looks}`} data-place={name} aria-label={label}
      aria-disabled={!live || undefined} aria-pressed={/chosen/.test(looks)}
      style={{ left: part(x, wide), top: part(y, deep), width: part(size.wide, wide), height: part(size.deep, deep) }}
      onClick={() => live && send({ do: "tap", name })} />
  );
  const look = <button class="spot look" aria-pressed={near} aria-label={say("larger")} onClick={() => setNear(!near)} />;
  return (
    <div class={near ? "board near" : "board"} style={{ "--wide": wide, "--deep": deep }}>
      <div class="table" role="group" aria-label={of.label}>
        <div class="sheet-of"><Drawing svg={picture} label={of.label} />{of.places.length ? of.places.map(key) : look}</div>
      </div>
    </div>
  );
}

/** A picture with corners: a finger moves the nearest one as far as it moves, an arrow key its own. */
function CornersView({ of, picture }: PlanProps) {
  const { send } = useContext(Sending);
  const [own, setOwn] = useState(of.places);
  const held = useRef({ at: -1, x: 0, y: 0 });
  useEffect(() => setOwn(of.places), [of.places]);
  const [wide = 1, high = 1] = sizes(picture);
  const put = (at: number, x: number, y: number, rests: boolean) => {
    setOwn(own.map((one, n) => (n === at ? { ...one, x, y } : one)));
    if (rests) send({ do: "fill", name: own[at]?.name ?? "", text: `${Math.round(x)},${Math.round(y)}` });
  };
  const point = ({ currentTarget: sheet, clientX, clientY }: Finger) =>
    new DOMPoint(clientX, clientY).matrixTransform(sheet.getScreenCTM()?.inverse());
  const down = (event: Finger) => {
    const now = point(event);
    const far = own.map(({ x, y }) => Math.hypot(x - now.x, y - now.y));
    const at = far.indexOf(Math.min(...far));
    const { x = 0, y = 0, live = false } = own[at] ?? {};
    held.current = { at: live ? at : -1, x: x - now.x, y: y - now.y };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const moved = (event: Finger) => {
    const [{ at, x, y }, now, rests] = [held.current, point(event), event.type === "pointerup"];
    if (at >= 0) put(at, now.x + x, now.y + y, rests);
    if (rests) held.current.at = -1;
  };
  const typed = (event: KeyboardEvent, { x, y }: Place, at: number) => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const [right, lower] = step.map((way) => (way * Math.max(wide, high)) / 100) as [number, number];
    put(at, x + right, y + lower, true);
  };
  const rings = of.rings.map(([x, y, r]) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`).join("");
  return (
    <div class="board seen corners" role="group" aria-label={of.label}>
      <svg viewBox={`0 0 ${wide} ${high}`} onPointerDown={down} onPointerMove={moved} onPointerUp={moved}
        onPointerCancel={() => (held.current.at = -1)}>
        <image href={`data:image/svg+xml,${encodeURIComponent(picture)}`} width={wide} height={high} />
        <path class="under" d={rings} /><path class="rings" d={rings} />
        <polygon points={own.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {own.map((one, n) => (
          <circle key={one.name} data-corner={one.name} cx={one.x} cy={one.y} r={Math.max(wide, high) / 45} role="button"
            aria-label={one.label} tabindex={one.live ? 0 : -1} onKeyDown={(event) => typed(event, one, n)} />
        ))}
      </svg>
    </div>
  );
}

export function PlanView({ of, picture }: PlanProps) {
  const { send } = useContext(Sending);
  const [open, setOpen] = useState("");
  const grid = useRef<HTMLDivElement>(null);
  const press = useRef({ timer: 0, held: false, x: 0, y: 0, from: "", way: [] as string[] });
  const places = useMemo(() => [...of.places].sort((a, b) => a.y - b.y || a.x - b.x), [of]);
  if (picture) return of.places.some((one) => !one.wide) ? <CornersView of={of} picture={picture} /> : <PictureView of={of} picture={picture} />;
  if (of.text) return <pre class="board seen" aria-label={of.label}>{of.text}</pre>;
  const named = new Map(places.map((one) => [one.name, one]));
  const live = places.filter((one) => one.zone || one.live);
  const [wide, deep] = [of.columns.length, of.rows.length];
  const large = Math.max(wide, deep) > 8;
  const entered = named.has(open) ? open : live[0]?.name;

  const found = ({ target }: Event) => named.get((target as Element).closest<HTMLElement>("[data-place]")?.dataset.place ?? "");
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
    press.current = { timer: 0, held: false, x: event.clientX, y: event.clientY, from: place?.live ? place.name : "", way: [...of.path] };
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
      send({ do: "tap", name: back ? way.pop() ?? name : name, ...(press.current.held && { drawn: true }) });
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
    if (press.current.held) return;
    hold(place);
    press.current.held = (event as PointerEvent).pointerType === "touch";
  };
  const typed = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    const from = named.get(entered ?? "");
    if (!step || !from) return;
    event.preventDefault();
    const [right = 0, lower = 0] = step;
    const ahead = (one: Place) => (one.x - from.x) * right + (one.y - from.y) * lower;
    const line = live.filter((one) => ahead(one) > 0 && (right ? one.y === from.y : one.x === from.x));
    const next = line.sort((a, b) => ahead(a) - ahead(b))[0]?.name;
    if (next === undefined) return;
    setOpen(next);
    grid.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(next)}"]`)?.focus();
  };
  return (
    <div class="board">
      <div ref={grid} class={large ? "plan large" : "plan"} role="group" aria-label={of.label}
        style={{ ...owned(of.colour), "--wide": wide, "--deep": deep }}
        onClick={tap} onPointerDown={down} onPointerMove={moved} onPointerUp={up} onPointerCancel={up}
        onContextMenu={menu} onKeyDown={typed} onFocusIn={(event: Event) => setOpen(found(event)?.name ?? open)}>
        {of.rows.map((name, n) => <span key={`r${n}`} class="name side" style={{ gridRow: n + 1 }}>{name}</span>)}
        <Ways of={of} named={named} />
        {places.map((one) => (
          <Knob key={one.name} of={one} open={one.name === entered} at={of.path.indexOf(one.name)} by={of.colour} next={named.get(of.path[1] ?? "")} />
        ))}
        {of.columns.map((name, n) => <span key={`c${n}`} class="name below" style={{ gridColumn: n + 2, gridRow: deep + 1 }}>{name}</span>)}
      </div>
    </div>
  );
}
