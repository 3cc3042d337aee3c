import { globSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

/** Where the build puts what browsers load, and where they ask for it. */
const FOLDER = ".next/static";
const PREFIX = "/_next/static/";
const COMPRESSED = ".br";
const COMPRESSIBLE = "js,css,svg";
const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Compresses the build's scripts, styles and drawings once, as small as they get (Brotli, RFC 7932). */
export async function compressBuilt(root: string): Promise<void> {
  const compress = promisify(brotliCompress);
  const paths = globSync(`${FOLDER}/**/*.{${COMPRESSIBLE}}`, { cwd: root }).map((path) => join(root, path));
  await Promise.all(paths.map(async (path) => writeFile(path + COMPRESSED, await compress(await readFile(path)))));
}

type BuiltFile = { type: string; body: Buffer; encoding?: "br" };

/**
 * Answers a request for one of the build's files from memory; false for all others, and for browsers that do not take it
 * as it is compressed. The names change with what is in them, so that browsers keep them for good.
 */
export function openBuiltFiles(root: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const files = readBuilt(join(root, FOLDER));
  return (request, response) => {
    const { url = "", method, headers } = request;
    const file = method === "GET" && url.startsWith(PREFIX) ? files.get(url.slice(PREFIX.length)) : undefined;
    if (!file || (file.encoding && !/\bbr\b/.test(String(headers["accept-encoding"])))) return false;
    response.writeHead(200, {
      "content-type": file.type,
      "content-length": file.body.length,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      ...(file.encoding && { "content-encoding": file.encoding, vary: "accept-encoding" }),
    });
    response.end(file.body);
    return true;
  };
}

function readBuilt(folder: string): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const path of globSync(`**/*.{${COMPRESSIBLE}}${COMPRESSED}`, { cwd: folder })) {
    const name = path.slice(0, -COMPRESSED.length);
    files.set(name, { type: TYPES[extname(name)] ?? "", body: readFileSync(join(folder, path)), encoding: "br" });
  }
  for (const path of globSync("**/*.woff2", { cwd: folder }))
    files.set(path, { type: "font/woff2", body: readFileSync(join(folder, path)) });
  return files;
}
