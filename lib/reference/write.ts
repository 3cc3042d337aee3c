import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { sdkSource } from "#lib/sdk/generate.ts";
import { callsFile, callsSource, commonPlans, plansSources } from "./call-source.ts";
import { openApiDocument } from "./document.ts";
import { loadOperations } from "./endpoints.ts";
import { exampleFaults } from "./example-faults.ts";
import { breaksOf, surfaceOf } from "./surface.ts";

// Writes public/openapi.json, the SDK's types and the browser's calls from the contracts. With --check it compares instead, also with what was released, of which
// only what BROKEN names may break; with --release it takes the present surface as released, which is done once for each release.

const { values } = parseArgs({ options: { check: { type: "boolean" }, release: { type: "boolean" } } });
const ROOT = resolve(import.meta.dirname, "../..");
const RELEASED = join(import.meta.dirname, "released.txt");
/** What the coming release breaks of what was released: each is told under "Breaking" of CHANGELOG.md. */
const BROKEN = join(import.meta.dirname, "broken.txt");

const operations = await loadOperations();
const { document } = openApiDocument(operations);
const byContract = Map.groupBy(operations, ({ file }) => file);
const common = commonPlans(byContract);
const made: readonly (readonly [file: string, text: string])[] = [
  ["public/openapi.json", `${JSON.stringify(document, null, 1)}\n`],
  ["lib/sdk/operations.ts", sdkSource(document)],
  ...[...byContract].map(([file, own]) => [callsFile(file), callsSource(file, own, common)] as const),
  ...plansSources(common),
];
const surface = surfaceOf(document);
const faults: string[] = exampleFaults(operations);

if (values.check) {
  for (const [file, text] of made) {
    if (!existsSync(join(ROOT, file)) || readFileSync(join(ROOT, file), "utf8") !== text)
      faults.push(`${file} is not what the contracts say: run node lib/reference/write.ts`);
  }
  const broken = new Set(linesOf(BROKEN));
  const breaks = new Set(breaksOf(linesOf(RELEASED), surface));
  faults.push(...breaks.difference(broken), ...[...broken.difference(breaks)].map((line) => `not broken: ${line}`));
} else {
  for (const [file, text] of made) writeFileSync(join(ROOT, file), text);
  if (values.release) {
    writeFileSync(RELEASED, `${surface.join("\n")}\n`);
    writeFileSync(BROKEN, "");
  }
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(
  `${Object.keys(document.paths).length} paths, ${surface.length} promises, ${faults.length} faults\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

function linesOf(file: string): string[] {
  return readFileSync(file, "utf8").split("\n").filter(Boolean);
}
