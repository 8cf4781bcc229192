import { post } from "./csrf.js";

const SHOWN_MS = 6000;
const SHOWN_WITH_UNDO_MS = 12000;

const words = (id) => document.getElementById(id)?.content.textContent.trim() ?? "";

/** Let a toast go after a while, but never while the pointer or the keyboard is on it. */
export function letGo(element, ms) {
  let timer = setTimeout(() => element.remove(), ms);
  const wait = () => clearTimeout(timer);
  const resume = () => {
    clearTimeout(timer);
    timer = setTimeout(() => element.remove(), ms);
  };
  element.addEventListener("pointerenter", wait);
  element.addEventListener("focusin", wait);
  element.addEventListener("pointerleave", resume);
  element.addEventListener("focusout", resume);
}

/**
 * Say what an action did. `undo` is a function, or `{url, data}` to post (the page is loaded anew after it).
 * @param {{text: string, failed?: boolean, undo?: Function | {url: string, data?: object}}} what
 */
export function toast({ text, failed = false, undo }) {
  const region = document.getElementById("toasts");
  const template = document.getElementById("toast-template");
  if (!region || !template) return null;
  const element = template.content.firstElementChild.cloneNode(true);
  element.querySelector(".said").textContent = text;
  element.classList.toggle("error", failed);
  element.querySelector("[data-toast-close]").addEventListener("click", () => element.remove());
  const button = element.querySelector("[data-toast-undo]");
  if (undo) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        if (typeof undo === "function") {
          await undo();
        } else {
          await post(undo.url, undo.data);
          location.reload();
        }
        element.remove();
      } catch {
        element.remove();
        toast({ text: failureText(), failed: true });
      }
    });
  }
  while (region.children.length > 2) region.firstElementChild.remove();
  region.append(element);
  letGo(element, undo ? SHOWN_WITH_UNDO_MS : SHOWN_MS);
  return element;
}

/** The sentence for a request that failed: the server away, the page stale, or anything else. */
export function failureText(status = 500) {
  if (status === 0) return words("toast-offline");
  if (status === 401 || status === 403 || status === 404) return words("toast-gone");
  return words("toast-failed");
}

/** Toasts that came with the page: close buttons work; what a person must have read stays until it is closed. */
export function adoptToasts() {
  for (const element of document.querySelectorAll("#toasts > [data-toast]")) {
    const close = element.querySelector("[data-toast-close]");
    close.hidden = false;
    close.addEventListener("click", () => element.remove());
    if ("toastStays" in element.dataset) continue;
    letGo(element, element.querySelector("form") ? 2 * SHOWN_WITH_UNDO_MS : SHOWN_MS);
  }
}
