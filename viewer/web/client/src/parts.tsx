// What can be tapped, typed and read: keys, steppers, fields, texts, and groups of these.
import { type ComponentChildren, createContext, type TargetedEvent } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { Icons, KINDS, Picture } from "./icons";
import type { Do, Field, Group, Icon, Item, Key, Says, Stepper } from "./state";
import { knows, say } from "./strings";

export interface Acts { send(action: Do): void; upload(file: File, key: Key): void }

export const Sending = createContext<Acts>({ send: () => undefined, upload: () => undefined });

/** Milliseconds in which a key that is sure is tapped again; in which one that goes on with nothing,
 * or comes in place of a mend, takes no tap, as it may be a second one. */
const [SURE, FRESH] = [3_000, 500];

/** Go on to the next line of a sheet; after the last one, none is typed in. */
function leave(line: HTMLInputElement): void {
  const all = [...document.querySelectorAll<HTMLInputElement>(".sheet .line input")];
  (all[all.indexOf(line) + 1] ?? { focus: () => line.blur() }).focus();
}

/** The names of players that were typed on this phone, the last one at the end. */
function names(add?: string): string[] {
  const known: string[] = JSON.parse(localStorage.getItem("names") ?? "[]");
  if (add) localStorage.setItem("names", JSON.stringify([...known.filter((name) => name !== add), add].slice(-4)));
  return known;
}

/** What a card costs and brings, at once and each turn. */
export function Lots({ of }: { of: Icon[] }) {
  const at = of.findIndex(([name]) => name === "each");
  const lots = at < 0 ? [of] : [of.slice(0, at), of.slice(at + 1)];
  return lots.map((lot, n) => lot.length > 0 && (
    <span key={n} class="lot"><i>{say(n ? "each-turn" : "at-once")}</i><Icons of={lot} /></span>
  ));
}

/** Do something so many milliseconds after something is there, or is another. */
export function useAfter(ms: number, when: unknown, then: () => void): void {
  useEffect(() => {
    const timer = when ? setTimeout(then, ms) : 0;
    return () => clearTimeout(timer);
  }, [when]);
}

export function KeyView({ of, then }: { of: Key; then?: () => void }) {
  const { send, upload } = useContext(Sending);
  const [armed, setArmed] = useState(false);
  useAfter(SURE, armed, () => setArmed(false));
  const [fresh, setFresh] = useState(false);
  const before = useRef(of.do);
  useEffect(() => setFresh(of.looks === "skip" || (before.current?.do === "tap" && /^(next|demo)$/.test(String(of.do?.do)))), [of.looks, of.text]);
  useEffect(() => void (before.current = of.do));
  useAfter(FRESH, fresh && of.text, () => setFresh(false));
  const style = of.tint.startsWith("#") ? { "--tint": of.tint } : undefined;
  const tint = of.tint && (style ? " tinted" : ` tinted tint-${of.tint}`);
  const card = tint !== "" && of.icons.length > 0;
  const cost = of.tint.length === 1 ? /\d+/.exec(of.text)?.[0] : undefined;
  const sign = of.icons.find(([name]) => !knows(name) && name !== "each")?.[0];  // in place of its text
  const looks = `key ${armed ? "armed" : of.looks}${of.on ? " on" : ""}${tint}${cost ? card ? " card" : " pile" : ""}`;
  const inside = (
    <>
      {of.tint.length === 1 && (
        <i class="band" aria-hidden="true">
          {cost && <b>{cost}<Picture name="credit" /></b>}{KINDS[of.tint] && <Picture name={KINDS[of.tint] ?? ""} />}
        </i>
      )}
      {sign && <Picture name={sign} />}
      <span class="text">{armed ? say("sure") : of.text}</span>
      {of.picture && <Drawing svg={of.picture} />}
      {card ? <Lots of={of.icons} /> : !sign && <Icons of={of.icons} bare />}
      {(of.note || armed) && <small>{armed ? of.text : of.note}</small>}
    </>
  );
  if (of.looks === "upload" || of.looks === "photo") {
    const take = ({ currentTarget: input }: TargetedEvent<HTMLInputElement>) => {
      if (input.files?.[0]) upload(input.files[0], of);
      input.value = "";
    };
    const accept = of.looks === "photo" ? "image/*" : undefined;
    return <label class={`${looks} upload`} style={style}>{inside}<input type="file" accept={accept} onChange={take} /></label>;
  }
  const tap = () => {
    if (fresh) return;
    if (of.looks === "sure" && !armed) return setArmed(true);
    setArmed(false);
    send(of.do);
    if (of.looks !== "sure") then?.();
  };
  return (
    <button class={looks} style={style} disabled={of.do === null} aria-disabled={fresh || undefined}
      aria-pressed={of.on || undefined} onClick={tap}>{inside}</button>
  );
}

/** A key that is a picture alone, named as the picture is. */
export const Bare = ({ of, act }: { of: string; act: () => void }) =>
  <button class="key bare" aria-label={say(of)} onClick={act}><Picture name={of} /></button>;

/** Keys; the main key stays the same element, so that a tap on it never meets one that comes before it. */
export function Keys({ of, then }: { of: Key[]; then?: () => void }) {
  return <>{of.map((key, n) => <KeyView key={key.looks === "main" ? "main" : n} of={key} then={then} />)}</>;
}

/** A line to type, sent when it is left. */
function Line({ of, name, label, longest }: { of: Stepper | Field; name: string; label: string; longest?: number }) {
  const { send } = useContext(Sending);
  const line = useRef<HTMLInputElement>(null);
  const sent = useRef<[object, string] | null>(null);
  const hint = of.kind === "field" ? of.hint : "";
  useEffect(() => {
    if (line.current && document.activeElement !== line.current) line.current.value = of.value;
  }, [of]);
  const typed = () => {
    const text = line.current?.value ?? "";
    if (text === of.value || (sent.current?.[0] === of && sent.current[1] === text)) return;
    sent.current = [of, text];
    if (hint) names(text.trim());
    send({ ...of.do, text });
  };
  return (
    <span class="line">
      <input ref={line} name={name} defaultValue={of.value} maxLength={longest} disabled={of.do === null}
        placeholder={hint} aria-label={label} inputMode={of.kind === "stepper" ? "numeric" : undefined}
        autocomplete="off" autocapitalize="off" spellcheck={false} enterkeyhint="send" onChange={typed}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => event.key === "Enter" && leave(event.currentTarget)} />
      {of.kind === "field" && <button class="key step" aria-label={say("send")} disabled={of.do === null} onClick={typed}><Picture name="send" /></button>}
    </span>
  );
}

function StepperView({ of }: { of: Stepper }) {
  const { send } = useContext(Sending);
  const text = of.text || of.icons.map(([name]) => say(name)).join(", ");
  const step = (sign: "less" | "greater", action: Do, inside: ComponentChildren = <Picture name={sign} />) => (
    <button class={`key step ${sign}`} disabled={action === null} aria-label={`${text}: ${say(sign)}`} onClick={() => send(action)}>{inside}</button>
  );
  const pile = <span class="pile">{of.icons.map(([name]) => <Picture key={name} name={name} />)}</span>;
  const number = <span class="number">{of.do ? <Line of={of} name={String(of.do.name)} label={text} /> : of.value}</span>;
  if (of.icons.length) {  // a tap on the picture is one more
    return <div class="stepper adds">{step("less", of.less)}{step("greater", of.more, <>{pile}{number}<span class="word">{text}</span></>)}</div>;
  }
  return <div class="stepper"><span class="label">{text}</span>{step("less", of.less)}{number}{step("greater", of.more)}</div>;
}

function FieldView({ of, beside }: { of: Field; beside: Item[] }) {
  const { send } = useContext(Sending);
  return (
    <div class="field">
      {!of.hint && <span class="label">{of.text}</span>}
      <Line of={of} name={of.name} label={of.text} longest={of.longest} />
      {of.hint && !of.value && (
        <span class="row">
          {names().filter((text) => !beside.some((item) => item.kind === "field" && item.value === text)).map((text) => <button key={text} class="key" onClick={() => send({ ...of.do, text })}>{text}</button>)}
        </span>
      )}
    </div>
  );
}

/** A drawing that the host made; as a picture it can run nothing. */
export function Drawing({ svg, label = "" }: { svg: string; label?: string }) {
  const wide = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+)/.exec(svg)?.[1];
  const style = wide ? { maxWidth: `${Math.max(320, Number(wide) * 1.5)}px` } : undefined;
  return <img class="drawing" style={style} alt={label} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />;
}

/** A link to pass on: by what the device has for that, otherwise copied. */
function Passed({ link }: { link: string }) {
  const pass = () => void (navigator.share?.({ url: link }) ?? navigator.clipboard?.writeText(link))?.catch(() => undefined);
  return <><pre>{link}</pre><button class="key" onClick={pass}><Picture name="send" /><span class="text">{say("pass-on")}</span></button></>;
}

/** A text whose words and signed numbers stay on one line. */
export const together = (text?: string) => text?.replace(/ (?=[+\u2212])/g, "\u00a0");

function SaysInside({ of: { text, looks } }: { of: Says }) {
  if (looks === "svg") return <Drawing svg={text} />;
  if (looks === "link") return <Passed link={text} />;
  if (looks === "head") return <h3>{text}</h3>;
  if (!text) return null;
  const [, loud, rest] = /^(.*?)((?:\t| ?[–—]).*)$/s.exec(text) ?? [];
  return <p class={looks}>{looks === "loud" && loud ? <><b>{loud}</b>{rest}</> : text}</p>;
}

function ItemView({ of, beside, then }: { of: Item; beside: Item[]; then?: () => void }) {
  if (of.kind === "key") return <KeyView of={of} then={then} />;
  if (of.kind === "stepper") return <StepperView of={of} />;
  return of.kind === "field" ? <FieldView of={of} beside={beside} /> : <div class="says"><SaysInside of={of} /></div>;
}

export function Groups({ of, then }: { of: Group[]; then?: () => void }) {
  return of.map((group, n) => (
    <section key={n + group.looks} class="group">
      {group.title && <h3>{group.title}</h3>}
      <div class={group.looks}>{group.items.map((item, m) => <ItemView key={`${m}${item.kind}`} of={item} beside={group.items} then={then} />)}</div>
    </section>
  ));
}
