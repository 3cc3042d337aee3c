// Runs on any Node, also one too old to read the rest of the program: node lib/server/guard.mjs <entry> [arguments]
import module from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 12)) {
  process.stderr.write(
    `Node ${process.versions.node} is too old: install Node 24.12 or newer, or run npm ci, which brings it along, and start by npm.\n`,
  );
  process.exit(1);
}

const [entry] = process.argv.splice(2, 1);
if (!entry) {
  process.stderr.write("Name the file to run: node lib/server/guard.mjs <entry> [arguments]\n");
  process.exit(1);
}
// What was read and compiled once is not compiled again, neither by the next start nor by the processes of this one.
process.env["NODE_COMPILE_CACHE"] ??= resolve(import.meta.dirname, "../../node_modules/.cache/node");
module.enableCompileCache(process.env["NODE_COMPILE_CACHE"]);
process.argv[1] = resolve(entry);
await import(pathToFileURL(process.argv[1]).href);
