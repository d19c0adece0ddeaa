// Pieces, animals and signs of keys as SVG; a shape differs from every other without its colour.

import type { Icon } from "./state";
import { knows, say } from "./strings";

const petals = (count: number, far: number, wide: number) =>
  [...Array(count).keys()].map((n) => `<ellipse cx="12" cy="${12 - far}" rx="${wide}" ry="${far * 0.72}" transform="rotate(${(n * 360) / count} 12 12)"/>`).join("");
const letter = (text: string, fill: string) =>
  `<text x="12" y="15.6" text-anchor="middle" font-size="10" font-weight="800" fill="${fill}" stroke="none">${text}</text>`;
const dots = (fill: string, ...each: [number, number, number][]) =>
  each.map(([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`).join("");
const oval = (fill: string, x: number, y: number, wide: number, high: number, turn = 0) =>
  `<ellipse cx="${x}" cy="${y}" rx="${wide}" ry="${high}" fill="${fill}" transform="rotate(${turn} ${x} ${y})"/>`;
const animal = (parts: string) => `<g transform="translate(12 12) scale(1.18)" stroke="none">${parts}</g>`;
const [EYE, FUR, FACE, SKIN, WING] = ["#1b1712", "#7a4a2b", "#f2d2ac", "#e77fa8", "#3f6fc4"];
const smile = (path: string) => `<path d="${path}" fill="none" stroke="${EYE}"/>`;

const PICTURES: Record<string, string> = {
  arch: '<path d="M1.5 6.5h3V4.6h3v1.9h9V4.6h3v1.9h3v13h-5.2v-2.6a5.3 5.3 0 0 0-10.6 0v2.6H1.5z" fill="#e0825d"/>',
  brick: '<path d="M2.5 8.5L12 4l9.5 4.5L12 13z" fill="#a3d3e6"/><path d="M2.5 8.5L12 13v9.5L2.5 18z" fill="#6fb0cd"/>'
    + '<path d="M21.5 8.5L12 13v9.5l9.5-4.5z" fill="#4b8cae"/><path d="M8.3 5.6v2.6a3.7 1.9 0 0 0 7.4 0V5.6z" fill="#a3d3e6"/>'
    + '<ellipse cx="12" cy="5.6" rx="3.7" ry="1.9" fill="#c5e6f2"/>',
  column: '<path d="M6 2.5h12v3.4H6zM6 18.1h12v3.4H6zM8.4 5.9h7.2v12.2H8.4z" fill="#b9c3ca"/><path d="M11 7.4v9.2M13.4 7.4v9.2"/>',
  light: `<g fill="#b7dd57">${petals(5, 6, 4.2)}</g><circle cx="12" cy="12" r="5.4" fill="#eaf6c4"/>${letter("l", "#2c4a10")}`,
  dark: `<path d="M12 1.5C20 5 21.5 11.5 19.5 16.5 18 20 15 21.5 12 22.5 9 21.5 6 20 4.5 16.5 2.5 11.5 4 5 12 1.5z" fill="#1f6b45"/>${letter("d", "#ffffff")}`,
  gold: `<g fill="#e0a21c">${petals(8, 7, 2.9)}</g><circle cx="12" cy="12" r="5.2" fill="#ffe7a6"/>${letter("g", "#553500")}`,
  banana: '<path d="M6.2 2.2c.6 7.6 4.6 11.4 14.8 12.7l1 2.7C16 22.6 4.2 20.9 3.6 6.2L4.4 2.6z" fill="#f6cf2e"/><path d="M4.4 2.5l1.8-.4" stroke-width="2"/>',
  credit: '<circle cx="12" cy="12" r="10" fill="#f3e3b2"/><circle cx="12" cy="12" r="7.2" fill="none" stroke-dasharray="2 1.6"/>'
    + '<path d="M15 9.2a4 4 0 1 0 0 5.6" fill="none" stroke-width="2.2" stroke-linecap="round"/>',
  points: '<path d="m12 2 3 6.6 7.1.8-5.3 4.8 1.5 7L12 17.6l-6.3 3.6 1.5-7L1.9 9.4 9 8.6z" fill="#f1b92c"/>',
  trophy: '<path d="M6 5H2.5c0 4.5 1.8 6.5 4.5 7M18 5h3.5c0 4.5-1.8 6.5-4.5 7" fill="none" stroke-width="1.8"/>'
    + '<path d="M6 2.5h12v6c0 4-2.5 6.5-6 6.5s-6-2.5-6-6.5zM10.5 15h3v3.5h3.5v3H7v-3h3.5z" fill="#e6b022"/>',
  monkey: animal(dots(FUR, [-7, -0.5, 2.8], [7, -0.5, 2.8], [0, 0, 7]) + dots(FACE, [-2.5, -1.2, 3.1], [2.5, -1.2, 3.1])
    + oval(FACE, 0, 3, 4.6, 3.4) + dots(EYE, [-2.3, -1.2, 1.1], [2.3, -1.2, 1.1]) + smile("M-2.2 3.6Q0 5.4 2.2 3.6")),
  frog: animal(oval(SKIN, 0, 2, 8.6, 6) + dots(SKIN, [-4.6, -4, 3.3], [4.6, -4, 3.3]) + dots("#fff", [-4.6, -4.2, 2], [4.6, -4.2, 2])
    + dots(EYE, [-4.6, -4.2, 1.1], [4.6, -4.2, 1.1]) + smile("M-5.4 2.6Q0 7 5.4 2.6")),
  butterfly: animal(oval(WING, -4.4, -2.6, 4.6, 3.8, -30) + oval(WING, 4.4, -2.6, 4.6, 3.8, 30) + oval(WING, -4.4, 3.9, 4.6, 3, 35)
    + oval(WING, 4.4, 3.9, 4.6, 3, -35) + smile("M0-4l-2.6-4.4M0-4l2.6-4.4") + oval(EYE, 0, 0.5, 1.2, 6)),
};

const STROKES: Record<string, string> = {
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  close: "M5.5 5.5l13 13M18.5 5.5l-13 13",
  send: "M4 12h15M13 6l6 6-6 6",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  plan: "M3.5 3.5h17v17h-17zM9.2 3.5v17M14.8 3.5v17M3.5 9.2h17M3.5 14.8h17",
  palace: "M12 2.5l8.5 4.7v9.6L12 21.5l-8.5-4.7V7.2zM3.5 7.2L12 12l8.5-4.8M12 12v9.5",
  less: "M5.5 12h13",
  greater: "M5.5 12h13M12 5.5v13",
  legal: "M4.5 12.5l5 5.5L19.5 6.5",
  illegal: "M6 6l12 12M18 6L6 18",
  warn: "M12 3l10 17.5H2zM12 9.5v5M12 17.6v.1",
  theme: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  hand: "M7 12V6.2a1.5 1.5 0 0 1 3 0V11M10 11V4.5a1.5 1.5 0 0 1 3 0V11M13 11V5.5a1.5 1.5 0 0 1 3 0V12M16 12V8.2a1.5 1.5 0 0 1 3 0V15c0 4-2.5 6.5-6 6.5-3.5 0-5-1.7-6.8-5L4 13.5c-.8-1.5 1-2.7 2.1-1.5L7 13",
  play: "M7 4.5l12 7.5-12 7.5z",
  pause: "M8 5v14M16 5v14",
  first: "M18.5 5.5L9 12l9.5 6.5zM6 5v14",
  back: "M15.5 5L8 12l7.5 7",
  forward: "M8.5 5L16 12l-7.5 7",
  last: "M5.5 5.5L15 12l-9.5 6.5zM18 5v14",
};

/** A piece, an animal or a sign of a key; one that has no picture is its name. */
export function Picture({ name }: { name: string }) {
  const drawn = PICTURES[name];
  const path = STROKES[name];
  if (drawn === undefined && path === undefined) return <span class="word">{name}</span>;
  const inside = { __html: drawn ?? `<path d="${path}"/>` };
  return <svg class={drawn ? "picture" : "picture drawn"} viewBox="0 0 24 24" aria-hidden="true" dangerouslySetInnerHTML={inside} />;
}

/** Pieces with their numbers; `bare` are names of what is not counted, with 0. */
export function Icons({ of, lead = "", bare = false }: { of: Icon[]; lead?: string; bare?: boolean }) {
  if (!of.length) return null;
  const word = (name: string) => (knows(name) ? say(name) : name);
  const told = of.map(([name, count]) => (bare && !count ? word(name) : `${word(name)} ${count}`)).join(" ");
  return (
    <span class="icons" role="img" aria-label={told} title={told}>
      {lead && <Picture name={lead} />}
      {of.map(([name, count], n) => (
        <span key={n} class={count || bare ? "icon" : "icon none"}>
          <Picture name={name} />
          {(count > 0 || !bare) && <b>{count}</b>}
        </span>
      ))}
    </span>
  );
}

const SHAPES = [
  "M12 3a9 9 0 1 0 .1 0z", "M4 4h16v16H4z", "M12 3l10 18H2z", "M12 1.5L22.5 12 12 22.5 1.5 12z",
  "m12 1.5 3.2 6.8 7.3 1-5.3 5.2 1.3 7.5L12 18.4 5.5 22l1.3-7.5L1.5 9.3l7.3-1z",
  "M8.5 2.5h7v6h6v7h-6v6h-7v-6h-6v-7h6z",
];

/** A player's sign in their colour. */
export function Sign({ of }: { of: number }) {
  const number = of % SHAPES.length;
  return (
    <svg class="player-sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[number]} fill={`var(--player-${number})`} />
    </svg>
  );
}

/** Return the style that gives a thing a player's colour as `--own`. */
export function owned(colour: number | null): Record<string, string> | undefined {
  return colour === null ? undefined : { "--own": `var(--player-${colour % SHAPES.length})` };
}
