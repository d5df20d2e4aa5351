// The one socket: it watches a table, says commands once however often they are sent, and comes back when it is lost.

import { comeIn, Refused } from "./door.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

export class Wire {
  constructor(table, told) {
    this.table = table;
    this.told = told;
    this.sequence = null;
    this.person = null;
    this.pending = new Map();
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.greeted = false;
    this.closed = false;
  }

  // `known`: who has just come in.
  async open(known = null) {
    try {
      const session = known ?? (await comeIn(this.person, this.told.held?.()));
      // Somebody else's page is made anew: nothing that was said in one name is said again in another.
      if (this.person && session.person.name !== this.person.name) return location.reload();
      this.person = session.person;
      this.told.session(session);
    } catch (error) {
      if (this.closed) return;
      if (error instanceof Refused) this.told.refused(error);
      return this.later();
    }
    if (this.closed) return;
    this.greeted = false;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.socket.onmessage = (message) => this.hear(JSON.parse(message.data));
    this.socket.onclose = () => this.later();
  }

  later() {
    for (const [id, { command, reject }] of this.pending) {
      if (command) continue; // commands are sent again
      this.pending.delete(id);
      reject(new Refused({ message: "Ask again: the connection was lost." }));
    }
    this.told.lost();
    this.again = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  // For good, also while it is still being opened: else a page that goes on leaves a connection behind.
  close() {
    this.closed = true;
    clearTimeout(this.again);
    if (this.socket) this.socket.onclose = null;
    this.socket?.close();
  }

  back() {
    this.wait = FIRST_WAIT;
    this.greeted = true;
    this.say({ type: "watch", table: this.table });
    for (const [id, { command, early }] of this.pending) if (command) this.give(command, early, id);
  }

  say(message) {
    if (this.greeted && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  do(command, early = "") {
    const id = ++this.number;
    const keyed = { ...command, key: key() };
    return new Promise((resolve, reject) => {
      this.pending.set(id, { command: keyed, early, resolve, reject });
      this.give(keyed, early, id);
    });
  }

  // A question about the table's clock. It is no command, so after a lost connection it is not sent again.
  ask(message) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.say({ ...message, table: this.table, id });
    });
  }

  give(command, early, id) {
    this.say({ type: "do", table: this.table, command, id, ...(early && { early }) });
  }

  hear(message) {
    const { type, id } = message;
    if (type === "hello") {
      // Signed in elsewhere since it was asked who is: nothing is said in another's name, and the door asks what now.
      if (message.name === this.person.name) this.back();
      else this.socket.close();
    } else if (type === "snapshot") {
      this.sequence = message.sequence;
      this.told.table(message.view, []);
    } else if (type === "events") {
      if (this.sequence !== null && message.first > this.sequence + 1) return this.say({ type: "again", table: this.table });
      this.sequence = message.sequence;
      this.told.table(message.view, message.events);
    } else if (type === "meters") {
      this.told.meters(message.meters);
    } else if (type === "notice") {
      this.told.notice?.(message.message);
    } else if (type === "done" || type === "noted" || type === "error") {
      const waiting = this.pending.get(id);
      this.pending.delete(id);
      if (type !== "error") waiting?.resolve(message);
      else if (waiting) waiting.reject(new Refused(message.error));
      else this.told.refused(new Refused(message.error));
    }
  }
}

function key() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
