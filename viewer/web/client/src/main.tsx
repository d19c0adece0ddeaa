// Starts the page: live, with a line to its host, or the replay of a game whose states are inside.
import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { App } from "./app";
import { Link, ON_DEVICE, type Told } from "./link";
import { keepPage, loading } from "./pocket";
import { Replay, type Film } from "./replay";
import { paint } from "./sheet";
import { say, speak } from "./strings";

/** What is told of the line itself. */
function Line({ told: { broken, unsent, problem } }: { told: Told }) {
  return (
    <div aria-live="polite">
      {broken && <p class="banner warn late">{say("broken")} {unsent > 0 && say("unsent", { count: unsent })}</p>}
      {loading.text && <p class="banner info coming" style={{ "--share": loading.share }}>{loading.text}</p>}
      {problem && (
        <p class={problem === say("later") ? "banner info" : "banner fault"}>{problem}
          {problem === say("newer") && <button class="key" onClick={() => location.reload()}>{say("reload")}</button>}
        </p>
      )}
    </div>
  );
}

function Live() {
  const [told, setTold] = useState<Told>();
  const link = useMemo(() => new Link(setTold), []);
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    loading.changed = () => setTold({ ...link.told });
    if (ON_DEVICE) keepPage(() => setNewer(true));
  }, []);
  useEffect(() => void (document.body.dataset.ready = told?.arrived ? "yes" : ""), [told?.arrived]);
  const coming = loading.text || say(told?.broken ? "broken" : "waiting");
  if (!told?.arrived) return <div class="waiting"><h1>Palace</h1><p class="coming" style={{ "--share": loading.share }}>{coming}</p></div>;
  if (told.state.heading.language) speak(told.state.heading.language);
  const acts = { send: link.send.bind(link), upload: link.upload.bind(link) };
  return <App state={told.state} acts={acts} line={<Line told={newer ? { ...told, problem: say("later") } : told} />} />;
}

paint();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => paint());
speak(new URLSearchParams(location.search).get("lang") ?? navigator.language);
const inside = document.getElementById("states")?.textContent;
render(inside ? <Replay film={JSON.parse(inside) as Film} /> : <Live />, document.getElementById("page") ?? document.body);
