import type { IncomingMessage } from "node:http";

/** How many bytes its head says that the body has; 0 where it says nothing. */
export const declaredLength = (request: IncomingMessage): number => Number(request.headers["content-length"] ?? 0);

/** How long what is sent beyond the limit is still read, so that the sender sees the answer and no broken pipe. */
export const DRAIN_MS = 2_000;

/** Reads what nobody wants, and ends who goes on sending. */
export function readAway(request: IncomingMessage): void {
  request.resume();
  setTimeout(() => request.complete || request.destroy(), DRAIN_MS).unref();
}

/** The whole body, or undefined as soon as it is over the limit. */
export function readBody(request: IncomingMessage, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const overflow = () => {
      request.off("data", take);
      readAway(request);
      done(undefined);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) overflow();
      else chunks.push(chunk);
    };
    request.once("error", fail);
    request.once("end", () => done(new Uint8Array(Buffer.concat(chunks))));
    if (declaredLength(request) > most) overflow();
    else request.on("data", take);
  });
}
