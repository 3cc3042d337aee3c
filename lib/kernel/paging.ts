import { createHash } from "node:crypto";
import type { App } from "./app.ts";
import { accountOf, type Ctx } from "./context.ts";
import { Refusal } from "./errors.ts";
import { writeJson } from "./json.ts";

const SEALED = "page token";

/**
 * A page token: texts that say where the next page begins, sealed and bound to the account and the filters they were made
 * for (rulebook 5.6). It cannot be altered, used elsewhere or read: what places count is everybody's.
 */
export function sealToken(app: App, accountId: string, filters: unknown, parts: readonly string[]): string {
  const text = JSON.stringify([boundTo(accountId, filters), ...parts]);
  return Buffer.from(app.secrets.seal(SEALED, text)).toString("base64url");
}

/** The texts of a token; INVALID_PAGINATION_TOKEN when it was altered or made for something else. */
export function openToken(app: App, accountId: string, filters: unknown, token: string): string[] {
  const [bound, ...parts] = opened(app, token);
  if (bound === boundTo(accountId, filters)) return parts;
  throw new Refusal(
    "INVALID_PAGINATION_TOKEN",
    "startsAfter is not a valid pagination token for this query; send the one the last page answered, with the same filters.",
    {
      errors: [{ field: "startsAfter", message: "startsAfter is not a valid pagination token for this query." }],
    },
  );
}

function opened({ secrets }: App, token: string): string[] {
  const sealed = Buffer.from(token, "base64url");
  if (sealed.toString("base64url") !== token) return [];
  try {
    return JSON.parse(secrets.open(SEALED, sealed));
  } catch {
    return [];
  }
}

/**
 * A page of a list whose rows carry one growing key, newest first. `read` receives the key below which the page begins
 * and how many rows to read, one more than the page holds. INVALID_PAGINATION_TOKEN as `openToken` says it.
 */
export async function pageBelow<Row>(
  ctx: Ctx,
  input: { filters: object; startsAfter: string | undefined; limit: number },
  read: (before: string | undefined, count: number) => Promise<Row[]>,
  keyOf: (row: Row) => { toString(): string },
): Promise<{ page: Row[]; startsAfter: string | null }> {
  const { filters, startsAfter, limit } = input;
  const accountId = accountOf(ctx).id;
  const [before] = startsAfter ? openToken(ctx.app, accountId, filters, startsAfter) : [];
  const found = await read(before, limit + 1);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const next = last ? sealToken(ctx.app, accountId, filters, [keyOf(last).toString()]) : null;
  return { page, startsAfter: next };
}

const boundTo = (accountId: string, filters: unknown): string =>
  createHash("sha256")
    .update(writeJson({ accountId, filters: sorted(filters) }))
    .digest("base64url");

/** The same filters in any order are the same filters. */
function sorted(filters: unknown): [string, unknown][] {
  return Object.entries(filters ?? {})
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
