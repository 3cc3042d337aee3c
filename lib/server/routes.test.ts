import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
/** Needed by few requests, and several megabytes in every process once loaded: each comes with the first of them. */
const LARGE = ["brotli", "@simplewebauthn", "@zxcvbn-ts", "next/dist/server"];
const LISTED =
  'await (await import("./lib/server/routes.ts")).loadRoutes(); console.log(Object.keys(require("node:module")._cache).join("\\n")); process.exit(0)';

test("the routes are there without the large libraries that few requests need: papers, passkeys, passwords, pages", async () => {
  const run = await promisify(execFile)(process.execPath, ["-e", `(async () => { ${LISTED} })()`], { cwd: ROOT });
  const loaded = run.stdout.replaceAll("\\", "/").split("\n");
  expect(loaded).toContainEqual(expect.stringContaining("/node_modules/pg/"));
  expect(loaded.filter((path) => LARGE.some((name) => path.includes(`/node_modules/${name}/`)))).toEqual([]);
}, 60_000);
