// The list of My memories: search while typing, selection, keys and undo. Without a script it is plain forms.
import { watchKeys } from "./memories-keys.js";
import { watchRows } from "./memories-rows.js";
import { watchSelection } from "./memories-selection.js";
import { watchUndo } from "./memories-undo.js";

const main = document.querySelector("main.memories[data-list]");
const filters = document.getElementById("filters");

// A row that was swapped in answers to htmx at once, not 20 ms later: the next key may come sooner.
window.htmx.config.defaultSettleDelay = 0;

// Search as it is typed, but not the letters that an input method has not made words of yet.
let typing;
const search = filters.elements.q;
function find() {
  clearTimeout(typing);
  typing = setTimeout(() => window.htmx.trigger(filters, "find"), 280);
}
search.addEventListener("input", (event) => event.isComposing || find());
search.addEventListener("compositionend", find);
search.addEventListener("change", (event) => event.stopPropagation()); // it has been searched for already
search.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing && !search.value) search.blur();
});

// Empty filters stay out of the address.
document.body.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt !== filters) return;
  for (const [name, value] of [...event.detail.formData.entries()]) {
    if (value === "") event.detail.formData.delete(name);
  }
});

const add = document.getElementById("add");
add?.addEventListener("toggle", () => add.open && add.querySelector("textarea").focus());
add?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.isComposing || add.querySelector("textarea").value.trim()) return;
  add.open = false;
  add.querySelector("summary").focus();
});

watchUndo();
watchRows(main);
watchSelection(main);
watchKeys(main);
