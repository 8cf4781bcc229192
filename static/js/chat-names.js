// The name of the chat, the list of chats beside it, and the question before it is deleted.
import { toast } from "./toast.js";
import { post } from "./csrf.js";
import { main, words } from "./chat-view.js";

const form = document.querySelector("[data-rename]");
const input = document.querySelector("[data-title-input]");
const menu = document.getElementById("chat-menu");

function apply(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const title = page.querySelector("[data-title]").textContent;
  const shown = title || words.newChat;
  input.value = title;
  input.defaultValue = title;
  document.querySelector("[data-heading]").textContent = shown;
  document.title = document.title.replace(/^.*(?= · )/u, () => shown);
  const list = page.getElementById("past-chats");
  if (list) document.getElementById("past-chats").replaceChildren(...list.childNodes);
  const waiting = page.querySelector(".side [data-waiting]");
  for (const mark of waiting ? document.querySelectorAll(":is(.side, .bottom) [data-waiting]") : []) {
    mark.replaceWith(waiting.cloneNode(true));
  }
}

/** The name, the list of chats and the number of memories that wait, as the server has them now. */
export async function refreshNames() {
  if (!form || document.activeElement === input) return;
  const answer = await fetch(`${main.dataset.url}?part=names`, { credentials: "same-origin" });
  if (answer.ok && !answer.redirected) apply(await answer.text());
}

/** A temporary chat has no name, and needs none. */
export const hasName = () => !form || input.defaultValue !== "";

async function rename() {
  if (input.value.trim() === input.defaultValue) {
    input.value = input.defaultValue;
    return;
  }
  if (!input.value.trim()) {
    input.value = input.defaultValue;
    return;
  }
  try {
    const answer = await post(form.action, { title: input.value });
    if (answer.redirected) throw new Error("signed out");
    apply(await answer.text());
  } catch {
    input.value = input.defaultValue;
    toast({ text: words.notDone, failed: true });
  }
}

/** How many memories hang on the chat may have changed since the page came. */
async function askAnew() {
  const question = menu.querySelector("form");
  const answer = await fetch(question.action, { credentials: "same-origin" });
  if (!answer.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-delete-question]");
  if (fresh) menu.querySelector("[data-delete-question]").replaceWith(fresh);
}

export function watchNames() {
  if (!form) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    input.blur();
  });
  input.addEventListener("blur", rename);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    input.value = input.defaultValue;
    input.blur();
  });
  menu.addEventListener("beforetoggle", (event) => {
    if (event.newState === "open") askAnew().catch(() => {});
  });
}
