import { type Json, JsonFault, parseJson } from "#lib/kernel/json.ts";
import { FeedFault, type Quote, type Quoted } from "../market.ts";
import { FRESH_MS } from "../reference.ts";

/** How a feed is reached: tests put a server of their own in the exchange's place. */
export type SourceAccess = { baseUrl: string; timeoutMs: number; fetch: typeof fetch };

/** An answer that takes longer is as good as none: prices live for seconds. */
const TIMEOUT_MS = 2_000;
const MAX_BYTES = 512 * 1_024;

export function accessTo(baseUrl: string, given: Partial<SourceAccess> = {}): SourceAccess {
  return { baseUrl, timeoutMs: TIMEOUT_MS, fetch: (url, init) => fetch(url, init), ...given };
}

/** Pairs that are read one a request: what some of them lack is told beside the rest, and where all fail the first fault is thrown. */
export async function readEach(
  pairs: readonly Quoted[],
  read: (pair: Quoted) => Promise<Quote>,
): Promise<{ quotes: Quote[]; faults: FeedFault[] }> {
  const quotes: Quote[] = [];
  const faults: FeedFault[] = [];
  for (const one of await Promise.allSettled(pairs.map(read))) {
    if (one.status === "fulfilled") quotes.push(one.value);
    else if (one.reason instanceof FeedFault) faults.push(one.reason);
    else throw one.reason;
  }
  const [first] = faults;
  if (first && quotes.length === 0) throw first;
  return { quotes, faults };
}

/**
 * Reads public JSON with exact numbers, posting `body` where there is one; bounded in time and size,
 * redirects are not followed. Throws a FeedFault.
 */
export async function readJson(
  { baseUrl, timeoutMs, fetch }: SourceAccess,
  path: string,
  body?: object,
): Promise<Json> {
  const url = `${baseUrl}${path}`;
  let text: string;
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
      ...(body
        ? {
            method: "POST",
            headers: { accept: "application/json", "content-type": "application/json" },
            body: JSON.stringify(body),
          }
        : { headers: { accept: "application/json" } }),
    });
    refuseStatus(answer.status, url);
    refuseOld(answer.headers.get("age"), url);
    text = await boundedText(answer);
  } catch (error) {
    if (error instanceof FeedFault) throw error;
    throw new FeedFault("AWAY", `${url} gave no answer within ${timeoutMs} ms.`);
  }
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw new FeedFault("MALFORMED", `${url}: ${error.message}`);
  }
}

function refuseStatus(status: number, url: string): void {
  if (status === 200) return;
  const busy = status === 418 || status === 429 || status >= 500;
  throw new FeedFault(busy ? "BUSY" : "REFUSED", `${url} answered ${status}.`);
}

/** A price that tells no time is as old as the asking: not one that has lain in a cache for as long as a price is fresh. */
function refuseOld(age: string | null, url: string): void {
  if (age !== null && Number(age) * 1_000 >= FRESH_MS)
    throw new FeedFault("AWAY", `${url} answered out of a cache, ${age} s old.`);
}

/** The text of an answer, no longer than 512 KiB. */
export async function boundedText(answer: Response): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: false });
  let text = "";
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new FeedFault("MALFORMED", `${answer.url} answered more than ${MAX_BYTES} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
