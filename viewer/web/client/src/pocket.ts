// The host on this device: a worker with Python in place of a line to a laptop.
import { say } from "./strings";

/** What the worker sends: sections for the page, or how far it is. */
interface FromWorker { news?: string; early?: boolean; loaded?: [number, number]; failed?: string; go?: string; named?: string }

/** How far the worker is loaded, and what it could not do. */
export const loading = { text: "", share: 0, changed: (): void => undefined };

let answered: () => void;
const first = new Promise<void>((done) => (answered = done));
/** Milliseconds after the first answer in which no file is kept for later visits, and the longest wait for it. */
const [REST, LONGEST] = [2_000, 30_000];

/** A line to the worker, with what `Link` asks of a WebSocket. */
export class Pocket {
  readyState: number = WebSocket.CONNECTING;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  private answers = false;
  private worker = new Worker("worker.js", { type: "module" });

  constructor(about: URLSearchParams) {
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    this.worker.onerror = ({ message }) => this.hear({ failed: message });
    const [link, address] = [location.hash, location.origin + location.pathname];
    loading.text = say("coming");
    setTimeout(answered, LONGEST);
    this.worker.postMessage({ begin: { ...Object.fromEntries(about), link, address, speaks: navigator.language } });
    void navigator.storage?.persist?.();
    const awake = () => document.hidden || void navigator.wakeLock?.request("screen").catch(() => undefined);
    document.addEventListener("visibilitychange", awake);
    addEventListener("pointerdown", awake, { once: true });
  }

  private hear({ news, early, loaded, failed, go, named }: FromWorker): void {
    if (named) history.replaceState(null, "", `?game=${encodeURIComponent(named)}`);  // a reload finds it again
    if (loaded) [loading.text, loading.share] = [say("loading", { done: megabytes(loaded[0]), all: megabytes(loaded[1]) }), loaded[0] / loaded[1]];
    if (failed) loading.text = say(this.answers ? "went-wrong" : "no-python", { why: failed });
    if (loaded || failed) loading.changed();
    if (go !== undefined) location.assign(`${location.pathname}${go && `?game=${encodeURIComponent(go)}`}`);
    if (news === undefined) return;
    if (!early) [this.answers, loading.text] = [true, ""];
    if (!early) setTimeout(answered, REST);
    this.readyState = WebSocket.OPEN;
    this.onmessage?.({ data: news });
  }

  send(text: string): void { this.worker.postMessage({ sent: text }); }

  async upload(name: string, version: number, body: Blob): Promise<void> {
    this.worker.postMessage({ upload: name, version, body: await body.arrayBuffer() });
  }

  close(): void {
    this.worker.terminate();
    this.onclose?.({ code: 1000 });
  }
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Keep the files of the page on this device; tell of newer ones, which come when no game is entered. */
export function keepPage(newer: () => void): void {
  const keeper = navigator.serviceWorker;
  void (keeper?.controller ? Promise.resolve() : first).then(() => keeper?.register("keeper.js")).then((kept) => {
    if (!kept) return undefined;
    if (kept.waiting) {
      newer();
      keeper.addEventListener("controllerchange", () => location.reload());
      kept.waiting.postMessage("take");  // it came during the game before
    }
    const coming = (next: ServiceWorker | null) =>
      next?.addEventListener("statechange", () => next.state === "installed" && keeper.controller && newer());
    coming(kept.installing);
    kept.addEventListener("updatefound", () => coming(kept.installing));
    return kept.update();
  }).catch(() => undefined);
}
