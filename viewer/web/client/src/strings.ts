// The sentences that the page says without its host: words-client-*.toml, put in by the build.
import sentences from "./strings.json";

const words: Record<string, Record<string, string>> = sentences;

let language = "en";

/** Speak a language such as `zh` or `zh-CN`; one that is not known is English. */
export function speak(tag: string): void {
  const base = tag.toLowerCase().split("-")[0];
  language = base !== undefined && base in words ? base : "en";
  if (document.documentElement.lang !== say("tag")) document.documentElement.lang = say("tag");  // it styles the whole page again
}

/** Return a sentence with its values, such as `{count}`, put in. */
export function say(key: string, values: Record<string, string | number> = {}): string {
  const text = words[language]?.[key] ?? words.en?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** Return whether there is a sentence or a word of this name. */
export const knows = (key: string): boolean => key in (words.en ?? {});
