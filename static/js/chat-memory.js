// What is done to a memory beneath a message or in a receipt: in place, and told in words.
import { csrfToken } from "./csrf.js";
import { toast } from "./toast.js";
import { refreshNames } from "./chat-names.js";
import { announce, keepingPlace, refreshFoot, words } from "./chat-view.js";

function openEdit(link, open) {
  const form = document.querySelector(link.getAttribute("href"));
  if (!form) return;
  keepingPlace(() => form.classList.toggle("open", open));
  link.setAttribute("aria-expanded", `${open}`);
  if (open) form.elements.content.focus();
}

function closeEdit(form) {
  form.classList.remove("open");
  form.reset();
  const link = document.querySelector(`[data-edit][href="#${CSS.escape(form.id)}"]`);
  link?.setAttribute("aria-expanded", "false");
  link?.focus();
}

async function act(form, submitter) {
  const item = form.closest("[data-memory]");
  const errors = form.querySelector(".errorlist");
  const buttons = form.querySelectorAll("button");
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.set(submitter.name, submitter.value);
  for (const button of buttons) button.disabled = true;
  let answer;
  try {
    answer = await fetch(form.action, {
      method: "POST",
      body,
      headers: { "X-CSRFToken": csrfToken(), "X-Requested-With": "fetch" },
      credentials: "same-origin",
    });
  } catch {
    toast({ text: words.offline, failed: true });
    return;
  } finally {
    for (const button of buttons) button.disabled = false;
  }
  if (answer.status === 400 && errors) {
    errors.textContent = await answer.text();
    errors.hidden = false;
    return;
  }
  if (!answer.ok || answer.redirected) {
    toast({ text: words.notDone, failed: true });
    return;
  }
  const template = document.createElement("template");
  template.innerHTML = await answer.text();
  const fresh = template.content.firstElementChild;
  const hadFocus = item.contains(document.activeElement) || document.activeElement === document.body;
  keepingPlace(() => item.replaceWith(fresh));
  if (hadFocus) fresh.querySelector("button, a")?.focus({ preventScroll: true });
  announce(fresh.dataset.said ?? "");
  refreshNames().catch(() => {});
  // The same memory may stand beneath other messages.
  const others = [...document.querySelectorAll(`[data-memory="${fresh.dataset.memory}"]`)].filter((one) => one !== fresh);
  for (const turn of new Set(others.map((one) => one.closest(".turn")))) await refreshFoot(turn).catch(() => {});
}

export function watchMemories(thread) {
  thread.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-act]")) return;
    event.preventDefault();
    act(event.target, event.submitter);
  });
  thread.addEventListener("click", (event) => {
    // What opens below the fold comes into view.
    const receipt = event.target.closest(".receipt > summary")?.parentElement;
    if (receipt) setTimeout(() => receipt.open && receipt.scrollIntoView({ block: "nearest" }));
    const link = event.target.closest("[data-edit], [data-edit-close]");
    if (!link) return;
    event.preventDefault();
    if (link.matches("[data-edit-close]")) closeEdit(link.closest("form"));
    else openEdit(link, link.getAttribute("aria-expanded") !== "true");
  });
  thread.addEventListener("keydown", (event) => {
    const form = event.target.closest("form.edit");
    if (!form || event.isComposing || event.keyCode === 229) return;
    if (event.key === "Escape") closeEdit(form);
    if (event.key === "Enter" && !event.shiftKey && event.target.matches("textarea")) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
}
