// What lies over the table: a sheet of the state, and this phone's own drawer behind the heading.
import type { ComponentChildren } from "preact";
import { useContext, useEffect, useRef } from "preact/hooks";
import { Icons, owned, Picture, Sign } from "./icons";
import { Bare, Groups, Keys, Sending } from "./parts";
import type { PageState, Players, Sheet, Time } from "./state";
import { say } from "./strings";

interface Over { title: string; close?: () => void; keys?: ComponentChildren; name: string; children: ComponentChildren }

/** Animals on a palace, above the first sheet. */
const FRIENDS = ["light brick", "butterfly column brick", "gold arch brick", "monkey arch arch", "gold arch brick", "frog column brick", "light brick"];

export function Overlay({ title, close, keys, name, children }: Over) {
  const head = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const before = useRef(document.activeElement);
  useEffect(() => head.current?.focus(), [name]);
  useEffect(() => {  // what holds no key is scrolled by the keyboard itself
    if (body.current?.querySelector("button, input")) body.current.removeAttribute("tabindex");
    else body.current?.setAttribute("tabindex", "0");
  });
  useEffect(() => () => {
    const own = before.current;
    if (own instanceof HTMLElement) setTimeout(() => own.isConnected && own.focus());
  }, []);
  return (
    <div class="over" onKeyDown={(event) => event.key === "Escape" && close?.()}>
      <div class="sheet" role="dialog" aria-modal="true" aria-labelledby="over-title" data-sheet={name}>
        <header>
          {name === "start" && (
            <div class="friends" aria-hidden="true">
              {FRIENDS.map((pile, n) => <p key={n}>{pile.split(" ").map((one, m) => <Picture key={m} name={one} />)}</p>)}
            </div>
          )}
          <h2 id="over-title" ref={head} tabIndex={-1}>{title}</h2>
          {close && <Bare of="close" act={close} />}
        </header>
        <div class="body" ref={body}><div class="inside">{children}</div></div>
        {keys && <footer class="keys">{keys}</footer>}
      </div>
    </div>
  );
}

export function SheetView({ of, players, line }: { of: Sheet; players: Players; line?: ComponentChildren }) {
  const { send } = useContext(Sending);
  return (
    <Overlay title={of.title} name={of.name} keys={of.keys.length > 0 && <Keys of={of.keys} />} close={of.close ? () => send(of.close) : undefined}>
      {of.name === "score" && <Points of={ranked(players)} />}
      <Groups of={of.groups} />
      {line}
    </Overlay>
  );
}

/** The players at the end of a game, the winner first, without their pieces. */
export function ranked(of: Players): Players {
  const first = [...of.rows].sort((a, b) => Number(b.leads) - Number(a.leads) || Number(b.total) - Number(a.total));
  return { ...of, rows: first.map((player) => ({ ...player, due: false, icons: [], each: [] })) };
}

/** Every player: points in all, what they are made of, and their pieces. */
export function Points({ of }: { of: Players }) {
  const sizes = of.rows.map((player) => player.points.reduce((sum, n) => sum + (Number(n) > 0 ? Number(n) : 0), 0));  // what is lost is drawn over it
  const lost = of.rows.map((player, n) => sizes[n]! - Number(player.total.replace("\u2212", "-")));
  const most = Math.max(...sizes, ...lost);
  return (
    <ul class="points">
      {of.rows.map((player, n) => (
        <li key={n} class={player.due ? "due" : ""} style={owned(player.colour)}>
          <p class="who">
            <Sign of={player.colour} /><b>{player.name}</b>
            {player.leads && <Picture name="trophy" />}<b class="total"><Picture name={of.points} />{player.total}</b>
          </p>
          {player.points.length > 0 && most > 0 && (
            <p class="bar" style={{ width: `${(100 * sizes[n]!) / most}%` }} aria-hidden="true">
              {player.points.map((one, m) => Number(one) > 0 && <i key={m} style={{ flexGrow: one, opacity: 1 - 0.16 * (m % 5) }} />)}
              <i class="lost" style={{ width: `${Math.min(100, (100 * lost[n]!) / (sizes[n] || lost[n] || 1))}%` }} />
            </p>
          )}
          {player.points.length > 0 && <p class="parts">{player.points.map((n, m) => n !== "0" && <span key={m}>{of.heads[m]} <b>{n}</b></span>)}</p>}
          {(player.icons.length > 0 || player.each.length > 0) && (
            <p>
              {player.icons.length > 0 && <span>{say("in-hand")} <Icons of={player.icons} /></span>}
              {player.each.length > 0 && <span>{say("each-turn")} <Icons of={player.each} /></span>}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The turns so far, the newest first. */
export function Turns({ of, then }: { of: Time; then?: () => void }) {
  const { send } = useContext(Sending);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.scrollTo(0, (list.current.querySelector<HTMLElement>("[aria-current]")?.offsetTop ?? 0) - 60), [of.at]);
  if (!of.turns.length) return null;
  return (
    <section class="group">
      {of.title && <h3>{of.title}</h3>}
      <ol class="turns" ref={list}>
        {[...of.turns].reverse().map((turn) => (
          <li key={turn.number}>
            <button aria-current={turn.number === of.at ? "step" : undefined} title={turn.gains && turn.text}
              class={turn.legal ? "" : "illegal"} style={owned(turn.colour)}
              onClick={() => { send({ do: "look", name: "turn", text: String(turn.number) }); then?.(); }}>
              <b class="number">{turn.count || ""}</b>
              {turn.colour !== null && <Sign of={turn.colour} />}
              <span class="what">{turn.player && <b>{turn.player} </b>}{turn.gains || turn.text}</span>
              {!turn.legal && <Picture name="illegal" />}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Set light or dark colours: those chosen here before, or those of the phone. */
export function paint(other = false): void {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  let theme = localStorage.getItem("theme") ?? (dark ? "dark" : "light");
  if (other) localStorage.setItem("theme", (theme = theme === "dark" ? "light" : "dark"));
  document.documentElement.dataset.theme = theme;
}

/** All that is behind the heading. */
export function Drawer({ state: { heading, players, time }, close }: { state: PageState; close: () => void }) {
  return (
    <Overlay title={heading.title} name="drawer" close={close}>
      <Points of={players} />
      <div class="menu"><Groups of={heading.menu} then={close} /></div>
      {heading.stock.length > 0 && <p class="stock">{say("stock")} <Icons of={heading.stock} /></p>}
      <Turns of={time} then={close} />
      <section class="row foot">
        <button class="key" onClick={() => paint(true)}>
          <Picture name="theme" /><span class="text to-dim">{say("dim")}</span><span class="text to-bright">{say("bright")}</span>
        </button>
        {heading.saved && <p class={heading.safe ? "quiet" : "fault"}>{heading.saved}</p>}
      </section>
    </Overlay>
  );
}
