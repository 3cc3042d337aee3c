import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { House } from "#lib/house.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { writeJson } from "#lib/kernel/json.ts";

const MAC_BYTES = 16;

/**
 * A page token: texts that say where the next page begins, authenticated and bound to the account and the filters they
 * were made for (contract §5). It says nothing secret; it cannot be altered or used elsewhere.
 */
export function sealToken(house: House, accountId: string, filters: unknown, parts: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify(parts));
  return `${payload.toString("base64url")}.${macOf(house, accountId, filters, payload).toString("base64url")}`;
}

/** The texts of a token; INVALID_PAGINATION_TOKEN when it was altered or made for something else. */
export function openToken(house: House, accountId: string, filters: unknown, token: string): string[] {
  const [payloadText = "", macText = "", ...more] = token.split(".");
  const payload = Buffer.from(payloadText, "base64url");
  const mac = Buffer.from(macText, "base64url");
  const expected = macOf(house, accountId, filters, payload);
  const isWhole =
    more.length === 0 && payload.toString("base64url") === payloadText && mac.toString("base64url") === macText;
  if (!isWhole || mac.length !== MAC_BYTES || !timingSafeEqual(mac, expected)) {
    throw new Refusal(
      "INVALID_PAGINATION_TOKEN",
      "startsAfter is no token of this list; use the one the last page answered, with the same filters.",
      {
        errors: [{ field: "startsAfter", message: "startsAfter is no token of this list." }],
      },
    );
  }
  return JSON.parse(payload.toString("utf8"));
}

function macOf(house: House, accountId: string, filters: unknown, payload: Buffer): Buffer {
  const bound = createHash("sha256")
    .update(writeJson({ accountId, filters: sorted(filters) }))
    .digest();
  return createHmac("sha256", house.secrets.derive("paging"))
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
