// Keys of the list. Never while something is being written, nor with a modifier that the browser may want.
import { undoLast } from "./memories-undo.js";

export function watchKeys(main) {
  const keys = document.getElementById("keys");
  const hint = main.querySelector("[data-keys-hint]");
  if (hint) hint.hidden = false;
  const rows = () => [...main.querySelectorAll("li.row[data-memory]")];
  const current = () => main.querySelector("li.row.current") ?? document.activeElement.closest?.("li.row[data-memory]");

  function go(step) {
    const all = rows();
    if (!all.length) return;
    const at = all.indexOf(current());
    const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + step, 0), all.length - 1)];
    mark(next);
    next.querySelector(".text a")?.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }
  function mark(row) {
    for (const other of main.querySelectorAll("li.row.current")) other.classList.remove("current");
    row?.classList.add("current");
  }
  main.addEventListener("focusin", (event) => {
    const row = event.target.closest("li.row[data-memory]");
    if (row) mark(row);
  });

  const press = (act) => current()?.querySelector(`[data-act="${act}"]`)?.click();
  // A decision is on all that are ticked, or else on the row one is at.
  function decide(act) {
    const ticked = main.querySelector(".tick input:checked");
    if (ticked) document.querySelector(`#selected button[value="${act}"]`)?.click();
    else press(act);
  }
  const acts = {
    j: () => go(1),
    k: () => go(-1),
    e: () => press("edit"),
    x: () => current()?.querySelector(".tick input")?.click(),
    a: () => main.querySelector("[data-all] input")?.click(),
    y: () => decide("confirm"),
    n: () => decide("reject"),
    "#": () => press("forget"),
    z: () => undoLast(),
    "?": () => keys.showModal(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (event.target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable], dialog[open]")) return;
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
