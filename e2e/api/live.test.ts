import { Slots } from "#lib/kernel/slots.ts";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, GET_PAYMENT, openApi } from "#e2e/world/api.ts";
import { type Client, openClient, signedHeaders } from "#e2e/world/client.ts";
import { authenticate } from "#lib/keys/authenticate.ts";
import type { App } from "#lib/kernel/app.ts";
import { freePort } from "#lib/postgres/free-port.ts";
import { frontServer } from "#lib/server/front-server.ts";
import { loadRoutes } from "#lib/server/routes.ts";

let api: Api;
let live: App;
let send: Client;
let close: () => void;
beforeAll(async () => {
  api = await openApi();
  live = { ...api.app, mode: "live" };
  const { server } = frontServer(live, await loadRoutes());
  const port = await freePort();
  server.listen(port);
  await once(server, "listening");
  const client = openClient(port, api.key);
  send = client.send;
  close = () => {
    client.close();
    server.close();
  };
});
afterAll(async () => {
  close?.();
  await api?.close();
});

describe("in live", () => {
  test.each(["deposits", "blocks", "chain", "reorg", "clock", "prices", "venue", "settle", "nothing", ""])(
    "there is no /sandbox/v1/%s, by no method and for nobody",
    async (control) => {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        for (const key of [null, api.key]) {
          const { status, problem } = await send({ method, target: `/sandbox/v1/${control}`, key });
          expect([status, problem.code]).toEqual([404, "NOT_FOUND"]);
        }
      }
    },
  );

  test("Basic serves nobody, and a key of the sandbox is unknown", async () => {
    const presented = {
      method: "GET",
      target: GET_PAYMENT,
      body: new Uint8Array(),
      arrival: undefined,
      nowMs: Date.now(),
    };
    const spend = async () => ({ giveBack: () => undefined });
    const authorization = `Basic ${btoa(`${api.key.keyId}:${api.key.secret}`)}`;
    const basic = authenticate(live, { ...presented, headers: new Headers({ authorization }) }, spend);
    await expect(basic).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    const slots = new Slots();
    const headers = new Headers(signedHeaders(api.key, { target: GET_PAYMENT }));
    await expect(authenticate({ ...live, slots }, { ...presented, headers }, spend)).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
    await expect(authenticate({ ...api.app, slots }, { ...presented, headers }, spend)).resolves.toMatchObject({
      kind: "key",
    });
  });
});
