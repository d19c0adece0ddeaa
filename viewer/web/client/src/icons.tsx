// Pieces, animals and signs of keys as SVG, drawn or as strokes in pictures.json; a shape differs from
// every other without its colour.
import pictures from "./pictures.json";
import type { Icon } from "./state";
import { say } from "./strings";

const DRAWN: Record<string, string> = pictures.drawn;
const STROKES: Record<string, string> = pictures.strokes;

/** A piece, an animal or a sign of a key; one that has no picture is its name. */
export function Picture({ name }: { name: string }) {
  const [drawn, path] = [DRAWN[name], STROKES[name]];
  if (drawn === undefined && path === undefined) return <span class="word">{name}</span>;
  const inside = { __html: drawn ?? `<path d="${path}"/>` };
  return <svg class={drawn ? "picture" : "picture drawn"} viewBox="0 0 24 24" aria-hidden="true" dangerouslySetInnerHTML={inside} />;
}

/** Pieces with their numbers; `bare` are names of what is not counted, with 0. */
export function Icons({ of, bare = false }: { of: Icon[]; bare?: boolean }) {
  if (!of.length) return null;
  const told = of.map(([name, count]) => (bare && !count ? say(name) : `${say(name)} ${count}`)).join(" ");
  return (
    <span class="icons" role="img" aria-label={told} title={told}>
      {of.map(([name, count], n) => (
        <span key={n} data-word={say(name)} class={count < 0 ? "icon fault" : count || bare ? "icon" : "icon none"}>
          <Picture name={name} />
          {(count !== 0 || !bare) && <b>{count < 0 ? say("short", { count: -count }) : count}</b>}
        </span>
      ))}
    </span>
  );
}

/** The decorations of the colours, which tell them apart without their hues. */
export const KINDS: Record<string, string> = { l: "light", d: "dark", g: "gold" };

const SHAPES = [
  "M12 3a9 9 0 1 0 .1 0z", "M4 4h16v16H4z", "M12 3l10 18H2z", "M12 1.5L22.5 12 12 22.5 1.5 12z",
  "m12 1.5 3.2 6.8 7.3 1-5.3 5.2 1.3 7.5L12 18.4 5.5 22l1.3-7.5L1.5 9.3l7.3-1z",
  "M8.5 2.5h7v6h6v7h-6v6h-7v-6h-6v-7h6z",
];

/** A player's sign in their colour. */
export function Sign({ of }: { of: number }) {
  const number = of % SHAPES.length;
  return <svg class="player-sign" viewBox="0 0 24 24" aria-hidden="true"><path d={SHAPES[number]} fill={`var(--player-${number})`} /></svg>;
}

/** Return the style that gives a thing a player's colour as `--own`. */
export function owned(colour: number | null): Record<string, string> | undefined {
  return colour === null ? undefined : { "--own": `var(--player-${colour % SHAPES.length})` };
}
