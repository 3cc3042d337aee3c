import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

type Frame = { id: string; event?: string; data: string };

/** Opens the stream and reads frames until `wanted` have come; comments are no frames. */
async function listen(
  wanted: number,
  { lastEventId, onFrame = () => undefined }: { lastEventId?: string | undefined; onFrame?: () => void } = {},
): Promise<Frame[]> {
  const stop = new AbortController();
  const response = await fetch(`${api.url}/manage/v1/stream`, {
    signal: stop.signal,
    headers: {
      authorization: `Basic ${Buffer.from(`${api.key.keyId}:${api.key.secret}`).toString("base64")}`,
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    },
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const frames: Frame[] = [];
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) if (!part.startsWith(":")) frames.push(frameOf(part));
    if (frames.length > 0) onFrame();
    if (frames.length >= wanted) break;
  }
  stop.abort();
  return frames;
}

function frameOf(part: string): Frame {
  const fields = Object.fromEntries(part.split("\n").map((line) => line.split(": ", 2) as [string, string]));
  return { id: fields["id"] ?? "", data: fields["data"] ?? "", ...(fields["event"] ? { event: fields["event"] } : {}) };
}

describe("the stream of an account", () => {
  test("tells what happens from now on, by id and version only", async () => {
    const open = Promise.withResolvers<void>();
    const heard = listen(2, { onFrame: open.resolve });
    await open.promise;
    const { paymentId } = await api.bill();
    const [ready, made] = await heard;
    expect(ready).toMatchObject({ event: "ready" });
    expect(JSON.parse(made?.data ?? "")).toEqual({ type: "payment.created", objectId: paymentId, sequence: 1 });
  });

  test("resumes behind the last id without gap or repetition", async () => {
    const open = Promise.withResolvers<void>();
    const heard = listen(2, { onFrame: open.resolve });
    await open.promise;
    await api.bill();
    const [, first] = await heard;
    const made = [await api.bill(), await api.bill(), await api.bill()];
    const [, ...missed] = await listen(4, { lastEventId: first?.id });
    expect(missed.map((frame) => JSON.parse(frame.data).objectId)).toEqual(made.map((bill) => bill.paymentId));
  });
});
