// A game looked at again: the states are inside the page, and nothing is asked of a server.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { App } from "./app";
import { owned, Picture, Sign } from "./icons";
import { useAfter } from "./parts";
import { Overlay, Points, ranked } from "./sheet";
import { type Do, EMPTY, merged, type PageState, type Scene } from "./state";
import { say, speak } from "./strings";

type Frame = Record<string, unknown> & { scene: Pick<Scene, "way"> };

/** The pictures, the set-up first, and how many seconds each is shown; the pieces of all of them,
 * what each is, and the picture from which on it is gone; the plan is named in the first one. */
export interface Film {
  seconds: number; states: Frame[];
  scene: Record<string, unknown> & { told?: string[]; gone?: Record<string, number> };
}

const SPEEDS = 3; // each twice the one before

/** The end of a game: a step for each player, the first in the middle, and what the points are of. */
function Winner({ of, close }: { of: PageState; close: () => void }) {
  const { rows } = ranked(of.players);
  return (
    <Overlay title={of.heading.title} name="winner" close={close}>
      <ol class="podium">
        {rows.map((player, n) => (
          <li key={n} style={{ ...owned(player.colour), order: n % 2 ? -n : n }}>
            {player.leads && <Picture name="trophy" />}
            <p><Sign of={player.colour} /> <b>{player.name}</b></p>
            <b class="step" style={{ "--rank": player.leads ? 0 : Math.max(1, rows.findIndex(({ total }) => total === player.total)) }}>{player.total}</b>
          </li>
        ))}
      </ol>
      <Points of={{ ...of.players, rows }} />
    </Overlay>
  );
}

export function Replay({ film }: { film: Film }) {
  const last = film.states.length - 1;
  const [at, setAt] = useState(0);
  const [plays, setPlays] = useState(false);
  const [speed, setSpeed] = useState(0);
  const [picked, setPicked] = useState("");
  const [shows, setShows] = useState<Scene["shows"]>("palace");
  const [won, setWon] = useState(false);
  const whole = useMemo(() => merged(EMPTY, { scene: film.scene }).scene, [film]);
  const turns = useMemo(() => merged(EMPTY, film.states[last] ?? {}).time.turns, [film]);
  const state = useMemo(() => {
    const { scene, ...rest } = film.states[at] as Frame;
    const own = merged(EMPTY, { ...rest, plan: Object.assign({}, film.states[0]?.plan, rest.plan) });
    const { gone = {}, told = [] } = film.scene;
    const solids = whole.solids.filter(({ name, turn }) => turn <= at && at < (gone[name] ?? Infinity));
    return {
      ...own, time: { ...own.time, at, turns },
      scene: { ...whole, solids, way: scene.way, shows, picked: solids.some(({ name }) => name === picked) ? told[whole.solids.findIndex(({ name }) => name === picked)] ?? "" : "" },
    };
  }, [film, at, picked, shows]);

  const now = useRef(0);  // keys come faster than pictures
  const go = (turn: number, keep = false) => {
    const next = Math.max(0, Math.min(last, turn));
    if (next === last && next !== now.current) setWon(true);
    now.current = next;
    setAt(next);
    setPlays(keep && next < last);
  };
  const step = (turns: number, keep = false) => go(now.current + turns, keep);
  useAfter((1000 * film.seconds) / 2 ** speed, plays && `${at} ${speed}`, () => step(1, true));
  useEffect(() => speak(state.heading.language), [film]);
  useEffect(() => {
    const typed = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (target.closest(`[data-place], input, [role=dialog]${event.key === " " ? ", button" : ""}`)) return;
      const acts: Record<string, () => void> = {
        ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: () => go(last), " ": start,
      };
      if (acts[event.key]) event.preventDefault();
      acts[event.key]?.();
    };
    addEventListener("keydown", typed);
    return () => removeEventListener("keydown", typed);
  });
  const start = () => (at === last ? go(0, true) : setPlays(!plays));
  const send = (action: Do) => {
    if (action?.name === "turn") go(Number(action.text) < 0 ? last : Number(action.text));
    if (action?.name === "shows") setShows(action.text as Scene["shows"]);
    if (action?.name === "picked") setPicked(String(action.text ?? ""));
  };
  const key = (name: string, act: () => void, off = false) => (
    <button class={name === "play" || name === "pause" ? "key main" : "key"} aria-label={say(name)} title={say(name)}
      disabled={off} onClick={act}><Picture name={name} /></button>
  );
  const foot = (
    <nav class="film">
      <label class="slider">
        <span class="text">{say("turn", { turn: at, all: last })}</span>
        <input type="range" min={0} max={last} value={at} onInput={(event) => go(Number(event.currentTarget.value))} />
      </label>
      <div class="keys">
        {key("first", () => go(0), at === 0)}
        {key("back", () => step(-1), at === 0)}
        {key(plays ? "pause" : "play", start)}
        {key("forward", () => step(1), at === last)}
        {key("last", () => go(last), at === last)}
        <button class="key" aria-label={say("speed")} title={say("speed")}
          onClick={() => setSpeed((speed + 1) % SPEEDS)}><span class="text">{2 ** speed}×</span></button>
      </div>
    </nav>
  );
  return (
    <>
      <App state={state} acts={{ send, upload: () => undefined }} foot={last > 0 ? foot : <></>} />
      {won && state.players.rows.some((player) => player.leads) && <Winner of={state} close={() => setWon(false)} />}
    </>
  );
}
