// The play screen: heading, stage, verdict and bar, which never scrolls, and what lies over it.
import type { ComponentChildren } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icons, owned, Picture, Sign } from "./icons";
import { Groups, Keys, KeyView, Sending, type Acts } from "./parts";
import { PlanView } from "./plan";
import { Palace3D } from "./scene";
import { Drawer, Points, SheetView, Turns } from "./sheet";
import type { Banner, Entry, Heading, PageState, Players, Scene, Time, Verdict } from "./state";
import { say } from "./strings";

/** Milliseconds that a notice stays. */
const NOTICE = 4_000;
const WIDE = matchMedia("(min-width: 900px) and (min-height: 500px)");

function useWide(): boolean {
  const [wide, setWide] = useState(WIDE.matches);
  useEffect(() => void (WIDE.onchange = () => setWide(WIDE.matches)), []);
  return wide;
}

interface TopProps { of: Heading; players: Players; swap?: ComponentChildren; open: () => void }

function Top({ of, players, swap, open }: TopProps) {
  return (
    <header class="head" style={owned(of.colour)}>
      <button class="whose" onClick={open} tabIndex={-1}>
        {of.colour !== null && <Sign of={of.colour} />}
        <h1>{of.title}</h1>
        {of.line && <span class="line">{of.line}</span>}
      </button>
      {of.saved && (
        <span class={of.safe ? "saved" : "saved fault late"}>
          {!of.safe && <Picture name="warn" />}<span>{of.saved}</span>
        </span>
      )}
      {swap}
      <button class="key bare" aria-label={say("menu")} onClick={open}><Picture name="menu" /></button>
      {(of.hand.length > 0 || of.stock) && (
        <div class={of.hand.length ? "hand" : "hand none"}>
          <Icons of={of.hand} />
          {of.stock && <span class="stock">{of.stock} <Icons of={of.stock_icons} /></span>}
        </div>
      )}
      {players.rows.length > 0 && (
        <ul class={`players of-${Math.min(players.rows.length, 5)}`} onClick={open}>
          {players.rows.map((player, n) => (
            <li key={n} class={player.due ? "due" : ""} style={owned(player.colour)}>
              <Sign of={player.colour} /><span class="name">{player.name}</span>
              {player.total && <b>{player.total}</b>}
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

function BannerView({ of }: { of: Banner }) {
  const [gone, setGone] = useState(false);
  useEffect(() => {
    const timer = of.looks === "notice" ? setTimeout(() => setGone(true), NOTICE) : 0;
    return () => clearTimeout(timer);
  }, []);
  if (gone) return null;
  return (
    <div class={`banner ${of.looks}`} role={of.looks === "notice" || of.looks === "fault" ? "alert" : undefined}>
      {(of.looks === "warn" || of.looks === "fault") && <Picture name="warn" />}
      <p>{of.text}</p>
      {of.keys.map((key, n) => <KeyView key={n} of={key} sign={of.looks === "tip" && n > 0 ? "close" : ""} />)}
    </div>
  );
}

function Banners({ of }: { of: Banner[] }) {
  const own = (notice: boolean) => of.filter((one) => (one.looks === "notice") === notice)
    .map((one) => <BannerView key={one.looks + one.text} of={one} />);
  return <div class="banners"><div class="stay">{own(false)}</div><div class="toasts">{own(true)}</div></div>;
}

/** Where an older turn is shown: the way to the next ones. */
function Past({ of }: { of: Time }) {
  if (of.at >= of.count || !of.keys.length) return null;
  return <div class="past keys"><Keys of={of.keys} /></div>;
}

function PalaceView({ of, side, shown }: { of: Scene; side: number; shown: boolean }) {
  const { send } = useContext(Sending);
  const box = useRef<HTMLDivElement>(null);
  const model = useRef<Palace3D | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const onPick = (name: string) => send(name ? { do: "pick", name } : { do: "pick" });
    try {
      if (box.current) model.current = new Palace3D(box.current, onPick);
    } catch {
      setFailed(true);  // a browser that draws nothing in the round
    }
    return () => model.current?.dispose();
  }, []);
  useEffect(() => model.current?.show(of, side), [of, side]);
  useEffect(() => void (shown && !WIDE.matches && model.current?.fly()), [shown]);
  return (
    <section class="palace" aria-label={of.label}>
      <div ref={box} class="round" />
      {(of.picked || failed) && <p class="picked">{of.picked || say("failed")}</p>}
    </section>
  );
}

function VerdictView({ of, entry }: { of: Verdict; entry: Entry }) {
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const told = [...of.reasons, ...of.lines];
  const title = of.title || (entry.cover ? "" : entry.title);
  const uses = of.reasons.length ? [] : of.uses;  // a reason needs the room
  const two = told.length > 0;  // lines; a title by itself has both
  useEffect(() => setOpen(false), [of.title]);
  useLayoutEffect(() => {
    const lines = [...(box.current?.querySelectorAll(".cut") ?? [])];
    const over = (line: Element) =>
      line.scrollWidth > line.clientWidth + 1 || line.scrollHeight > line.clientHeight + 3;
    if (!open) setCut(lines.some(over));
  });
  if (!title && !two && !entry.bar.length) return null;
  const more = cut || told.length > 1 || of.left.length > 0 || uses.length < of.uses.length;
  const sign = of.mood === "open" ? null : <Picture name={of.mood} />;
  return (
    <div class="verdict-box">
      <div ref={box} class={`verdict ${of.mood}${open ? " grown" : ""}`} onClick={() => more && setOpen(!open)}
        onKeyDown={(event) => event.key === "Escape" && setOpen(false)}>
        <div class={of.reasons.length && !open ? "cut told" : "told"}>
          <h2>{sign}<span role="status">{title}</span>{!two && !open && <Icons of={uses} />}</h2>
          {!open && two && (
            <p class={of.reasons.length ? "reason" : "short"}><span class="cut">{told[0]}</span><Icons of={uses} /></p>
          )}
        </div>
        {open && (
          <div class="all">
            {of.reasons.map((text, n) => <p key={`r${n}`} class="reason">{text}</p>)}
            {of.lines.map((text, n) => <p key={`l${n}`}>{text}</p>)}
            <Icons of={of.uses} />
            <Icons of={of.left} lead="hand" />
          </div>
        )}
        {more && (
          <button class={told.length > 1 && !open ? "more" : "more only"} aria-expanded={open} aria-label={say("more")}>
            {told.length > 1 && !open && say("more-lines", { n: told.length - 1 })}<Picture name={open ? "down" : "up"} />
          </button>
        )}
      </div>
    </div>
  );
}

interface AppProps { state: PageState; acts: Acts; line?: ComponentChildren; foot?: ComponentChildren }

export function App({ state, acts, line, foot }: AppProps) {
  const { heading, players, plan, entry, scene, sheet, time } = state;
  const wide = useWide();
  const [drawer, setDrawer] = useState(false);
  const [built, setBuilt] = useState(false);
  const hasPlan = plan.places.length > 0 || plan.picture !== "" || plan.text !== "";
  const hasPalace = scene.ground.length > 0 || scene.solids.length > 0 || scene.tones.length > 0;
  const round = hasPalace && (wide || !hasPlan || scene.shows !== "plan");
  const cover = entry.groups.length > 0 && (entry.cover || (!hasPlan && !hasPalace));
  useEffect(() => {
    document.title = heading.title;
    if (round) setBuilt(true);
    if (wide && hasPalace && scene.shows !== "both") acts.send({ do: "fold", shows: "both" });
  }, [heading.title, round, scene.shows, wide]);
  useEffect(() => setDrawer(false), [sheet.name]);
  const other = scene.shows === "plan" ? "palace" : "plan";
  const swap = hasPalace && hasPlan && !wide ? (
    <button class="key bare" aria-label={say(other)}
      onClick={() => acts.send({ do: "fold", shows: other })}><Picture name={other} /></button>
  ) : undefined;
  const over = sheet.name !== "" || drawer;
  const empty = !heading.line && !hasPlan && !hasPalace && !entry.bar.length && sheet.name !== "";
  const looks = `page ${round ? "with-palace" : "no-palace"}${foot ? " replay" : ""}${empty ? " empty" : ""}`;
  return (
    <Sending.Provider value={acts}>
      <div class={looks} inert={over}>
        <Top of={heading} players={players} swap={swap} open={() => setDrawer(true)} />
        <aside class="side"><Points of={players} /><Turns of={time} /></aside>
        <main>
          <div class="lines">{line}<Banners of={state.banners} />{!foot && <Past of={time} />}</div>
          <div class="stage">
            {built && <PalaceView of={scene} side={plan.turned} shown={round} />}
            {cover ? (
              <div class="cover">{entry.title && <h2>{entry.title}</h2>}<Groups of={entry.groups} /></div>
            ) : hasPlan && <PlanView of={plan} bad={entry.verdict.mood === "illegal"} />}
          </div>
          <div class="entry">
            {!cover && entry.groups.length > 0 && <div class="strip"><Groups of={entry.groups} /></div>}
            <VerdictView of={entry.verdict} entry={entry} />
            {foot ?? (entry.bar.length > 0 && <nav class="keys"><Keys of={entry.bar} /></nav>)}
          </div>
        </main>
      </div>
      {sheet.name !== "" && <SheetView of={sheet} />}
      {drawer && sheet.name === "" && <Drawer state={state} close={() => setDrawer(false)} />}
    </Sending.Provider>
  );
}
