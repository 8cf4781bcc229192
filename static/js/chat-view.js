// The messages on the page: puts them where they belong, grows replies, and keeps the reader's place.
import { addCopyButtons, renderMarkdown } from "./chat-markdown.js";
import { toast } from "./toast.js";

const NEAR_BOTTOM_PX = 48;
const DRAW_EVERY_MS = 60;
const ANNOUNCED_CHARACTERS = 600;

export const main = document.querySelector("main.chat");
export const words = document.getElementById("chat-words").dataset;
const thread = document.querySelector("[data-thread]");
const end = document.querySelector("[data-end]");
const newer = document.querySelector("[data-newer]");
const said = document.querySelector("[data-said]");

export const copyOf = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);
export const turnOf = (id) => document.getElementById(`m-${id}`);
export const language = (text) => (/\p{Script=Han}/u.test(text) ? "zh-Hans" : "");

/** Say it to those who cannot see the page. */
export function announce(text) {
  said.textContent = text;
}

// ------------------------------------------------------------------------------------------ the reader's place

let following = true;
const atBottom = () => thread.scrollHeight - thread.scrollTop - thread.clientHeight < NEAR_BOTTOM_PX;

export function toBottom() {
  following = true;
  newer.hidden = true;
  thread.scrollTop = thread.scrollHeight;
}

/** Change the page; whoever reads at the bottom stays there, whoever reads further up is not moved, but told. */
export function keepingPlace(change, { tell = false } = {}) {
  change();
  if (following) thread.scrollTop = thread.scrollHeight;
  else if (tell) newer.hidden = false;
}

thread.addEventListener("scroll", () => {
  following = atBottom();
  if (following) newer.hidden = true;
});
newer.addEventListener("click", () => {
  toBottom();
  thread.focus({ preventScroll: true });
});
new ResizeObserver(() => following && toBottom()).observe(thread);

// ------------------------------------------------------------------------------------------ turns

const dayIn = new Intl.DateTimeFormat("en-CA", { timeZone: main.dataset.zone });
const longDay = new Intl.DateTimeFormat(document.documentElement.lang, {
  timeZone: main.dataset.zone,
  weekday: "long",
  day: "numeric",
  month: "long",
});

function dayBefore(turn, createdAt) {
  const moment = createdAt ? new Date(createdAt) : new Date();
  const day = dayIn.format(moment);
  const days = [...thread.querySelectorAll(".day")];
  if (days.some((element) => element.dataset.day === day)) return;
  const element = copyOf("day-template");
  const time = element.querySelector("time");
  element.dataset.day = day;
  time.dateTime = day;
  time.textContent = day === dayIn.format(new Date()) ? words.today : longDay.format(moment);
  // What was "today" when the page came has a date now.
  for (const old of days) {
    const label = old.querySelector("time");
    if (label.textContent === words.today) label.textContent = longDay.format(new Date(`${old.dataset.day}T12:00:00Z`));
  }
  turn.before(element);
}

function place(turn, sequence, after) {
  thread.querySelector("[data-start]")?.remove();
  if (sequence) turn.dataset.sequence = sequence;
  const later =
    sequence && [...thread.querySelectorAll("[data-sequence]")].find((one) => one !== turn && +one.dataset.sequence > sequence);
  if (later) later.before(turn);
  else if (after) after.after(turn);
  else end.before(turn);
}

/** Whether a message stands before those that are shown, and comes with them when they are asked for. */
export function isEarlier({ message, sequence }) {
  if (!sequence || turnOf(message) || !thread.querySelector(".earlier")) return false;
  return sequence < Number(thread.querySelector("[data-sequence]")?.dataset.sequence ?? 0);
}

/** A message of the person's, shown once however often it is told. */
export function userTurn({ message, client_id: client, sequence, text, created_at: createdAt }) {
  let turn = (message && turnOf(message)) || (client && thread.querySelector(`.turn.user[data-client="${CSS.escape(client)}"]`));
  if (!turn) {
    turn = copyOf("turn-user-template");
    const [characters, lines] = words.fold.split(" ").map(Number);
    turn.querySelector("[data-words]").textContent = text;
    turn.querySelector(".bubble").lang = language(text);
    if (text.length > characters || text.split("\n").length > lines) turn.querySelector(".bubble").append(copyOf("unfold-template"));
    if (client) turn.dataset.client = client;
    place(turn, sequence);
    dayBefore(turn, createdAt);
  }
  if (message && !turn.id) {
    turn.id = `m-${message}`;
    turn.dataset.message = message;
    turn.dataset.sequence = sequence;
    turn.classList.remove("sending");
    turn.querySelector("[data-foot]").replaceChildren();
  }
  return turn;
}

// ------------------------------------------------------------------------------------------ replies

/** Replies that were told of while this page is open: their text, and how many code points it has. */
const texts = new Map();
const waiting = new Set();
let drawing = 0;
/** Milliseconds of the last drawing: a very long reply is drawn less often. */
let drawingTook = 0;

/** The reply's place; a placeholder that waited for it becomes it. */
export function replyTurn({ message, reply_to: replyTo, sequence }) {
  let turn = turnOf(message);
  const question = replyTo && turnOf(replyTo);
  if (!turn) {
    const next = question?.nextElementSibling;
    turn = next?.matches(".turn.reply:not([id])") ? next : copyOf("turn-reply-template");
    turn.id = `m-${message}`;
    turn.dataset.message = message;
    if (!turn.isConnected) place(turn, sequence, question);
    else if (sequence) turn.dataset.sequence = sequence;
  }
  if (replyTo) turn.dataset.replyTo = replyTo;
  return turn;
}

/** A place for the reply that is on its way. */
export function expectReply(question) {
  if (question.nextElementSibling?.matches(".turn.reply")) return;
  const turn = copyOf("turn-reply-template");
  turn.dataset.status = "answering";
  question.after(turn);
}

export function forgetExpected(question) {
  const next = question?.nextElementSibling;
  if (next?.matches(".turn.reply:not([id])")) next.remove();
}

/** The reply is written (again): it shows that it grows. */
export function startReply(turn) {
  const element = turn.querySelector("[data-words]");
  if (turn.dataset.status !== "answering") {
    texts.set(turn.dataset.message, { text: "", points: 0 });
    element.replaceChildren();
    turn.querySelector("[data-foot]").replaceChildren();
  }
  turn.dataset.status = "answering";
  element.classList.add("writing");
}

/** `text` stands at `offset` of the reply, counted in code points as the server does. */
export function growReply(turn, { offset, text }) {
  const id = turn.dataset.message;
  const known = texts.get(id) ?? { text: "", points: 0 };
  const length = [...text].length;
  const kept = offset === known.points ? known.text : [...known.text].slice(0, offset).join("");
  texts.set(id, { text: kept + text, points: Math.min(offset, known.points) + length });
  waiting.add(turn);
  drawing ||= setTimeout(drawWaiting, Math.max(DRAW_EVERY_MS, 5 * drawingTook));
}

function drawWaiting() {
  drawing = 0;
  const started = performance.now();
  keepingPlace(
    () => {
      for (const turn of waiting) draw(turn);
    },
    { tell: waiting.size > 0 },
  );
  waiting.clear();
  drawingTook = performance.now() - started;
}

function draw(turn) {
  const { text } = texts.get(turn.dataset.message);
  const element = turn.querySelector("[data-words]");
  element.lang = language(text);
  renderMarkdown(element, text);
}

/** The reply is as it will stay. */
export function finishReply(turn, { status, text }) {
  const element = turn.querySelector("[data-words]");
  const wasOpen = turn.dataset.status === "answering";
  waiting.delete(turn);
  texts.set(turn.dataset.message, { text, points: [...text].length });
  turn.dataset.status = status;
  element.classList.remove("writing");
  element.lang = language(text);
  renderMarkdown(element, text);
  decorate(element);
  if (wasOpen) announce(text.length > ANNOUNCED_CHARACTERS ? `${text.slice(0, ANNOUNCED_CHARACTERS)}…` : text);
}

export const answering = () => Boolean(thread.querySelector('.turn.reply[data-status="answering"]'));

function decorate(element) {
  addCopyButtons(element, {
    copied: () => toast({ text: words.copied }),
    failed: () => toast({ text: words.noCopy, failed: true }),
  });
}

/** Replies that came with the page hold their Markdown as text. */
export function adoptTurns(root = thread) {
  for (const element of root.querySelectorAll(".turn.reply .prose.plain")) {
    const turn = element.closest(".turn");
    const text = element.textContent;
    texts.set(turn.dataset.message, { text, points: [...text].length });
    renderMarkdown(element, text);
    if (turn.dataset.status !== "answering") decorate(element);
  }
}

// ------------------------------------------------------------------------------------------ what stands beneath

/** Ask anew for what stands beneath a message; an open receipt stays open. */
export async function refreshFoot(turn) {
  if (!turn?.dataset.message) return;
  const answer = await fetch(`${main.dataset.url}messages/${turn.dataset.message}/`, {
    headers: { "X-Requested-With": "fetch" },
    credentials: "same-origin",
  });
  if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
  const html = await answer.text();
  const foot = turn.querySelector("[data-foot]");
  if (foot.querySelector(".edit.open")) return;
  const open = foot.querySelector(".receipt")?.open;
  keepingPlace(() => {
    foot.innerHTML = html;
    if (open && foot.querySelector(".receipt")) foot.querySelector(".receipt").open = true;
  });
}

/** Earlier messages come in above; what is being read stays where it is. */
export function prepend(html) {
  const page = document.createElement("template");
  page.innerHTML = html;
  page.content.querySelector("[data-later]")?.closest("p").remove();
  for (const turn of page.content.querySelectorAll(".turn")) if (turnOf(turn.dataset.message)) turn.remove();
  const first = thread.querySelector(".day");
  const days = [...page.content.querySelectorAll(".day")];
  if (first && days.at(-1)?.dataset.day === first.dataset.day) first.remove();
  adoptTurns(page.content);
  const height = thread.scrollHeight - thread.scrollTop;
  thread.querySelector(".earlier")?.remove();
  thread.prepend(page.content);
  thread.scrollTop = thread.scrollHeight - height;
}
