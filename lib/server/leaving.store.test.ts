import { once } from "node:events";
import { connect } from "node:net";
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
