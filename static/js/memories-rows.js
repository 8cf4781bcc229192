// Rows that change in place: where the focus goes, closing an edit, and a list that ran empty.
import { reloadList } from "./memories-undo.js";

const rowOf = (element) => element?.closest?.("li.row[data-memory]") ?? null;

function focusIn(row, act) {
  const target = row.querySelector(`[data-act="${act}"]`) ?? row.querySelector(".actions :is(a, button)");
  target?.focus({ preventScroll: true });
}

// The row after this one, or else before it, in whatever group of the page.
function neighbour(main, row) {
  const all = [...main.querySelectorAll("li.row[data-memory]")];
  const at = all.indexOf(row);
  return all[at + 1] ?? all[at - 1];
}

export function watchRows(main) {
  let left = null; // the row that is being swapped: its neighbour, and what had been pressed in it

  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const row = rowOf(event.detail.target);
    if (!row) return;
    const pressed = event.detail.requestConfig?.elt;
    left = {
      id: row.id,
      near: neighbour(main, row),
      act: pressed?.dataset.act ?? "edit",
      focused: row.contains(document.activeElement) || document.activeElement === document.body,
      current: row.classList.contains("current"),
      ticked: row.querySelector(".tick input")?.checked ?? false,
    };
  });

  document.body.addEventListener("htmx:afterSettle", () => {
    if (!left) return;
    const { id, near, act, focused, current, ticked } = left;
    left = null;
    const row = document.getElementById(id);
    const form = row?.querySelector("form[data-edit]");
    if (form) {
      form.elements.content.focus();
      const end = form.elements.content.value.length;
      form.elements.content.setSelectionRange(end, end);
    } else if (row && focused) focusIn(row, act === "edit" ? "edit" : act);
    else if (focused && near?.isConnected) focusIn(near, act);
    const here = row ?? (near?.isConnected ? near : null);
    if (current) here?.classList.add("current");
    const tick = row?.querySelector(".tick input");
    if (tick && ticked) tick.checked = true;
    main.dispatchEvent(new CustomEvent("rows"));
    if (!main.querySelector("li.row[data-memory]")) reloadList();
  });

  main.addEventListener("keydown", (event) => {
    const form = event.target.closest("form[data-edit]");
    if (!form || event.isComposing || event.keyCode === 229) return;
    if (event.key === "Escape") form.querySelector("[data-edit-close]").click();
    if (event.key === "Enter" && !event.shiftKey && event.target.matches("textarea")) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
}
