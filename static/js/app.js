// What every page needs: the token on htmx requests, toasts, the browser's time zone, the theme, keys of the shell.
import { csrfToken } from "./csrf.js";
import { adoptToasts, failureText, toast } from "./toast.js";

document.body.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRFToken"] = csrfToken();
});
// The server names this event in HX-Trigger (memoryhub/toasts.py).
document.body.addEventListener("toast", (event) => toast(event.detail));
document.body.addEventListener("htmx:responseError", (event) => {
  toast({ text: failureText(event.detail.xhr.status), failed: true });
});
document.body.addEventListener("htmx:sendError", () => toast({ text: failureText(0), failed: true }));
adoptToasts();

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
for (const input of document.querySelectorAll("input[data-time-zone]")) input.value = zone;
for (const element of document.querySelectorAll("[data-browser-zone]")) {
  if (element.dataset.browserZone !== zone && zone) {
    element.hidden = false;
    const name = element.querySelector("[data-zone-name]");
    if (name) name.textContent = zone;
  }
}

// A theme is seen at once; the form that holds it saves it.
for (const input of document.querySelectorAll("[data-theme-choice]")) {
  input.addEventListener("change", () => {
    if (input.value === "") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = input.value;
  });
}

// Forms that htmx saves on change have a submit button for those without a script; here it is not needed.
for (const button of document.querySelectorAll("[data-autosave-button]")) button.hidden = true;
// A switch that could not be saved goes back to what is true.
document.body.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt.closest?.("form[data-autosave]");
  if (!form) return;
  if (!event.detail.successful) form.reset();
  for (const input of form.querySelectorAll("input[type=checkbox]")) input.defaultChecked = input.checked;
});

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent.trim());
    toast({ text: button.dataset.copied });
  });
}

// "/" goes to the search field of the page, unless something is being written.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  const search = document.querySelector("main input[type=search]");
  if (search) {
    event.preventDefault();
    search.focus();
    search.select();
  }
});
