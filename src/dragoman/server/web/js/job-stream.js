/** Follows a job's events and takes up again where the connection broke. */

import { problemOf, read } from "./server.js";

const TERMINAL = new Set(["job.done", "job.failed", "job.cancelled"]);
const MAX_STREAMS = 2; // browsers open few connections to one server; further jobs are asked for their events
const ASK_AGAIN_AFTER = 2000; // milliseconds
const PAUSES = [300, 1000, 2000, 4000, 8000]; // milliseconds between attempts to reconnect

let streams = 0;

/**
 * Calls `onEvent({seq, type, data})` once for each event in order, until a terminal one or until the signal aborts.
 * `onConnection(isLive)` tells of a broken connection and of its return.
 */
export async function followJob(id, { after = 0, onEvent, onConnection = () => {}, signal }) {
  let seen = after;
  let failures = 0;
  while (!signal.aborted) {
    const isStreamed = streams < MAX_STREAMS;
    for await (const event of isStreamed ? streamed(id, seen, signal) : listed(id, seen, signal)) {
      if (event.seq <= seen) continue; // already had it before the connection broke
      seen = event.seq;
      if (failures) onConnection(true);
      failures = 0;
      onEvent(event);
      if (TERMINAL.has(event.type)) return;
    }
    if (signal.aborted) return;
    if (!isStreamed) {
      await pause(ASK_AGAIN_AFTER, signal);
      continue;
    }
    if (failures) onConnection(false);
    await pause(PAUSES[Math.min(failures++, PAUSES.length - 1)], signal);
  }
}

/** The events of one connection; it ends when the connection does. Raises the Problem of a job that cannot be read. */
async function* streamed(id, after, signal) {
  streams += 1;
  try {
    yield* connection(id, after, signal);
  } finally {
    streams -= 1;
  }
}

/** What has happened until now; nothing while the server cannot be reached. */
async function* listed(id, after, signal) {
  const address = `/v1/jobs/${encodeURIComponent(id)}/events?after=${after}`;
  const { events } = await read(address, { signal }).catch((fault) => {
    if (fault.status >= 400 && fault.status < 500) throw fault;
    return { events: [] };
  });
  yield* events;
}

async function* connection(id, after, signal) {
  const headers = { Accept: "text/event-stream" };
  if (after) headers["Last-Event-ID"] = String(after);
  const address = `/v1/jobs/${encodeURIComponent(id)}/stream`;
  const response = await fetch(address, { headers, signal }).catch(() => null);
  if (response && response.status >= 400 && response.status < 500) throw await problemOf(response);
  if (response?.status !== 200 || !response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parse = eventParser();
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => ({ done: true }));
      if (done) return;
      yield* parse(value);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Returns a function that takes pieces of an event stream and gives back the events that are complete. */
export function eventParser() {
  let rest = "";
  let event = { seq: 0, type: "message", lines: [] };
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r/);
    rest = lines.pop();
    const found = [];
    for (const line of lines) {
      if (line === "") {
        if (event.lines.length)
          found.push({ seq: event.seq, type: event.type, data: JSON.parse(event.lines.join("\n")) });
        event = { seq: event.seq, type: "message", lines: [] };
        continue;
      }
      const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line);
      if (field === "id") event.seq = Number(value);
      if (field === "event") event.type = value;
      if (field === "data") event.lines.push(value);
    }
    return found;
  };
}

function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
