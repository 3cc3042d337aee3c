import { countConversionsCall } from "#lib/conversions/count-calls.ts";
import { countPaymentsCall } from "#lib/payments/count-calls.ts";
import { writeJson } from "#lib/kernel/json.ts";

/** One request as it left the page. `body` is the text that was sent, so that a number's digits can be compared. */
export type Sent = { method: string; path: string; query: URLSearchParams; body: string; headers: Headers };

/** An answer that is no plain success: what `status` it has, and what else its head says. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The API's refusal in its own shape. */
export const refusal = (status: number, code: string, message: string, more: object = {}): Reply =>
  new Reply(status, { code, message, requestId: "req_stage", ...more });

/** An action that is not done yet: a second person has to agree. */
export const waiting = (what: string): Reply =>
  new Reply(202, {
    ...{ approvalId: "apr_1", what, decides: "house", status: "PENDING", needs: 1, yours: true },
    ...{ askedBy: "staff:Hugo", askedAt: 1_790_000_000_000, expiresAt: 1_790_086_400_000 },
  });

/** The connection breaks before an answer came. */
export const LOST: unique symbol = Symbol("lost");

type Answer = object | null | typeof LOST;
/** What `METHOD /path` answers: the same each time, or by the request. A path may end with `*`. */
export type Answers = Record<string, Answer | ((sent: Sent) => Answer | Promise<Answer>)>;

/** An answer that is on its way until it is given. */
export function awaited(answer: object): { answer: () => Promise<object>; give: () => void } {
  const gate = Promise.withResolvers<void>();
  return { answer: () => gate.promise.then(() => answer), give: () => gate.resolve() };
}

/**
 * Presses a button twice before what the first press asked for is answered, however slow the machine: between the two
 * clicks of a double click an answer could come, and the second would be a press of its own.
 */
export async function pressTwice(button: { dblClick(): Promise<unknown> }): Promise<void> {
  const gate = Promise.withResolvers<void>();
  held = gate.promise;
  await button.dblClick();
  gate.resolve();
}

let held: Promise<void> | undefined;
let answers: Answers = {};
let heard: Sent[] = [];
let unknown: string[] = [];

/** What is asked by POST, since the question is long, and changes nothing. */
const READ_BY_POST: readonly string[] = [countPaymentsCall.path, countConversionsCall.path];
/** The requests that changed something, or would have. */
export const changes = (): readonly Sent[] =>
  heard.filter(({ method, path }) => method !== "GET" && !READ_BY_POST.includes(path));
export const requests = (): readonly Sent[] => heard;
/** Requests that nobody answered; a test that leaves one has failed. */
export const unanswered = (): readonly string[] => unknown;

export function answerWith(next: Answers): void {
  answers = next;
}

/** Further answers, beside or instead of those that stand. */
export function answerAlso(more: Answers): void {
  answers = { ...answers, ...more };
}

export function openServer(): void {
  held = undefined;
  answers = {};
  heard = [];
  unknown = [];
  window.fetch = serve;
}

async function serve(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const request = new Request(input, init);
  const { pathname: path, searchParams: query } = new URL(request.url);
  const sent: Sent = { method: request.method, path, query, body: await request.text(), headers: request.headers };
  heard.push(sent);
  if (sent.method !== "GET") await held;
  const known = answerTo(`${sent.method} ${path}`);
  if (known === undefined) {
    unknown.push(`${sent.method} ${path}`);
    return responseOf(refusal(404, "NOT_FOUND", "nobody answers this on the stage"));
  }
  const answer = typeof known === "function" ? await known(sent) : known;
  if (answer === LOST) throw new TypeError("the connection was lost");
  return responseOf(answer);
}

function answerTo(path: string): Answers[string] | undefined {
  if (Object.hasOwn(answers, path)) return answers[path];
  const begun = Object.keys(answers).find((name) => name.endsWith("*") && path.startsWith(name.slice(0, -1)));
  return begun === undefined ? undefined : answers[begun];
}

function responseOf(answer: Answer): Response {
  const { status, body, headers } = answer instanceof Reply ? answer : new Reply(200, answer);
  const text = body === undefined ? null : writeJson(body);
  return new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
}
