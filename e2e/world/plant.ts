import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { PLANTED_TRACE, plantsOfRun, withPlants } from "./planted.ts";

// Loaded before a process by `node --import`: rewrites the named sources as they are read. For self-tests of proofs only.

const ROOT = resolve(import.meta.dirname, "../..");
const byFile = Map.groupBy(
  plantsOfRun().filter((plant) => "file" in plant),
  ({ file }) => pathToFileURL(join(ROOT, file)).href,
);

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const plants = byFile.get(url);
    if (!plants) return loaded;
    const source = withPlants(String(loaded.source), plants);
    const trace = process.env[PLANTED_TRACE];
    if (trace) appendFileSync(trace, plants.map(({ file }) => `${file}\n`).join(""));
    return { ...loaded, source };
  },
});
