import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** BIP-84, the test vectors' account 0, and its first receiving address. */
const ZPUB =
  "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
const FIRST = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const FIXTURE = fileURLToPath(new URL("./derive-apart.fixture.ts", import.meta.url));

test("a process that has derived apart ends by itself", async () => {
  const child = spawn(process.execPath, [FIXTURE, ZPUB], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
  expect(await once(child, "close")).toEqual([0, null]);
  expect(text).toBe(FIRST);
});
