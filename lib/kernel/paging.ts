import { createCipheriv, createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { App } from "./app.ts";
import { accountOf, type Ctx } from "./context.ts";
import { Refusal } from "./errors.ts";
import { writeJson } from "./json.ts";

const MAC_BYTES = 16;

/**
 * A page token: texts that say where the next page begins, sealed and bound to the account and the filters they were made
 * for (rulebook 5.6). It cannot be altered, used elsewhere or read: what places count is everybody's. The same place of
 * the same list is the same token: the cipher begins from the code that authenticates it (SIV, RFC 5297).
 */
export function sealToken(app: App, accountId: string, filters: unknown, parts: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify(parts));
  const mac = macOf(app, accountId, filters, payload);
  return Buffer.concat([mac, masked(app, mac, payload)]).toString("base64url");
}

/** The texts of a token; INVALID_PAGINATION_TOKEN when it was altered or made for something else. */
export function openToken(app: App, accountId: string, filters: unknown, token: string): string[] {
  const sealed = Buffer.from(token, "base64url");
  const mac = sealed.subarray(0, MAC_BYTES);
  const isWhole = sealed.toString("base64url") === token && mac.length === MAC_BYTES;
  const payload = isWhole ? masked(app, mac, sealed.subarray(MAC_BYTES)) : Buffer.alloc(0);
  if (isWhole && timingSafeEqual(mac, macOf(app, accountId, filters, payload)))
    return JSON.parse(payload.toString("utf8"));
  throw notOfThisQuery();
}

/**
 * The texts of a token of before tokens were sealed: the same code beside what it authenticates. For lists alone whose
 * tokens callers keep for good; refuses as {@link openToken} does.
 */
export function openUnsealedToken(app: App, accountId: string, filters: unknown, token: string): string[] {
  const [payload, mac] = token.split(".").map((part) => Buffer.from(part, "base64url"));
  const isWhole = payload && mac?.length === MAC_BYTES && token === [payload, mac].map(base64url).join(".");
  if (isWhole && timingSafeEqual(mac, macOf(app, accountId, filters, payload)))
    return JSON.parse(payload.toString("utf8"));
  throw notOfThisQuery();
}

const base64url = (bytes: Buffer): string => bytes.toString("base64url");

function notOfThisQuery(): Refusal {
  return new Refusal(
    "INVALID_PAGINATION_TOKEN",
    "startsAfter is not a valid pagination token for this query; send the one the last page answered, with the same filters.",
    {
      errors: [{ field: "startsAfter", message: "startsAfter is not a valid pagination token for this query." }],
    },
  );
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

/** Encrypts and decrypts. */
const masked = (app: App, iv: Buffer, text: Buffer): Buffer =>
  createCipheriv("aes-256-ctr", app.secrets.derive("paging cipher"), iv).update(text);

function macOf(app: App, accountId: string, filters: unknown, payload: Buffer): Buffer {
  const bound = createHash("sha256")
    .update(writeJson({ accountId, filters: sorted(filters) }))
    .digest();
  return createHmac("sha256", app.secrets.derive("paging"))
    .update(bound)
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);
}

/** The same filters in any order are the same filters. */
function sorted(filters: unknown): [string, unknown][] {
  return Object.entries(filters ?? {})
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
