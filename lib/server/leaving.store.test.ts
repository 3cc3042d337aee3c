import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { freshDatabase } from "#e2e/world/database.ts";
import { openStand } from "./front-server.fixture.ts";

test("a connection whose answer had begun before the stop is closed with that answer's end, not waited for", async () => {
  const database = await freshDatabase();
  const stand = await openStand(database.url);
  const begun = Promise.withResolvers<() => void>();
  stand.setPages(async (_request, response) => {
    response.write("the first half, ");
    begun.resolve(() => response.end("the second"));
  });
  const socket = connect({ port: stand.port, host: "127.0.0.1" });
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => (text += part));
  socket.write("GET /payments HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const finish = await begun.promise;
  await expect.poll(() => text).toContain("the first half");
  const left = stand.leave();
  finish();
  await Promise.all([left, once(socket, "close")]);
  expect(text).toContain("the second");
  await stand.close();
  await database.drop();
});

/** A connection that has been answered once, by a server that keeps waiting connections for a tenth of a second. */
async function answeredOnce(env: Record<string, string>) {
  const database = await freshDatabase();
  const stand = await openStand(database.url, env);
  stand.keepWaiting(100);
  const socket = connect({ port: stand.port, host: "127.0.0.1" });
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => (text += part));
  const ask = () => socket.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const answers = () => text.split("HTTP/1.1 200").length - 1;
  ask();
  const close = async () => {
    socket.destroy();
    await stand.close();
    await database.drop();
  };
  return { socket, ask, answers, close };
}

test("a trusted proxy's connection is not closed before it would close it itself", async () => {
  const { ask, answers, close } = await answeredOnce({ TRUSTED_PROXIES: "127.0.0.1" });
  await expect.poll(answers).toBe(1);
  await sleep(1_000);
  ask();
  await expect.poll(answers).toBe(2);
  await close();
});

test("that of any other caller is", async () => {
  const { socket, answers, close } = await answeredOnce({});
  await once(socket, "close");
  expect(answers()).toBe(1);
  await close();
});
