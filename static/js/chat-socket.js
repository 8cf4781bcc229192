// The web socket of one conversation (frames: chat/protocol.py): it comes back by itself and asks for what it missed.

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
const TOO_FAST_WAIT_MS = 60_000;
/** A connection that does not answer so long is given up: a lost network closes nothing by itself. */
const SILENCE_MS = 10_000;

const SIGNED_OUT = 4401;
const NOT_FOUND = 4404;
const TOO_FAST = 4429;

export class ChatSocket {
  #socket = null;
  #tries = 0;
  #timer = 0;
  #silence = 0;
  #ended = false;

  /**
   * @param {{conversation: string, after: number, onFrame: Function, onState: Function}} options `onState` gets
   * "open", "away", "too-fast", "signed-out" or "gone".
   */
  constructor({ conversation, after, onFrame, onState }) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.url = `${scheme}//${location.host}/ws/chat/${conversation}/`;
    this.after = after;
    this.onFrame = onFrame;
    this.onState = onState;
    window.addEventListener("online", () => this.#soon());
    window.addEventListener("offline", () => this.#socket?.close());
    document.addEventListener("visibilitychange", () => document.hidden || this.#soon());
    this.#connect();
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Whether the frame went out; an answer must come, or the connection is given up. */
  send(frame, { expectAnswer = false } = {}) {
    if (!this.open) return false;
    this.#socket.send(JSON.stringify(frame));
    if (expectAnswer) this.#expect();
    return true;
  }

  /** Ask again for all that happened since the last frame. */
  resume() {
    return this.send({ type: "resume", after: this.after });
  }

  #expect() {
    const socket = this.#socket;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(socket), SILENCE_MS);
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    this.#expect();
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#silence);
      this.resume();
      this.onState("open");
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#silence);
      this.#tries = 0;
      const frame = JSON.parse(event.data);
      if (frame.seq > this.after) this.after = frame.seq;
      this.onFrame(frame);
    });
    socket.addEventListener("close", (event) => this.#lost(socket, event.code));
  }

  #lost(socket, code = 0) {
    if (socket !== this.#socket) return;
    clearTimeout(this.#silence);
    this.#socket = null;
    socket.close();
    if (code === SIGNED_OUT || code === NOT_FOUND) {
      this.#ended = true;
      this.onState(code === SIGNED_OUT ? "signed-out" : "gone");
      return;
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries);
    this.#tries += 1;
    // A little chance in it, so that all pages do not come back in the same instant.
    const delay = code === TOO_FAST ? TOO_FAST_WAIT_MS : wait * (0.7 + 0.6 * Math.random());
    this.#timer = setTimeout(() => this.#connect(), delay);
    this.onState(code === TOO_FAST ? "too-fast" : "away");
  }

  #soon() {
    if (this.#socket || this.#ended) return;
    this.#tries = 0;
    this.#connect();
  }
}
