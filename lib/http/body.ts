import type { Arrival } from "#lib/kernel/arrival.ts";
import { Refusal } from "#lib/kernel/errors.ts";

/** Largest body of a request in bytes, but for operations that say another (rulebook 1.9). */
export const MAX_BODY_BYTES: number = 64 * 1024;

/** How many bytes of a request are read: beyond the usual only where it says its length, so that a place is taken for it before. */
export const mostBytesOf = (mostBytes: number | undefined, declared: number): number =>
  mostBytes !== undefined && declared > MAX_BODY_BYTES ? mostBytes : MAX_BODY_BYTES;

/** The raw body, as the front server read it or as the request streams it; 413 as soon as it is over the limit. */
export async function bodyOf(request: Request, arrival: Arrival): Promise<Uint8Array> {
  if (arrival.body) return arrival.body;
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What is over the limit, which the answer says: 64 KiB, or whole MiB. */
export function tooLarge(most: number = MAX_BODY_BYTES): Refusal {
  const limit = most === MAX_BODY_BYTES ? "64 KiB" : `${most / 1024 / 1024} MiB`;
  return new Refusal("BODY_TOO_LARGE", `The body is larger than ${limit}; send less.`);
}

/** A body must say that it is JSON; an empty one need not say anything. */
export function refuseMediaType(headers: Headers, body: Uint8Array): void {
  if (body.length === 0) return;
  const [type = "", ...parameters] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const isPlain = (headers.get("content-encoding") ?? "identity").toLowerCase() === "identity";
  if (type.trim() !== "application/json" || !isUtf8 || !isPlain) {
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json in UTF-8, uncompressed.");
  }
}
