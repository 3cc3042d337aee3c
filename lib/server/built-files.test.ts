import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressBuilt, openBuiltFiles } from "./built-files.ts";

const root = mkdtempSync(join(tmpdir(), "desk-built-"));
const script = "export const words = 'the same again and again, ';\n".repeat(200);
const server = createServer();

beforeAll(async () => {
  mkdirSync(join(root, ".next/static/chunks"), { recursive: true });
  writeFileSync(join(root, ".next/static/chunks/a.js"), script);
  writeFileSync(join(root, ".next/static/late.css"), "a{}");
  writeFileSync(join(root, ".next/static/text.woff2"), "font");
  writeFileSync(join(root, ".next/secret.js"), "secret");
  await compressBuilt(root);
  rmSync(join(root, ".next/static/late.css.br"));
  const isFile = openBuiltFiles(root);
  server.on("request", (input, response) => {
    if (!isFile(input, response)) response.writeHead(404).end("next");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

async function get(path: string, encoding: string, method = "GET") {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, path, method, headers: { "accept-encoding": encoding } }).end();
  const [answer] = await once(sent, "response");
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  return { headers: answer.headers as IncomingHttpHeaders, body: Buffer.concat(parts) };
}

test("a script goes out as it was compressed, for good", async () => {
  const { headers, body } = await get("/_next/static/chunks/a.js", "gzip, deflate, br, zstd");
  expect(brotliDecompressSync(body).toString()).toBe(script);
  expect(body.length).toBeLessThan(script.length / 10);
  expect(headers).toMatchObject({
    "content-type": "application/javascript; charset=utf-8",
    "content-encoding": "br",
    "content-length": String(body.length),
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
  });
});

test("a font goes out as it is, to everybody", async () => {
  const { headers, body } = await get("/_next/static/text.woff2", "identity");
  expect(body.toString()).toBe("font");
  expect(headers).toMatchObject({ "content-type": "font/woff2" });
  expect(headers["content-encoding"]).toBeUndefined();
});

test.each([
  ["a browser that takes no Brotli", "/_next/static/chunks/a.js", "gzip", "GET"],
  ["a file that was not compressed", "/_next/static/late.css", "br", "GET"],
  ["another method", "/_next/static/chunks/a.js", "br", "POST"],
  ["a way out of the folder", "/_next/static/../secret.js", "br", "GET"],
  ["a file that is none of the build's", "/_next/static/none.js", "br", "GET"],
  ["the compressed file by its own name", "/_next/static/chunks/a.js.br", "br", "GET"],
])("%s is left to Next", async (_what, path, encoding, method) => {
  expect((await get(path, encoding, method)).body.toString()).toBe("next");
});
