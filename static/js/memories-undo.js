// Undo without leaving the page: the toast's button and the key do the same, and the list shows what came back.
let last = null;

/** Load the list anew in its place, under the address that the page has. */
export function reloadList() {
  return window.htmx.ajax("GET", location.pathname + location.search, { target: "#found", swap: "outerHTML" });
}

async function takeBack({ url, data }) {
  last = null;
  await window.htmx.ajax("POST", url, { values: data, swap: "none" });
  await reloadList();
}

/** Take the last action back, told in place or by the page as it was opened; false when there is none. */
export function undoLast() {
  if (!last) {
    const button = [...document.querySelectorAll("#toasts form button")].at(-1);
    button?.click();
    return Boolean(button);
  }
  for (const button of document.querySelectorAll("#toasts [data-toast-undo]")) button.closest("[data-toast]").remove();
  takeBack(last);
  return true;
}

export function watchUndo() {
  // Before the page's own listener, so that its button does it in place.
  document.addEventListener(
    "toast",
    (event) => {
      const undo = event.detail.undo;
      last = undo && typeof undo !== "function" ? undo : null;
      if (last) event.detail.undo = () => takeBack(undo);
    },
    { capture: true },
  );
}
