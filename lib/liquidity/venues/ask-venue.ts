import { type Json, JsonFault, parseJson } from "#lib/kernel/json.ts";
import { boundedText } from "#lib/pricing/sources/read-json.ts";
import { z } from "zod";

/** How a venue is reached: tests put a server of their own in its place. */
export type VenueAccess = {
  baseUrl: string;
  key: string;
  secret: string;
  timeoutMs: number;
  fetch: typeof fetch;
};
/** The settings of a venue that the app is given; the rest is the adapter's. */
export type VenueKeys = { key: string; secret: string; baseUrl?: string | undefined; timeoutMs?: number };

/** An answer that takes longer counts as none; the caller waits 5 s in all. */
const TIMEOUT_MS = 4_000;

export function accessTo(standardUrl: string, { baseUrl, ...given }: VenueKeys): VenueAccess {
  return { timeoutMs: TIMEOUT_MS, fetch: (url, init) => fetch(url, init), ...given, baseUrl: baseUrl ?? standardUrl };
}

/**
 * A venue gave no whole answer, so what it did is not known. AWAY: none in time. BUSY: it asks us to slow down or is out
 * of order. REFUSED: it does not take the question. MALFORMED: no JSON, or not as documented.
 */
export class VenueFault extends Error {
  readonly kind: "AWAY" | "BUSY" | "REFUSED" | "MALFORMED";
  constructor(kind: VenueFault["kind"], sentence: string) {
    super(sentence);
    this.name = "VenueFault";
    this.kind = kind;
  }
}

export type VenueRequest = { method: "GET" | "POST"; target: string; headers?: Record<string, string>; body?: string };

/** Asks once, bounded in time and size, redirects not followed; numbers stay exact. Throws a {@link VenueFault}. */
export async function askVenue(access: VenueAccess, input: VenueRequest): Promise<{ status: number; json: Json }> {
  const where = `${access.baseUrl}${input.target.split("?")[0]}`;
  let status: number;
  let text: string;
  try {
    const answer = await access.fetch(`${access.baseUrl}${input.target}`, {
      method: input.method,
      headers: { accept: "application/json", ...input.headers },
      ...(input.body === undefined ? {} : { body: input.body }),
      redirect: "error",
      signal: AbortSignal.timeout(access.timeoutMs),
    });
    status = answer.status;
    text = await boundedText(answer);
  } catch (error) {
    throw new VenueFault("AWAY", `${where} gave no answer within ${access.timeoutMs} ms: ${String(error)}.`);
  }
  if (status === 418 || status === 429 || status >= 500) throw new VenueFault("BUSY", `${where} answered ${status}.`);
  return { status, json: jsonOf(text, where) };
}

function jsonOf(text: string, where: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw new VenueFault("MALFORMED", `${where}: ${error.message}`);
  }
}

/** The shape of an answer, or a MALFORMED fault naming where it is not as documented. */
export function shaped<T>(schema: z.ZodType<T>, answer: unknown, venue: string): T {
  const { success, data, error } = schema.safeParse(answer);
  if (success) return data;
  throw new VenueFault("MALFORMED", `${venue}: ${z.prettifyError(error).slice(0, 200)}`);
}
