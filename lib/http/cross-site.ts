import { Refusal } from "#lib/kernel/errors.ts";

/**
 * Refuses a mutation that another site's page has sent (rulebook 3.9): a foreign `Origin`, or a `Sec-Fetch-Site` other
 * than same-origin or none. By cookie, `Origin` must be there.
 */
export function refuseCrossSite(headers: Headers, publicUrl: string, byCookie: boolean): void {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const foreign =
    (origin !== null && origin !== new URL(publicUrl).origin) ||
    (site !== null && site !== "same-origin" && site !== "none");
  if (foreign) throw new Refusal("FORBIDDEN", "This request comes from another site.");
  if (byCookie && origin === null)
    throw new Refusal("FORBIDDEN", "A change made with a session must carry the header Origin.");
}
