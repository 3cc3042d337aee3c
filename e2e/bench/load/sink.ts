import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// A receiver that takes every webhook at once and tells how many came, and how long it took from first to last.

let count = 0;
let firstAt = 0;
let lastAt = 0;
const server = createServer((request, response) => {
  request.resume().once("end", () => {
    count += 1;
    lastAt = performance.now();
    firstAt ||= lastAt;
    response.writeHead(204).end();
  });
}).listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", (message) => {
  if (message === "anew") [count, firstAt, lastAt] = [0, 0, 0];
  process.send?.({ count, seconds: (lastAt - firstAt) / 1000 });
});
process.once("disconnect", () => process.exit());
