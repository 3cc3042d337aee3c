import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openApiDocument } from "./document.ts";
import { loadOperations } from "./endpoints.ts";
import { breaksOf, surfaceOf } from "./surface.ts";

// Writes public/openapi.json from the contracts. With --check it compares instead, also with what was released; with
// --release it takes the present surface as released, which is done once for each release.

const { values } = parseArgs({ options: { check: { type: "boolean" }, release: { type: "boolean" } } });
const ROOT = resolve(import.meta.dirname, "../../..");
const DOCUMENT = join(ROOT, "public/openapi.json");
const RELEASED = join(import.meta.dirname, "released.txt");

const { document } = openApiDocument(await loadOperations());
const text = `${JSON.stringify(document, null, 1)}\n`;
const surface = surfaceOf(document);
const faults: string[] = [];

if (values.check) {
  if (!existsSync(DOCUMENT) || readFileSync(DOCUMENT, "utf8") !== text)
    faults.push("public/openapi.json is not what the contracts say: run node lib/api/openapi/write.ts");
  faults.push(...breaksOf(readFileSync(RELEASED, "utf8").trim().split("\n"), surface));
} else {
  writeFileSync(DOCUMENT, text);
  if (values.release) writeFileSync(RELEASED, `${surface.join("\n")}\n`);
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(
  `${Object.keys(document.paths).length} paths, ${surface.length} promises, ${faults.length} faults\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
