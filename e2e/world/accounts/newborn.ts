import type { Api } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import { openApiDocument } from "#lib/reference/document.ts";
import type { Operation } from "#lib/reference/endpoints.ts";
import type { Objects } from "./parties.ts";
import { exampleCalls, targetOf } from "#lib/reference/snippets.ts";

/** Operations that tell of the person, whoever asks, or of the requests by which they are asked; and lists of one object. */
const NOT_OF_AN_ACCOUNT = new Set(["getMe", "getSessions", "stream", "getRequests", "listRefundLinks", "listComments"]);
/** Moments and prices, which go on while nothing happens. */
const RESTLESS =
  /,?"rates":\{[^}]*\}|,?"(at|now|startTime|endTime|requestId|lastUsedAt|lastSignInAt|lastSeenAt|seenAt|priceTime|rate)":("[^"]*"|[\d.]+)|"to":\d{13}/g;
/** How the program's own connections stand. */
const CONNECTIONS = /"connections":.*?,"facts"/;

/** A list that an account asks for without naming anything in it. */
export type Question = { name: string; target: string };

/** Every list and sum that an account can ask for, and searches for what another account has too. */
export function questionsOf(operations: readonly Operation[]): Question[] {
  const { document } = openApiDocument([...operations]);
  const isHouse = (path: string) => document.paths[path]?.["get"]?.["x-scope"]?.startsWith("house:");
  const questions = exampleCalls(document).filter(
    ({ method, place, path, operationId }) =>
      method === "GET" &&
      /^GET \/(payment|manage)\/[^{]*$/.test(place) &&
      !isHouse(path) &&
      !NOT_OF_AN_ACCOUNT.has(operationId),
  );
  const lists = questions.map((call) => ({ name: call.operationId, target: fresh(targetOf(call)) }));
  const calls = { name: "getRequests of others", target: "/manage/v1/requests?route=/payment/v1/conversion/quote" };
  return [...lists, calls, ...["shop", "order"].map(searchFor)];
}

const searchFor = (typed: string): Question => ({ name: `search ${typed}`, target: `/manage/v1/search?q=${typed}` });

/** Searches for what another account has, by how it begins. */
export const searchesFor = ({ payment, invoice, address, txHash }: Objects): Question[] =>
  [payment.slice(0, 13), invoice, address.slice(0, 8), txHash.slice(0, 12)].map(searchFor);

/** The examples' identifiers are nobody's: their lists are asked for a day instead. */
function fresh(target: string): string {
  if (!/paymentId=|invoiceId=/.test(target)) return target;
  const start = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 86_400_000);
  return `${target.split("?")[0]}?startTime=${target.includes("conversion") ? start.toISOString() : start.getTime()}`;
}

/** The answer without what goes on by itself. */
export async function answerOf(api: Api, { target }: Question, who: Partial<ApiRequest>): Promise<string> {
  const { status, text } = await api.send({ target, ...who });
  return `${status} ${text.replaceAll(RESTLESS, "").replace(CONNECTIONS, "")}`;
}
