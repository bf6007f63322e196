/** Everything the page asks of the server. What comes back is data, never markup. */

/** Something went wrong, in the words of the server (RFC 9457) or of this page. */
export class Problem extends Error {
  constructor({ status = 0, title = "", detail = "", remedy = "", code = "", request = "", job = "" }) {
    super(detail || title);
    Object.assign(this, { status, title, detail, remedy, code, request, job });
  }
}

/** Sends a request; a failure of any kind is a Problem. */
export async function send(path, { method = "GET", body, headers = {}, signal } = {}) {
  const isForm = body instanceof FormData;
  const init = { method, signal, headers: { Accept: "application/json", ...headers } };
  if (body !== undefined) init.body = isForm ? body : JSON.stringify(body);
  if (body !== undefined && !isForm) init.headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, init);
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    throw offline();
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

export async function read(path, options) {
  const response = await send(path, options);
  return response.status === 204 ? null : response.json();
}

export function offline() {
  return new Problem({
    code: "offline",
    title: "Dragoman does not answer.",
    detail: "The server was stopped, or the connection to it is gone. What you asked is kept where it was stored.",
    remedy: "Start it again with: dragoman serve",
  });
}

export async function problemOf(response) {
  try {
    const { error, ...rest } = await response.json();
    const told = { ...rest, ...(error ?? {}) };
    const detail = told.detail ?? told.message ?? "";
    return new Problem({
      status: response.status,
      title: told.title ?? `The server refused this (${response.status}).`,
      detail: typeof detail === "string" ? detail : JSON.stringify(detail),
      remedy: told.remedy ?? "",
      code: told.code ?? "",
      request: told.request ?? told.request_id ?? response.headers.get("x-request-id") ?? "",
      job: told.job ?? told.job_id ?? "",
    });
  } catch {
    return new Problem({ status: response.status, title: `The server failed (${response.status}).` });
  }
}

const enc = encodeURIComponent;
const listOf = (record, name) => (Array.isArray(record) ? record : record[name]) ?? [];

/** Asks, in a new thread unless one is named. The key makes a repeated send the same question; `fresh` asks past the memory. */
export async function say(message, thread, key, { fresh } = {}) {
  const body = { message, thread_id: thread ?? undefined, fresh: fresh || undefined };
  const said = await read("/v1/chat", { method: "POST", body, headers: { "Idempotency-Key": key } });
  return { job: said.job, thread: said.thread };
}

/** Answers a question of ours, by the job that waits for it. */
export function reply({ job, thread, question, words }) {
  const body = { question_id: question, reply: words };
  if (job) return read(`/v1/jobs/${enc(job)}/resume`, { method: "POST", body });
  return read("/v1/chat", { method: "POST", body: { thread_id: thread, resume: body } });
}

/** Lets this browser in: the server gives a cookie for the token, and no script can read it. */
export const signIn = (token) =>
  read("/v1/session", { method: "POST", body: { token }, headers: { Authorization: `Bearer ${token}` } });

export const cancel = (job) => read(`/v1/jobs/${enc(job)}/cancel`, { method: "POST" });
export const job = (id) => read(`/v1/jobs/${enc(id)}`);
export const jobs = async () => listOf(await read("/v1/jobs"), "jobs");
export const threads = async () => listOf(await read("/v1/threads?limit=1000"), "threads");
export const thread = (id) => read(`/v1/threads/${enc(id)}`);
export const removeThread = (id) => read(`/v1/threads/${enc(id)}`, { method: "DELETE" });
export const scenarios = async () => listOf(await read("/v1/scenarios"), "scenarios");
export const graph = (id) => read(`/v1/graph/${enc(id)}`);
export const models = () => read("/v1/models");
export const checkModels = async () => listOf(await read("/v1/models/check", { method: "POST" }), "models");
export const memory = (wish) => read(`/v1/memory/conclusions?${new URLSearchParams(wish)}`);
export const memoryAudit = async () => listOf(await read("/v1/memory/audit"), "audit");
export const editMemory = (id, answer) =>
  read(`/v1/memory/conclusions/${enc(id)}`, { method: "PUT", body: { answer } });
export const removeMemory = (id) => read(`/v1/memory/conclusions/${enc(id)}`, { method: "DELETE" });
export const wrongAnswer = async (thread, turn, reason) =>
  (await read(`/v1/threads/${enc(thread)}/turns/${turn}/wrong`, { method: "POST", body: { reason } })).done;
export const wrongMemory = (id, reason) =>
  read(`/v1/memory/conclusions/${enc(id)}/wrong`, { method: "POST", body: { reason } });
export const about = () => read("/v1/about");
export const interpret = (text) => read("/v1/interpret", { method: "POST", body: { text } });
export const removeDocument = (id) => read(`/v1/documents/${enc(id)}`, { method: "DELETE" });
export const document_ = (id) => read(`/v1/documents/${enc(id)}`);
export const documentPages = async (id) => listOf(await read(`/v1/documents/${enc(id)}/pages`), "pages");
export const figures = (document, number, signal) =>
  read(`/v1/documents/${enc(document)}/pages/${number}/figures`, { signal });
export const documents = async () => listOf(await read("/v1/documents"), "documents");
export const page = (document, number, quote = "", signal) =>
  read(`/v1/documents/${enc(document)}/pages/${number}${quote ? `?quote=${enc(quote.slice(0, 1500))}` : ""}`, { signal });

/** Facts as a file of the server's. */
export async function exportedFacts(document, format) {
  const wish = new URLSearchParams({ document, format });
  return (await send(`/v1/facts/export?${wish}`, { headers: { Accept: "*/*" } })).blob();
}

/** A conversation, or one turn of it, as a file of the server's. */
export async function exported(thread, format, turn) {
  const wish = new URLSearchParams(turn ? { format, turn } : { format });
  return (await send(`/v1/threads/${enc(thread)}/export?${wish}`, { headers: { Accept: "*/*" } })).blob();
}

/** The picture of a page as an address only this tab can open. */
export async function pageImage(document, number, signal) {
  const response = await send(`/v1/documents/${enc(document)}/pages/${number}/image`, {
    headers: { Accept: "image/png" },
    signal,
  });
  return URL.createObjectURL(await response.blob());
}

export function upload(file, { company, period }) {
  const body = new FormData();
  body.append("file", file, file.name);
  if (company) body.append("company", company);
  if (period) body.append("period", period);
  return read("/v1/documents", { method: "POST", body });
}
