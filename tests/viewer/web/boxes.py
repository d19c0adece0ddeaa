"""What is wrong with a screen as it is drawn: measured in the browser, for every element."""

from __future__ import annotations

from tests.viewer.web.browsers import Browser

SMALLEST = 11
"""Pixels of the smallest letters."""

KEY, KNOB = 44, 44
"""Pixels that a key of the bar is high, and a knob that takes taps is wide at 390 and more."""

MEASURE = """([smallest, key, knob]) => {
  for (const one of document.getAnimations()) if (one.effect.target.matches(".sheet")) one.finish();
  const wrong = [];
  const [wide, high] = [innerWidth, innerHeight];
  const root = document.scrollingElement;
  const live = (one) => !one.closest("[inert]") && one.checkVisibility();
  const all = (selector) => [...document.querySelectorAll(selector)].filter(live);
  const text = (one) => (one.ariaLabel || one.textContent).slice(0, 40);
  const name = (one) => `${one.className || one.tagName} «${text(one)}»`;
  const round = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(" ");
  const within = (box, around) => box.left > around.left - 1 && box.top > around.top - 1
    && box.right < around.right + 1 && box.bottom < around.bottom + 1;
  const inside = (box) => within(box, { left: 0, top: 0, right: wide, bottom: high });
  const tell = (what, one) =>
    wrong.push(`${what}: ${name(one)} ${round(one.getBoundingClientRect())}`);
  const cut = (one) =>
    one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2;
  const scrolled = ".body, .cover, .strip, .board, .stay, .side, .lines, .all";

  if (root.scrollHeight > high || root.scrollWidth > wide) {
    wrong.push(`the page scrolls: ${root.scrollWidth} ${root.scrollHeight}`);
  }
  for (const one of all("nav.keys .key, .sheet > .keys > .key, .sheet > header .key, .film .key")) {
    const box = one.getBoundingClientRect();
    if (!inside(box)) tell("out of the window", one);
    if (box.height < key) tell("a low key", one);
  }
  for (const one of all(".verdict")) {
    const line = one.querySelector("[role=status]");
    const opens = line.matches(".two") && one.querySelector(".more");  // it is told in full there
    const box = one.getBoundingClientRect();
    if (!inside(box) || (cut(line) && !opens)) tell("a cut verdict", line);
    const more = one.querySelector(".more:not(:has(.why))");
    const whole = (each) => each.checkVisibility() && !cut(each)
      && each.getBoundingClientRect().left < box.right;
    if (more && [...one.querySelectorAll(".cut")].every(whole)) tell("opens for nothing", one);
    const over = all(".strip .key").some((key) => {
      const [own, strip] = [key, key.closest(".strip")].map((each) => each.getBoundingClientRect());
      return own.top < box.top && Math.min(own.bottom, strip.bottom) > box.top + 1;
    });
    if (over) tell("a verdict over keys", one);
  }
  for (const one of all(".players li")) {
    const total = one.querySelector("b");
    const [own, box] = [total?.getBoundingClientRect(), one.getBoundingClientRect()];
    if (!total || !inside(own) || own.right > box.right || cut(total)) tell("a hidden total", one);
  }
  for (const one of all(".whose .line")) if (cut(one)) tell("a cut heading", one);
  for (const one of all(".knob:not(.closed)")) {
    const plan = one.closest(".plan");
    const box = one.getBoundingClientRect();
    const tapped = getComputedStyle(plan).pointerEvents !== "none";
    if (tapped && wide >= 390 && high > wide && box.width < knob - .5) tell("a small knob", one);
    if (!plan.matches(".large") && !inside(box)) tell("a knob out of the window", one);
  }
  for (const one of all(".board:has(.plan:not(.large))")) if (cut(one)) tell("a plan scrolls", one);
  for (const one of all(".key .text, .key small, .stepper .label")) {
    const box = one.getBoundingClientRect();
    const around = one.closest(".key, .stepper").getBoundingClientRect();
    const band = one.closest(".key")?.querySelector(".band")?.getBoundingClientRect();
    const hangs = one.matches(".card small") ? 8 : 0;  // a sign on the corner of a card
    const { left, top, right, bottom } = around;
    const outer = { left, top: top - hangs, right: right + hangs, bottom: bottom + hangs };
    if (!within(box, outer)) tell("text out of its key", one);
    if (one.matches(".stepper .label") && cut(one)) tell("a cut label", one);
    if (band && box.width > 1 && box.left < band.right) tell("text under its band", one);
  }
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !live(one)) continue;
    const scale = one.getScreenCTM?.().a;  // of a drawing, whose knobs are on the board, too
    const least = scale && high < 700 ? 9 : smallest - .05;
    const size = (scale ?? 1) * parseFloat(getComputedStyle(one).fontSize);
    if (size < least) tell("small letters", one);
  }
  const tapped = "button:not(:disabled, [aria-disabled=true]), a[href], label.key, summary";
  for (const one of all(`${tapped}, input, select`)) {
    const own = one.matches("label input") ? one.closest("label") : one;
    if (own.closest(scrolled)) own.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = own.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const there = document.elementFromPoint(x, y);
    if (!own.contains(there)) {
      tell(`covered by ${there ? name(there) : "nothing"}`, own);
    }
    if (Math.min(box.width, box.height) < 24) tell("too small to tap", own);
  }
  for (const one of document.querySelectorAll("*")) {
    if (one.scrollTop || one.scrollLeft) one.scrollTo(0, 0);
  }
  return wrong;
}"""


def faults(browser: Browser) -> list[str]:
    """Return what is wrong with what a page shows."""
    found: list[str] = browser.page.evaluate(MEASURE, [SMALLEST, KEY, KNOB])
    return found
