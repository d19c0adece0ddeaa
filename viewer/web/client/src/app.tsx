// The play screen: heading, stage, verdict and bar, which never scrolls, and what lies over it.
import type { ComponentChildren } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icons, owned, Picture, Sign } from "./icons";
import { Bare, Groups, Keys, Lots, Sending, together, useAfter, type Acts } from "./parts";
import { PlanView } from "./plan";
import { Palace3D } from "./scene";
import { Drawer, Points, ranked, SheetView, Turns } from "./sheet";
import type { Banner, Do, Entry, Heading, PageState, Place, Plan, Players, Scene, Verdict } from "./state";
import { say } from "./strings";

const NOTICE = 4_000; // ms that it stays
const LINES = 5; // below the headline of a verdict, where there is room for them
const WIDE = matchMedia("(min-width: 900px) and (min-height: 500px)");

const AREAS = [".strip", ".cover", ".banners", "nav.keys"];

/** Keep the focus of a keyboard near a key that is gone, or that takes no tap. */
function useFocus(over: boolean): void {
  const last = useRef<{ key: HTMLElement; area: string; at: number } | null>(null);
  const free = (area: string) => [...document.querySelectorAll<HTMLElement>(`${area} :is(button, input):enabled`)];
  useEffect(() => {
    const keep = ({ target: key }: Event) => {
      if (!(key instanceof HTMLElement) || !key.matches("button, input")) return;  // no heading of a sheet
      const area = AREAS.find((one) => key.closest(one)) ?? "nav.keys";
      last.current = key.matches(":focus-visible") ? { key, area, at: free(area).indexOf(key) } : null;
    };
    addEventListener("focusin", keep);
    addEventListener("pointerdown", () => (last.current = null));  // a focus is kept for a keyboard alone
  }, []);
  useLayoutEffect(() => {
    if (over || !last.current || (last.current.key.isConnected && !last.current.key.matches(":disabled"))) return;
    const { area, at } = last.current;
    const found = [free(area), free("nav.keys"), free(".plan")].find((keys) => keys.length);
    found?.[Math.min(Math.max(at, 0), found.length - 1)]?.focus();
  });
}

interface TopProps { of: Heading; players: Players; swap?: ComponentChildren; open: () => void }

function Top({ of, players, swap, open }: TopProps) {
  const { send } = useContext(Sending);
  const each = players.rows.find((player) => player.due)?.each ?? [];
  return (
    <header class="head" style={owned(of.colour)}>
      <button class="whose" onClick={open} tabIndex={-1}>
        {of.colour !== null && <Sign of={of.colour} />}
        <h1>{of.title}</h1>
        {of.line && <span class="line">{of.line}</span>}
      </button>
      {of.saved && <span class={of.safe ? "saved" : "saved fault late"}>{!of.safe && <Picture name="warn" />}<span>{of.saved}</span></span>}
      {swap}
      {of.close && <Bare of="close" act={() => send(of.close)} />}
      <Bare of="menu" act={open} />
      {(of.hand.length > 0 || of.stock.length > 0) && (
        <div class={of.hand.length ? "hand" : "hand none"}>
          <span class="own">{of.hand.length > 0 && <i class="stock each">{say("in-hand")}</i>}<Icons of={of.hand} /></span>
          {of.hand.length > 0 && each.length > 0 && <span class="stock each">{say("each-turn")} <Icons of={each} /></span>}
          {of.stock.length > 0 && <span class="stock">{say("stock")} <Icons of={of.stock} /></span>}
        </div>
      )}
      {players.rows.length > 0 && (
        <ul class={`players of-${Math.min(players.rows.length, 5)}`} onClick={open}>
          {players.rows.map((player, n) => (
            <li key={n} class={player.due ? "due" : ""} style={owned(player.colour)}>
              {player.leads ? <Picture name="trophy" /> : <Sign of={player.colour} />}
              <span class="name">{player.name}</span>
              {player.total && <b><Picture name={players.points} />{player.total}</b>}
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

function BannerView({ of }: { of: Banner }) {
  const [gone, setGone] = useState(false);
  useAfter(NOTICE, of.looks === "notice", () => setGone(true));
  if (gone) return null;
  const [, head, rest] = (of.looks === "last" && /^([^:：\n]*)(.*)$/s.exec(of.text)) || ["", "", of.text];
  return (
    <div class={`banner ${of.looks}`} style={owned(of.colour)} role={of.looks === "notice" || of.looks === "fault" ? "alert" : undefined}>
      {(of.looks === "warn" || of.looks === "fault") && <Picture name="warn" />}
      <Icons of={of.icons} />
      <p><b>{head}</b>{together(rest)}</p>
      <Keys of={of.keys} />
    </div>
  );
}

const banners = (of: Banner[]) => of.map((one) => <BannerView key={one.looks + one.text} of={one} />);

function Banners({ of }: { of: Banner[] }) {
  const own = (notice: boolean) => banners(of.filter((one) => (one.looks === "notice") === notice));
  return <div class="banners"><div class="stay">{own(false)}</div><div class="toasts">{own(true)}</div></div>;
}

interface PalaceProps { of: Scene; plan: Plan; shown: boolean; near: boolean; whole: boolean; takes: Do; colour: number | null; flat: boolean; fail: () => void }

function PalaceView({ of, plan, shown, near, whole, takes, colour, flat, fail }: PalaceProps) {
  const { send } = useContext(Sending);
  const box = useRef<HTMLDivElement>(null);
  const model = useRef<Palace3D | null>(null);
  useEffect(() => {
    try {
      if (box.current) model.current = new Palace3D(box.current, send);
    } catch { fail(); }  // a browser that draws nothing in the round
    return () => model.current?.dispose();
  }, []);
  useEffect(() => void (shown && (whole ? model.current?.reset() : model.current?.fly())), [shown, near, whole]);
  useEffect(() => {
    const [wide, deep] = [plan.columns.length - 1, plan.rows.length - 1];
    const lit = plan.places.filter(({ live, looks }) => live && /\b(ahead|place)\b/.test(looks));
    const from = ({ x, y }: Place) => [[x, deep - y], [y, x], [wide - x, y], [deep - y, wide - x]][plan.turned] ?? [x, y];
    model.current?.show(of, plan.turned, lit.map((one) => {
      const [x = 0, y = 0] = from(one);  // from the south-west, whatever side this phone is on
      return { ...one, x, y };
    }), near);
  }, [of, plan, near]);
  useEffect(() => void (model.current && (model.current.takes = takes)), [takes]);
  return (
    <section class="palace" aria-label={of.label} style={owned(colour)}>
      <div ref={box} class="round" />
      {(of.picked || flat) && <p class="picked">{of.picked || say("no-round")}</p>}
    </section>
  );
}

function VerdictView({ of, entry }: { of: Verdict; entry: Entry }) {
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const title = of.title || (entry.cover ? "" : entry.title);
  const drawn = of.picture.startsWith("<");  // by the host, with letters of this page
  const told = [...of.reasons, ...of.lines.map((line) => [line, ""])];
  const few = of.why ? 3 : LINES;
  const shown = open ? told : told.slice(0, few);
  const alone = entry.groups.some((group) => group.looks === "grid");  // lines without pieces of their own
  const uses = of.reasons.length && !open && !alone ? [] : of.uses;  // a reason needs the room
  useEffect(() => setOpen(false), [of.title]);
  useLayoutEffect(() => {
    const over = (line: HTMLElement) => line.scrollWidth > line.clientWidth + 1 || line.scrollHeight > line.clientHeight + 3
      || !line.clientWidth || line.offsetLeft > (box.current?.clientWidth || Infinity);  // in a second column
    if (!open) setCut([...(box.current?.querySelectorAll<HTMLElement>(".cut") ?? [])].some(over));
  });
  if (!title && !told.length && !entry.bar.length) return null;
  const more = cut || told.length > few;
  const pieces = uses.length > 0 && (uses.some(([name]) => name === "each") ? <Lots of={uses} /> : <Icons of={uses} bare={!of.used} />);
  return (
    <div class="verdict-box">
      <div ref={box} class={`verdict ${of.mood}${open ? " grown" : ""}${drawn ? " of-side" : ""}`} onClick={() => more && setOpen(!open)}
        onKeyDown={(event) => event.key === "Escape" && setOpen(false)}>
        {drawn ? <span class="host" dangerouslySetInnerHTML={{ __html: of.picture }} /> : of.picture && <span class="host"><Picture name={of.picture} /></span>}
        {of.title && entry.title && <small>{entry.title}</small>}
        <h2>
          {/legal/.test(of.mood) && <Picture name={of.mood} />}<span role="status">{title}</span>
          {(alone || !of.used) && pieces}
        </h2>
        {!alone && of.used && pieces && <div class="used"><span>{of.used}</span>{pieces}</div>}
        {shown.map(([what, remedy], n) => (
          <p key={n} class={n < of.reasons.length ? "reason" : ""}>
            <span class={`${open ? "" : "cut"}${/^.\d/.test(what ?? "") ? "" : " sentence"}`}>{together(what)}{remedy && <b>{remedy}</b>}</span>
          </p>
        ))}
        {more && (
          <button class="more" aria-expanded={open} aria-label={say("more")}>
            {of.why ? <span class="why">{of.why}</span> : <Picture name={open ? "down" : "up"} />}
          </button>
        )}
      </div>
    </div>
  );
}

interface AppProps { state: PageState; acts: Acts; line?: ComponentChildren; foot?: ComponentChildren }

export function App({ state, acts, line, foot }: AppProps) {
  const { heading, players, picture, plan, entry, scene, sheet, time } = state;
  const [wide, setWide] = useState(WIDE.matches);
  useEffect(() => void (WIDE.onchange = () => setWide(WIDE.matches)), []);
  const [drawer, setDrawer] = useState(false);
  const [built, setBuilt] = useState(false);
  const [flat, setFlat] = useState(false);
  const hasPlan = plan.places.length > 0 || picture !== "" || plan.text !== "";
  const hasPalace = scene.ground.length > 0 || scene.solids.length > 0 || scene.tones.length > 0;
  const round = hasPalace && (!hasPlan || (wide ? !flat : scene.shows !== "plan"));
  const cover = entry.groups.length > 0 && (entry.cover || (!hasPlan && !hasPalace)) && (
    <div class="cover">{!entry.verdict.title && entry.title && <h2>{entry.title}</h2>}<Groups of={entry.groups} /></div>
  );
  useEffect(() => {
    document.title = heading.title;
    if (round) setBuilt(true);
    if (wide && hasPalace && scene.shows === "plan") acts.send({ do: "look", name: "shows", text: "both" });
  }, [heading.title, round, scene.shows, wide]);
  useEffect(() => setDrawer(false), [sheet.name]);
  const first = round && (!wide || !hasPlan || scene.shows === "palace");
  const other = first ? "plan" : "palace";
  const swap = hasPalace && hasPlan && (!wide || round) &&
    <Bare of={other} act={() => acts.send({ do: "look", name: "shows", text: wide && first ? "both" : other })} />;
  const over = sheet.name !== "" || drawer;
  useFocus(over);
  const near = (one: Banner) => /tip|last|demo/.test(one.looks);
  const ends = players.rows.some((player) => player.leads);
  const last = ends ? ranked(players) : players;
  const looks = `page ${round ? "with-palace" : "no-palace"}${flat ? " flat" : ""}${first ? " round-first" : ""}${foot ? " replay" : ""}${!heading.line && !hasPlan && !hasPalace && !entry.bar.length && sheet.name ? " empty" : ""}`;
  return (
    <Sending.Provider value={acts}>
      <div class={looks} inert={over}>
        <Top of={heading} players={players} swap={swap} open={() => setDrawer(true)} />
        <aside class="side"><Points of={last} /><Turns of={time} /></aside>
        <main>
          <div class="lines">{line}{flat && wide && <p class="quiet">{say("no-round")}</p>}<Banners of={state.banners.filter((one) => !near(one))} /></div>
          <div class="stage">
            {built && <PalaceView of={scene} plan={plan} shown={round} near={(state.banners.some((one) => one.looks === "demo") || (wide && !first)) && !ends} whole={wide || ends} takes={entry.bar.find((key) => key.do?.name === "mend")?.do ?? null} colour={heading.colour} flat={flat} fail={() => setFlat(true)} />}
            {hasPlan ? <PlanView of={plan} picture={picture} /> : !hasPalace && cover}
          </div>
          <div class="entry">
            {(hasPlan || hasPalace) && cover}
            {!cover && entry.groups.length > 0 && <div class="strip"><Groups of={entry.groups} /></div>}
            {ends && !foot && <div class={players.rows.every((player) => player.leads) ? "ranks all" : "ranks"}><Points of={last} /></div>}
            {banners(state.banners.filter(near))}
            <VerdictView of={entry.verdict} entry={entry} />
            {foot ?? (entry.bar.length > 0 && <nav class="keys"><Keys of={entry.bar} /></nav>)}
          </div>
        </main>
      </div>
      {sheet.name !== "" && <SheetView of={sheet} players={players} line={sheet.name === "start" && line} />}
      {drawer && sheet.name === "" && <Drawer state={state} close={() => setDrawer(false)} />}
    </Sending.Provider>
  );
}
