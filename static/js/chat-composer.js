// The box that messages are written in: keys, a draft that outlives the page, and what has not been stored yet.

const form = document.querySelector("[data-composer]");
const box = form.elements.text;
const alertLine = document.querySelector("[data-alert]");
form.noValidate = true; // An empty box is not sent: a second click on "Send" needs no bubble of the browser's.
const grows = CSS.supports("field-sizing", "content");

/** A temporary chat's words are in the page alone: browsers write what is kept for a window to the disk. */
class PageStorage extends Map {
  getItem = (key) => this.get(key) ?? null;
  setItem = this.set;
  removeItem = this.delete;
}
const pageOnly = "temporary" in document.querySelector("main.chat").dataset ? new PageStorage() : null;
const storage = () => pageOnly ?? sessionStorage;

/** Kept for the window only, and never an obstacle: a browser may forbid it. */
const store = {
  get(key) {
    try {
      return JSON.parse(storage().getItem(key));
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      if (value === null || value === "" || value.length === 0) storage().removeItem(key);
      else storage().setItem(key, JSON.stringify(value));
    } catch {
      // The message is still in the page.
    }
  },
};

export class Composer {
  /** @param {{conversation: string, onSend: (text: string) => void}} options */
  constructor({ conversation, onSend }) {
    this.draftKey = `draft:${conversation}`;
    this.outboxKey = `outbox:${conversation}`;
    this.onSend = onSend;
    const draft = store.get(this.draftKey);
    if (draft && !box.value) box.value = draft;
    this.#fit();
    box.addEventListener("input", () => {
      store.set(this.draftKey, box.value);
      this.hideAlert();
      this.#fit();
      this.onInput?.();
    });
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
      // While an input method composes, Enter picks a word. Safari ends the composition before it tells: hence 229.
      if (event.isComposing || event.keyCode === 229) return;
      event.preventDefault();
      form.requestSubmit();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (box.value.trim()) this.onSend(box.value);
    });
  }

  get text() {
    return box.value;
  }

  set text(text) {
    box.value = text;
    store.set(this.draftKey, text);
    this.#fit();
  }

  focus() {
    box.focus({ preventScroll: true });
    box.setSelectionRange(box.value.length, box.value.length);
  }

  /** A sentence over the box, until something is written. */
  alert(text) {
    alertLine.textContent = text;
    alertLine.hidden = false;
  }

  hideAlert() {
    alertLine.hidden = true;
  }

  /** Messages that went out and were not confirmed: [{client_id, text}]. */
  get outbox() {
    return store.get(this.outboxKey) ?? [];
  }

  set outbox(messages) {
    store.set(this.outboxKey, messages);
  }

  #fit() {
    if (grows) return;
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight}px`;
  }
}

/** A first message, kept for the page of the conversation that it opens. */
export function keepFor(conversation, message) {
  store.set(`outbox:${conversation}`, [message]);
}

/** Whether this browser keeps things for the window at all. */
export function canKeep() {
  store.set("kept", "1");
  const kept = store.get("kept") === "1";
  store.set("kept", "");
  return kept;
}

export function clientId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Without HTTPS, other than on this machine, a browser has no randomUUID.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
