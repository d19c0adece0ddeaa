// The line to the host: one WebSocket, opened again when it breaks, and what was not sent kept.
import { Pocket } from "./pocket";
import { type Do, EMPTY, type Key, merged, type PageState } from "./state";
import { say } from "./strings";

const [SOONEST, LATEST] = [500, 5_000]; // ms until a broken line is opened again
const PATIENCE = 6_000; // ms after which an action without an answer is taken for lost
const UNREAD = 4400; // close code of the host for an action it cannot read
const MOST = 1600; // pixels along the longer side of a photo that is sent
/** The tag of the page's files, which the host has put into the address of this script. */
const PAGE = new URL((document.currentScript as HTMLScriptElement | null)?.src || location.href).search.slice(1);

/** Whether Python runs on this device. */
export const ON_DEVICE = document.documentElement.dataset.host === "worker";

/** What is done only to the table that was shown; it waits for the answers to taps before it. */
const STRICT = new Set(["next", "keep", "think", "stop", "take", "take-back", "replace", "open", "begin", "reread", "end", "again"]);

interface Unsent { text: string; count: number; since: number; strict: boolean }

export interface Told { state: PageState; arrived: boolean; broken: boolean; unsent: number; problem: string }

/** Return this page's own id, which lasts as long as its tab. */
function phone(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0"));
  const own = sessionStorage.getItem("phone") ?? digits.join("");
  sessionStorage.setItem("phone", own);
  return own;
}

export class Link {
  private socket: WebSocket | Pocket | null = null;
  private unsent: Unsent[] = [];
  private held: Exclude<Do, null>[] = [];
  private count = 0;
  private wait = SOONEST;
  private timer = 0;
  private fresh = false;
  told: Told = { state: EMPTY, arrived: false, broken: false, unsent: 0, problem: "" };

  constructor(private readonly changed: (told: Told) => void) {
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => !document.hidden && this.open());
    setInterval(() => this.check(), 1_000);
    this.open();
  }

  /** Send an action; while the line is broken it is kept. */
  send(action: Do): void {
    if (action === null) return;
    const strict = STRICT.has(String(action.do));
    const early = strict && this.unsent.length > 0 && !this.unsent.some((one) => one.strict);
    if (this.ready() && (this.held.length || early)) return void this.held.push(action);
    const count = ++this.count;
    const text = JSON.stringify({ ...action, version: this.told.state.version, count });
    this.unsent.push({ text, count, since: Date.now(), strict });
    if (this.ready()) this.socket?.send(text);
    this.tell({});
  }

  /** Send what was held back. */
  private release(): void { for (const action of this.held.splice(0)) this.send(action); }

  /** Send a file, or the pixels of a photo, for a line of a form, by the key that would fill it. */
  async upload(file: File, { do: action, looks }: Key): Promise<void> {
    const body = looks === "photo" ? await pixels(file).catch(() => null) : file;
    const [name, version] = [String(action?.name ?? file.name), this.told.state.version];
    if (body && this.socket instanceof Pocket) return this.socket.upload(name, version, body);
    const about = new URLSearchParams({ phone: phone(), name, version: String(version) });
    const answer = body && await fetch(`file?${about}`, { method: "POST", body }).catch(() => null);
    this.tell({ problem: answer?.ok ? "" : say(body ? "refused" : "no-photo") });
  }

  private tell(own: Partial<Told>): void {
    const broken = own.broken ?? this.told.broken;
    this.told = { ...this.told, ...own, unsent: broken ? this.unsent.length : 0 };
    this.changed(this.told);
  }

  private ready(): boolean { return this.socket?.readyState === WebSocket.OPEN && !this.fresh; }

  private open(): void {
    const state = this.socket?.readyState;
    if (state === WebSocket.OPEN || state === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    const about = new URLSearchParams({ phone: phone(), page: PAGE, speaks: navigator.languages.join() });
    const [language, game] = ["lang", "game"].map((name) => new URLSearchParams(location.search).get(name));
    if (language) about.set("lang", language);
    if (ON_DEVICE && game) about.set("game", game);
    const socket = ON_DEVICE ? new Pocket(about) : new WebSocket(new URL(`table?${about}`, location.href.replace(/^http/, "ws")));
    this.socket = socket;
    this.fresh = true;
    socket.onmessage = (event: { data: unknown }) => this.hear(JSON.parse(String(event.data)));
    socket.onclose = ({ code }: { code: number }) => {
      if (socket !== this.socket) return;
      if (code === UNREAD) this.unsent.shift(); // sent again, it would close the next line, too
      this.release();
      this.tell({ broken: true, ...(code === UNREAD && { problem: say("unread") }) });
      this.timer = window.setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 1.6, LATEST);
    };
  }

  private hear(message: Record<string, unknown>): void {
    if (message.reload) return this.renew();
    const state = merged(this.told.state, message);
    const unsent = this.unsent.filter((one) => one.count > state.count);
    const problem = unsent.length < this.unsent.length ? "" : this.told.problem;
    this.unsent = unsent;
    this.count = Math.max(this.count, state.count);
    if (this.fresh) {
      [this.fresh, this.wait] = [false, SOONEST];
      for (const one of this.unsent) {
        one.since = Date.now();
        this.socket?.send(one.text);
      }
    }
    this.tell({ state, problem, arrived: true, broken: false });
    if (!this.unsent.length) this.release();
    if (message.offer) give(message.offer as { name: string; text: string });
  }

  /** Break a line on which nothing comes back. */
  private check(): void {
    const oldest = this.unsent[0];
    if (!ON_DEVICE && oldest && this.ready() && Date.now() - oldest.since > PATIENCE) {
      const lost = this.socket;
      this.socket = null;
      lost?.close();
      this.tell({ broken: true });
      this.open();
    }
  }

  /** Load the page again; once only, where that does not help. */
  private renew(): void {
    const last = Number(sessionStorage.getItem("renewed") ?? 0);
    sessionStorage.setItem("renewed", String(Date.now()));
    if (Date.now() - last > 20_000) location.reload();
    else this.tell({ problem: say("newer") });
  }
}

/** Return a photo as a P6 pixmap, and behind it as a JPEG. */
async function pixels(file: File): Promise<Blob> {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, MOST / Math.max(image.width, image.height));
  const [width, height] = [Math.ceil(image.width * scale), Math.ceil(image.height * scale)];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.drawImage(image, 0, 0, width, height);
  const jpeg = await new Promise<Blob | null>((made) => canvas.toBlob(made, "image/jpeg", 0.7));
  const rgb = pen.getImageData(0, 0, width, height).data.filter((_, n) => n % 4 < 3);
  return new Blob([`P6 ${width} ${height} 255\n`, rgb, jpeg ?? ""]);
}

function give({ name: download, text }: { name: string; text: string }): void {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
