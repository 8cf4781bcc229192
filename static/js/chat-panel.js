// What stands beside the chat: its forms in place, and anew when something of it changed. Nothing moves that is being used.
import { csrfToken } from "./csrf.js";
import { failureText, toast } from "./toast.js";
import { announce, refreshFoot, turnOf } from "./chat-view.js";

const REFRESH_MS = 250;
const panel = document.querySelector("[data-panel]");
const thread = document.querySelector("[data-thread]");
let waiting = 0;
let asked = 0;

const parts = () => panel.querySelector("[data-parts]");
const HEADERS = { "X-Requested-With": "fetch" };

// ------------------------------------------------------------------------------------------ anew

/** Something of the panel changed: it is read anew, once for what changes together. */
export function refreshSoon() {
  if (!panel) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => refresh().catch(() => {}), REFRESH_MS);
}

/** A reply is whole: the tools of the one before are the last reply's no more. */
export function replyEnded() {
  if (panel?.querySelector(".calls")) refreshSoon();
}

async function refresh() {
  const number = ++asked;
  const answer = await fetch(panel.dataset.url, { headers: HEADERS, credentials: "same-origin" });
  if (!answer.ok || answer.redirected || number !== asked) return;
  await show(await answer.text());
}

function fragment(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

/** Put the parts in place that are others now; one in which something is being written waits. */
async function show(html, { submitted = null } = {}) {
  const fresh = fragment(html);
  const pins = [...fresh.querySelectorAll("[data-panel-pin]")].map((pin) => [pin.dataset.panelPin, pin.dataset.from]);
  const where = panel.querySelector("[data-where]")?.textContent ?? "";
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const old = panel.querySelector(`[data-part="${part.dataset.part}"]`);
    if (submitted?.closest("[data-part]") !== old && isBusy(old)) old.dataset.stale = "";
    else if (plain(old) !== plain(part)) replace(old, part, submitted);
  }
  const now = panel.querySelector("[data-where]")?.textContent ?? "";
  if (now && now !== where && !submitted) announce(now);
  await followPins(new Map(pins));
  return fresh;
}

/** What a part shows: without the token of its forms, which is another each time, and what is folded out. */
function plain(part) {
  const copy = part.cloneNode(true);
  for (const token of copy.querySelectorAll("[name=csrfmiddlewaretoken], noscript, .behind")) token.remove();
  for (const opened of copy.querySelectorAll("[open]")) opened.removeAttribute("open");
  for (const link of copy.querySelectorAll("[aria-expanded]")) link.removeAttribute("aria-expanded");
  return copy.innerHTML.replace(/\s+/gu, " ");
}

function isChanged(field) {
  if (field.matches("select")) return [...field.options].some((option) => option.selected !== option.defaultSelected) && field.selectedIndex > 0;
  if (field.matches("[type=radio], [type=checkbox]")) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** Whether somebody writes in it, or has written and not sent. */
function isBusy(part) {
  if (part.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) return true;
  return [...part.querySelectorAll("input:not([type=hidden]), textarea, select")].some(isChanged);
}

function replace(old, part, submitted) {
  const form = submitted && old.contains(submitted) ? submitted : null;
  const own = form?.closest("details");
  const open = [...old.querySelectorAll("details[open][data-keep]")].filter((one) => one !== own).map((one) => one.dataset.keep);
  const behind = [...old.querySelectorAll(".behind")].map((list) => [list.previousElementSibling?.getAttribute("href"), list]);
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const keep = focused?.closest("[data-keep]")?.dataset.keep;
  for (const name of open) part.querySelector(`details[data-keep="${CSS.escape(name)}"]`)?.setAttribute("open", "");
  for (const [href, list] of behind) {
    const link = href && part.querySelector(`a[data-behind][href="${CSS.escape(href)}"]`);
    if (link) {
      link.after(list);
      link.setAttribute("aria-expanded", "true");
    }
  }
  markFolded(part);
  const top = panel.scrollTop;
  old.replaceWith(part);
  panel.scrollTop = top;
  if (!focused && !(form && document.activeElement === document.body)) return;
  const failed = part.querySelector(".errorlist");
  const again = keep && part.querySelector(`[data-keep="${CSS.escape(keep)}"]`);
  const target =
    failed?.closest("form")?.querySelector("input:not([type=hidden]), textarea") ??
    (again?.matches("details") ? again.querySelector("summary") : again) ??
    part.querySelector("h2");
  target?.focus({ preventScroll: true });
}

/** With a script the links to the messages behind a line fold them out. */
function markFolded(root) {
  for (const link of root.querySelectorAll("[data-behind]:not([aria-expanded])")) link.setAttribute("aria-expanded", "false");
}

/** The messages that conditions came from say so, and say it no more when the condition is gone. */
async function followPins(held) {
  const shown = new Map([...thread.querySelectorAll("[data-pin]")].map((pin) => [pin.dataset.pin, pin.closest(".turn")]));
  const stale = new Set([...shown].filter(([id]) => !held.has(id)).map(([, turn]) => turn));
  for (const [id, from] of held) {
    const turn = from && turnOf(from);
    if (turn && !shown.has(id)) stale.add(turn);
  }
  for (const turn of stale) await refreshFoot(turn).catch(() => {});
  const fresh = [...thread.querySelectorAll("[data-pin]")].filter((pin) => !shown.has(pin.dataset.pin));
  if (fresh.length > 0) announce(fresh.map((pin) => pin.querySelector("span").textContent.trim()).join(" "));
}

// ------------------------------------------------------------------------------------------ done here

async function send(body, { form = null } = {}) {
  asked += 1; // an answer that is on its way is older than what is done now
  const answer = await fetch(panel.dataset.url, {
    method: "POST",
    body,
    headers: { "X-CSRFToken": csrfToken(), ...HEADERS },
    credentials: "same-origin",
  });
  if (answer.redirected || !(answer.ok || answer.status === 400)) throw Object.assign(new Error("refused"), { status: answer.status });
  const fresh = await show(await answer.text(), { submitted: form });
  if (!fresh.dataset.said) return;
  const undo = fresh.dataset.undo && JSON.parse(fresh.dataset.undo);
  toast({ text: fresh.dataset.said, undo: undo && (() => send(asForm(undo))) });
}

function asForm(values) {
  const body = new URLSearchParams();
  for (const [name, all] of Object.entries(values)) for (const one of all) body.append(name, one);
  return body;
}

async function submit(form, submitter) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.set(submitter.name, submitter.value);
  const buttons = form.querySelectorAll("button");
  for (const button of buttons) button.ariaDisabled = "true";
  try {
    await send(body, { form });
  } catch (error) {
    toast({ text: failureText(error.status ?? 0), failed: true });
  } finally {
    for (const button of buttons) button.ariaDisabled = null;
  }
}

/** The messages behind a line of the summary, beneath it. */
async function unfold(link) {
  const shown = link.nextElementSibling?.matches(".behind") ? link.nextElementSibling : null;
  if (shown) {
    shown.remove();
    link.setAttribute("aria-expanded", "false");
    return;
  }
  if (link.ariaBusy === "true") return;
  link.ariaBusy = "true";
  try {
    const answer = await fetch(link.href, { headers: HEADERS, credentials: "same-origin" });
    if (!answer.ok || answer.redirected) throw Object.assign(new Error("refused"), { status: answer.status });
    link.after(fragment(await answer.text()));
    link.setAttribute("aria-expanded", "true");
  } catch (error) {
    toast({ text: failureText(error.status ?? 0), failed: true });
  } finally {
    link.ariaBusy = null;
  }
}

// ------------------------------------------------------------------------------------------ the page

function watch(root) {
  root.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-panel-form]")) return;
    event.preventDefault();
    if (event.submitter?.ariaDisabled === "true") return;
    submit(event.target, event.submitter);
  });
}

if (panel) {
  watch(panel);
  watch(thread);
  markFolded(panel);
  panel.addEventListener("click", (event) => {
    const behind = event.target.closest("a[data-behind]");
    const goto = event.target.closest("a[data-goto]");
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (behind) {
      event.preventDefault();
      unfold(behind);
    } else if (goto && turnOf(goto.dataset.goto)) {
      event.preventDefault();
      if (panel.matches(":popover-open")) panel.hidePopover();
      location.hash = `m-${goto.dataset.goto}`;
    }
  });
  panel.addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229) return;
    const fold = event.target.closest("details[open]");
    if (event.key === "Escape" && fold && event.target.matches("input, textarea, select")) {
      event.preventDefault();
      event.stopPropagation();
      event.target.form?.reset();
      fold.open = false;
      fold.querySelector("summary").focus();
    }
    if (event.key === "Enter" && !event.shiftKey && event.target.matches("textarea[data-enter]")) {
      event.preventDefault();
      event.target.form.requestSubmit(event.target.form.querySelector("[type=submit]"));
    }
  });
  // What waited while something was being written comes in when that is over.
  panel.addEventListener("focusout", () => panel.querySelector("[data-stale]") && refreshSoon());
  panel.addEventListener("toggle", (event) => {
    const toasts = document.getElementById("toasts");
    if (event.target === panel) {
      // A sheet lies over all else: what is said must be seen on it.
      (event.newState === "open" ? panel : document.body).append(toasts);
    } else if (event.target.open && document.activeElement === event.target.querySelector("summary")) {
      event.target.querySelector("form :is(input:not([type=hidden], [type=radio]), textarea)")?.focus({ preventScroll: true });
    }
  }, true);
}
