import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { Key } from "#e2e/world/client.ts";

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
    // Neither an id nor its bytes are a count.
    expect(`${first?.id} ${Buffer.from(first?.id ?? "", "base64url").toString()}`).not.toMatch(/\d+\.\d+/);
    const [, ...missed] = await listen(4, { lastEventId: first?.id });
    expect(missed.map((frame) => JSON.parse(frame.data).objectId)).toEqual(made.map((bill) => bill.paymentId));
  });
});

describe("a right that is gone ends the stream, also a silent one", () => {
  const basic = ({ keyId, secret }: Key) => ({
    authorization: `Basic ${Buffer.from(`${keyId}:${secret}`).toString("base64")}`,
  });
  /** Opens a stream and answers how it ends. */
  async function open(headers: Record<string, string>): Promise<{ ended: Promise<boolean> }> {
    const response = await fetch(`${api.url}/manage/v1/stream`, { headers });
    expect(response.status).toBe(200);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    return { ended: reader.read().then(({ done }) => done) };
  }

  test("a revoked key's", async () => {
    const key = await api.newKey();
    const { ended } = await open(basic(key));
    await api.send({ method: "DELETE", target: `/manage/v1/keys/${key.keyId}` });
    expect(await ended).toBe(true);
  });

  test("an expired key's", async () => {
    const key = await api.newKey();
    const { ended } = await open(basic(key));
    const text = "update api_key set expires_at = clock_timestamp() where id = $1";
    await api.app.database.pool.query(text, [key.keyId]);
    expect(await ended).toBe(true);
  });

  test.each([
    ["a person's who signed out", (id: string) => ["update staff_session set revoked_at = now() where id = $1", id]],
    [
      "a person's whose membership was taken away",
      (id: string) => ["delete from membership where user_id = (select user_id from staff_session where id = $1)", id],
    ],
  ])("%s", async (_whose, change) => {
    const who = await api.staff("viewer");
    const { ended } = await open(who.headers as Record<string, string>);
    const { pool } = api.app.database;
    const { rows } = await pool.query<{ id: string }>("select id from staff_session order by created_at desc limit 1");
    const [sql = "", id] = change(rows[0]?.id ?? "");
    await pool.query(sql, [id]);
    expect(await ended).toBe(true);
  });

  test("one person has twenty streams at most, and others theirs", async () => {
    const [one, other] = [await api.staff("viewer"), await api.staff("viewer")];
    const stop = new AbortController();
    const held: Response[] = []; // a response that nobody holds is collected, and its stream with it
    const ask = async (who: typeof one) => {
      const headers = who.headers as Record<string, string>;
      const response = await fetch(`${api.url}/manage/v1/stream`, { headers, signal: stop.signal });
      held.push(response);
      return response.status;
    };
    const statuses = [];
    for (let nth = 0; nth < 21; nth += 1) statuses.push(await ask(one));
    expect([...new Set(statuses.slice(0, 20)), statuses[20], await ask(other)]).toEqual([200, 503, 200]);
    expect(held).toHaveLength(22);
    stop.abort();
  });
});
