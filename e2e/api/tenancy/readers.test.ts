import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import { actingFor, hire } from "./people.ts";

// Who reads what, and until when. What fails is expected to until tenancy stands.

const LOG = "/manage/v1/requests";
const USERS = "/manage/v1/users";

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api?.close());

describe("a line of the request log", () => {
  let admin: Partial<ApiRequest>;
  let requestId: string;
  beforeAll(async () => {
    admin = (await hire(api, "admin")).who;
    requestId = await noted(await api.get(USERS, admin));
  });

  /** A call's id, once it stands in the log for whoever made it. */
  async function noted({ headers }: { headers: Record<string, unknown> }): Promise<string> {
    const id = String(headers["x-request-id"]);
    while ((await api.get(`${LOG}/${id}`, admin)).status !== 200) await sleep(20);
    return id;
  }

  const readers: readonly [string, () => Promise<Partial<ApiRequest>>][] = [
    ["a viewer", async () => (await hire(api, "viewer")).who],
    ["a key with events:read", async () => ({ key: await api.newKey({ scopes: ["events:read"] }) })],
  ];
  describe.each(readers)("by %s, who may not call its route", (_name, reader) => {
    let who: Partial<ApiRequest>;
    beforeAll(async () => {
      who = await reader();
      expect((await api.get(USERS, who)).status).toBe(403);
    });

    test("is not read", async () => {
      expect((await api.get(`${LOG}/${requestId}`, who)).status).toBe(404);
    });

    test("is not listed", async () => {
      const got = await api.get(`${LOG}?limit=500`, who);
      expect(got.status).toBe(200);
      expect(got.text).not.toContain(requestId);
    });
  });

  test("keeps nothing of what a person does with their own sign-in", async () => {
    const code = "ABCDE-FGHIJ-KLMNO";
    await api.post("/manage/v1/me/proof", { code }, admin);
    await noted(await api.get(USERS, admin));
    const { text } = await api.get(`${LOG}?limit=500`, admin);
    expect(text).not.toContain("/manage/v1/me/proof");
    expect(text).not.toContain(code);
  });
});

describe("a person of another account", () => {
  /** An administrator of another account asks for them by their e-mail. */
  async function lookup() {
    const person = await hire(api, "operator");
    const stranger = await hire(api, "admin", ["rival"]);
    const body = { email: person.email, name: "Anna", role: "viewer" };
    const { status, text } = await api.post(USERS, body, stranger.who);
    expect(status).toBeLessThan(400);
    return { person, text };
  }

  test("does not join a second one before they have agreed", async () => {
    const { person } = await lookup();
    // Whoever belongs to one account alone need not name it.
    expect((await api.get("/manage/v1/balances", person.who)).status).toBe(200);
  });

  test("is not told of to whoever asks for them by their e-mail", async () => {
    const { person, text } = await lookup();
    expect(text).not.toContain(person.userId);
  });

  test("is shut out of an account by its administrator, though they belong to another", async () => {
    const person = await hire(api, "viewer", ["acme", "rival"]);
    const admin = await hire(api, "admin");
    const target = `${USERS}/${person.userId}`;
    await api.send({ method: "PATCH", target, body: { disabled: true }, ...admin.who });
    const here = await api.get("/manage/v1/balances", await actingFor(api, person, "acme"));
    const there = await api.get("/manage/v1/balances", await actingFor(api, person, "rival"));
    expect([here.status, there.status]).toEqual([403, 200]);
  });
});

describe("a stream", () => {
  test("ends when its listener is shut out, and tells nothing more", async () => {
    const person = await hire(api, "viewer");
    const admin = await hire(api, "admin");
    const listener = await listen(person.who);
    const target = `${USERS}/${person.userId}`;
    const { status } = await api.send({ method: "PATCH", target, body: { disabled: true }, ...admin.who });
    expect(status).toBe(200);
    const { paymentId } = await api.bill();
    const heard = await listener.until(paymentId);
    listener.close();
    expect(heard).toBe("ended");
  });

  /** An open stream that has said it is ready. */
  async function listen(who: Partial<ApiRequest>) {
    const stop = new AbortController();
    const headers = who.headers as Record<string, string>;
    const response = await fetch(`${api.url}/manage/v1/stream`, { signal: stop.signal, headers });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = "";
    const until = async (part: string): Promise<"told" | "ended"> => {
      while (!text.includes(part)) {
        const { done, value } = await reader.read();
        if (done) return "ended";
        text += decoder.decode(value, { stream: true });
      }
      return "told";
    };
    expect(await until("event: ready")).toBe("told");
    return { until, close: () => stop.abort() };
  }
});
