// What one phone shows: the sections of palace/page/state.py, as forms.ts has them, and as the host
// sends them: a field that is as by default is left out of a message.
import { FORMS, type Group, type Key, type PageState } from "./forms";

export type * from "./forms";
export type Icon = Key["icons"][number];
export type Item = Group["items"][number];
type Data = Record<string, unknown>;

/** A state in which everything is as by default. */
export const EMPTY = FORMS.pagestate?.[0] as PageState;

function filled(name: string, data: Data): Data {
  const [form, parts] = FORMS[name] ?? [{}, {}];
  const found: Data = { ...form, ...data };
  for (const [field, part] of Object.entries(parts)) {
    const fill = (one: Data) => filled(part || String(one.kind), one);
    const own = data[field] as Data | Data[] | undefined;
    if (own) found[field] = Array.isArray(own) ? own.map(fill) : fill(own);
  }
  return found;
}

/** Return the state with the sections of a message in place of the old ones. */
export function merged(state: PageState, message: Data): PageState {
  const sent = Object.entries(filled("pagestate", message)).filter(([name]) => name in EMPTY && name in message);
  return { ...state, ...Object.fromEntries(sent) };
}
