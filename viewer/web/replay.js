// What viser's player lacks: the words to each picture, and a camera that fits the window.
// `told` is a constant of the page: {title, steps: [{title, lines, verdict, player, scores}],
// scores: [{heads, rows, winners} or {fault}], cameras: [{aspect, eye, aim, angle}] from narrow to wide}.
"use strict";
const BAR = 45; // CSS pixels of viser's bar below the picture

function write(parent, tag, text, name) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return parent.appendChild(made);
}

function writeScores(panel, known, player) {
  if (known.fault) return write(panel, "p", known.fault, "line");
  const table = write(panel, "table", "");
  const head = write(table, "tr", "");
  for (const text of known.heads) write(head, "th", text);
  for (const cells of known.rows) {
    const row = write(table, "tr", "", cells[0] === player ? "due" : "");
    cells.forEach((text, at) => write(row, "td", at || !known.winners.includes(text) ? text : `${text} ★`));
  }
}

// Called by the recording at the beginning of each step.
function showStep(number) {
  const step = told.steps[number];
  const panel = document.querySelector(".panel");
  panel.dataset.step = number;
  panel.replaceChildren();
  write(panel, "p", told.title, "game");
  const head = write(panel, "h1", "", step.verdict);
  write(head, "span", step.verdict === "legal" ? "ok" : "!");
  head.append(step.title);
  for (const line of step.lines) write(panel, "p", line, "line");
  if (told.scores.length) writeScores(panel, told.scores[step.turn], step.player);
}

// Give the panel the height of its longest text, so that the picture keeps its size.
function fitPanel() {
  const panel = document.querySelector(".panel");
  const shown = Number(panel.dataset.step || 0);
  panel.style.height = "";
  const above = panel.offsetWidth === innerWidth;
  let most = 0;
  for (let number = 0; above && number < told.steps.length; number++) {
    showStep(number);
    most = Math.max(most, panel.offsetHeight);
  }
  showStep(shown);
  if (above) panel.style.height = `${Math.min(most, 0.45 * innerHeight)}px`;
}

// viser reads the first camera from the address; the widest that the picture has room for.
function fitCamera() {
  const room = document.querySelector("#root").getBoundingClientRect();
  const bar = told.steps.length > 1 ? BAR : 0;
  const aspect = room.width / Math.max(1, room.height - bar);
  const fits = told.cameras.filter((one) => one.aspect <= aspect);
  const { eye, aim, angle } = fits.at(-1) || told.cameras[0];
  const query = new URLSearchParams(location.search);
  query.set("initialCameraPosition", eye);
  query.set("initialCameraLookAt", aim);
  query.set("initialCameraFov", angle);
  try {
    history.replaceState(null, "", `?${query}${location.hash}`);
  } catch {} // where a page may not: the camera of the recording
}

document.addEventListener("DOMContentLoaded", () => {
  fitPanel();
  fitCamera();
});
addEventListener("resize", fitPanel);
