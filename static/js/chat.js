// The chat page: ties the socket, the box and the messages together. Without it the page works by plain forms.
import { Composer, canKeep, clientId, keepFor } from "./chat-composer.js";
import { watchMemories } from "./chat-memory.js";
import { hasName, refreshNames, watchNames } from "./chat-names.js";
import { refreshSoon, replyEnded } from "./chat-panel.js";
import { ChatSocket } from "./chat-socket.js";
import * as view from "./chat-view.js";
import { post } from "./csrf.js";
import { toast } from "./toast.js";

const { main, words } = view;
const { conversation, url } = main.dataset;
const inHistory = "history" in main.dataset;
const thread = document.querySelector("[data-thread]");
const connection = document.querySelector("[data-connection]");
const stop = document.querySelector("[data-stop]");

const TOLD_AFTER_MS = 1_500;
const SILENT_MS = 20_000;

const composer = new Composer({ conversation: conversation ?? "", onSend: send });
let socket = null;
let state = "away";
let boxWaits = false;
let toldLater = 0;
let lastFrame = Date.now();

// ------------------------------------------------------------------------------------------ sending

function send(text) {
  composer.hideAlert();
  if (!conversation) {
    startChat(text);
  } else if (inHistory) {
    composer.outbox = [...composer.outbox, { client_id: clientId(), text }];
    composer.text = "";
    location.href = url;
  } else if (state === "open") {
    composer.text = "";
    composer.outbox = [...composer.outbox, { client_id: clientId(), text }];
    transmit(composer.outbox.at(-1));
  } else {
    boxWaits = true;
    showConnection();
  }
}

function transmit(message) {
  const turn = view.userTurn(message);
  if (!turn.id) turn.querySelector("[data-foot]").replaceChildren(view.copyOf("sending-template"));
  view.expectReply(turn);
  view.toBottom();
  socket.send({ type: "message.send", ...message }, { expectAnswer: true });
  showStop();
}

/** The first message opens a chat and is sent from its page. */
async function startChat(text) {
  const form = document.querySelector("[data-composer]");
  if (!canKeep()) {
    form.submit();
    return;
  }
  try {
    const answer = await post(form.action);
    const found = new URL(answer.url).pathname.match(/([0-9a-f-]{36})\/$/);
    if (!found) throw new Error("no chat");
    keepFor(found[1], { client_id: clientId(), text });
    composer.text = "";
    location.href = answer.url;
  } catch {
    composer.alert(words.offline);
  }
}

function dropFromOutbox(id) {
  composer.outbox = composer.outbox.filter((message) => message.client_id !== id);
}

function sendWhatWaits() {
  for (const message of composer.outbox) {
    const turn = thread.querySelector(`.turn.user[data-client="${CSS.escape(message.client_id)}"]`);
    if (turn?.id) dropFromOutbox(message.client_id);
    else transmit(message);
  }
  if (boxWaits && composer.text.trim()) {
    boxWaits = false;
    send(composer.text);
  }
  boxWaits = false;
}

function answerAgain(question, reply) {
  if (state !== "open") {
    showConnection({ now: true });
    return false;
  }
  if (reply) view.keepingPlace(() => view.startReply(reply));
  else {
    question.querySelector("[data-foot] .partial")?.remove();
    view.expectReply(question);
  }
  const text = question.querySelector("[data-words]").textContent;
  socket.send({ type: "message.send", client_id: question.dataset.client, text }, { expectAnswer: true });
  showStop();
  return true;
}

// ------------------------------------------------------------------------------------------ frames

const onFrame = {
  "message.saved"(frame) {
    const known = view.turnOf(frame.message);
    dropFromOutbox(frame.client_id);
    if (known) return;
    view.keepingPlace(() => view.userTurn(frame), { tell: true });
    view.refreshFoot(view.turnOf(frame.message)).catch(() => {});
    if (!hasName()) refreshNames().catch(() => {});
  },
  "recall.done"(frame) {
    const known = view.turnOf(frame.message);
    if (known && known.dataset.status !== "answering") return;
    view.keepingPlace(() => view.startReply(view.replyTurn(frame)), { tell: true });
    view.announce(words.answering);
  },
  "reply.delta"(frame) {
    const turn = view.replyTurn(frame);
    if (turn.dataset.status === "done") return;
    if (turn.dataset.status !== "answering") view.startReply(turn);
    view.growReply(turn, frame);
  },
  "reply.done"(frame) {
    const known = view.turnOf(frame.message);
    if (known?.dataset.status === frame.status && known.dataset.status !== "answering") return;
    const turn = view.replyTurn(frame);
    view.keepingPlace(() => view.finishReply(turn, frame), { tell: true });
    view.refreshFoot(turn).catch(() => showTrouble(turn, frame.notice));
    replyEnded();
  },
  "task.changed": refreshSoon,
  "kept.changed": refreshSoon,
  "tool.called": refreshSoon,
  "memory.noticed"(frame) {
    const turn = view.turnOf(frame.message);
    if (!turn) return;
    const foot = turn.querySelector("[data-foot]");
    if (frame.memories.every(({ id }) => foot.querySelector(`[data-memory="${id}"]`))) return;
    view.refreshFoot(turn).then(() => view.announce(words.noticed), () => {});
    if (frame.memories.some(({ status }) => status === "pending")) refreshNames().catch(() => {});
  },
  error({ client_id: id, message: sentence }) {
    const about = id || composer.outbox.at(-1)?.client_id || "";
    const turn = about && thread.querySelector(`.turn.user[data-client="${CSS.escape(about)}"]`);
    dropFromOutbox(about);
    if (!turn) {
      composer.alert(sentence);
      return;
    }
    view.forgetExpected(turn);
    if (turn.id) {
      showTrouble(turn, sentence);
    } else if (!composer.text) {
      composer.text = turn.querySelector("[data-words]").textContent;
      turn.remove();
      composer.alert(sentence);
      composer.focus();
    } else {
      const failed = view.copyOf("failed-template");
      failed.querySelector("[data-sentence]").textContent = sentence;
      turn.classList.remove("sending");
      turn.querySelector("[data-foot]").replaceChildren(failed);
    }
    view.announce(sentence);
  },
};

/** A sentence beneath a message, with the way to have it answered again. */
function showTrouble(turn, sentence) {
  if (!sentence) return;
  const line = view.copyOf("trouble-template");
  line.querySelector("[data-sentence]").textContent = sentence;
  view.keepingPlace(() => turn.querySelector("[data-foot]").append(line));
}

function showStop() {
  stop.hidden = !view.answering();
}

// ------------------------------------------------------------------------------------------ the connection

function showConnection({ now = false } = {}) {
  clearTimeout(toldLater);
  const sentences = {
    "too-fast": words.tooFast,
    gone: words.gone,
    "signed-out": words.signedOut,
    away: boxWaits ? words.awayWaiting : composer.outbox.length ? words.awayUnsent : words.away,
  };
  if (state === "open") {
    connection.hidden = true;
    return;
  }
  const show = () => {
    connection.textContent = sentences[state];
    if (state === "signed-out") {
      const link = document.createElement("a");
      link.href = `${main.dataset.signIn}?next=${encodeURIComponent(location.pathname)}`;
      link.textContent = words.signedOutLink;
      connection.append(" ", link);
    }
    connection.hidden = false;
  };
  // A connection that is back in a moment is not worth a word.
  if (now || boxWaits || state !== "away" || !connection.hidden) show();
  else toldLater = setTimeout(show, TOLD_AFTER_MS);
}

function onState(next) {
  state = next;
  showConnection();
  if (next === "open") {
    sendWhatWaits();
    refreshSoon(); // its frames come once: what changed before the connection was there is not told again
  }
}

// ------------------------------------------------------------------------------------------ the page

if (conversation) {
  view.adoptTurns();
  watchMemories(thread);
  watchNames();
  showStop();
  const target = location.hash.startsWith("#m-") && document.getElementById(location.hash.slice(1));
  if (target) target.scrollIntoView({ block: "center" });
  else if (!inHistory) view.toBottom();
  if (!inHistory) {
    socket = new ChatSocket({
      conversation,
      after: Number(main.dataset.after),
      onState,
      onFrame(frame) {
        lastFrame = Date.now();
        if (!view.isEarlier(frame)) onFrame[frame.type]?.(frame);
        showStop();
      },
    });
    for (const message of composer.outbox) view.userTurn(message);
  }
  composer.onInput = () => {
    boxWaits = false;
    showConnection();
  };
  // A reply that fell silent may have lost its writer: the server knows.
  setInterval(() => {
    if (state === "open" && view.answering() && Date.now() - lastFrame > SILENT_MS) {
      lastFrame = Date.now();
      socket.send({ type: "resume", after: socket.after }, { expectAnswer: true });
    }
  }, SILENT_MS / 4);
}

stop.addEventListener("click", () => {
  if (socket?.send({ type: "reply.stop" })) stop.hidden = true;
  composer.focus();
});

thread.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-again]");
  const question = form && view.turnOf(form.dataset.again);
  if (!question) return;
  event.preventDefault();
  const turn = form.closest(".turn");
  answerAgain(question, turn === question ? null : turn);
});

thread.addEventListener("click", async (event) => {
  const example = event.target.closest("[data-example]");
  if (example) {
    event.preventDefault();
    composer.text = example.dataset.example;
    composer.focus();
    return;
  }
  const turn = event.target.closest(".turn");
  if (event.target.closest("[data-discard]")) {
    turn.remove();
  } else if (event.target.closest("[data-resend]")) {
    const question = turn.matches(".user") ? turn : view.turnOf(turn.dataset.replyTo);
    if (turn.id && question) answerAgain(question, turn === question ? null : turn);
    else resend(turn);
  } else if (event.target.closest("[data-earlier]")) {
    event.preventDefault();
    await loadEarlier(event.target.closest("[data-earlier]"));
  }
});

/** A message that was refused goes out again, as the same message. */
function resend(turn) {
  if (state !== "open") {
    showConnection({ now: true });
    return;
  }
  turn.classList.add("sending");
  const message = { client_id: turn.dataset.client, text: turn.querySelector("[data-words]").textContent };
  composer.outbox = [...composer.outbox, message];
  transmit(message);
}

async function loadEarlier(link) {
  if (link.ariaDisabled === "true") return;
  link.ariaDisabled = "true";
  try {
    const answer = await fetch(`${link.href}&part=thread`, { credentials: "same-origin" });
    if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
    view.prepend(await answer.text());
  } catch {
    link.ariaDisabled = "false";
    toast({ text: words.offline, failed: true });
  }
}

// Where the on-screen keyboard lies over the page instead of making it smaller, the page makes itself smaller.
window.visualViewport?.addEventListener("resize", () => {
  const covered = window.innerHeight - window.visualViewport.height;
  main.style.height = covered > 120 ? `${window.visualViewport.height}px` : "";
});

if (matchMedia("(hover: hover)").matches && !location.hash.startsWith("#m-")) composer.focus();
