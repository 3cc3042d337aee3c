import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./mutant.ts";
import type { Result } from "./report.ts";

const ROOT = join(import.meta.dirname, "../..");

type Verdict = Result & { source: string; tests: string };
export type Memory = { verdictOf(mutant: Mutant): Result | undefined; keep(results: readonly Result[]): void };

/**
 * Verdicts of earlier runs. A mutant that was found stays found while its source and the test that found it are the
 * same; one that lived is tried again as soon as these tests are others or any of them has changed.
 */
export function remembered(folder: string, isWanted: boolean, tests: readonly string[]): Memory {
  const path = join(folder, "verdicts.json");
  const verdicts = new Map<string, Verdict>();
  if (existsSync(path))
    for (const each of JSON.parse(readFileSync(path, "utf8")) as Verdict[]) verdicts.set(each.key, each);
  const digests = new Map<string, string>();
  const digestOf = (path: string) => {
    const known = digests.get(path) ?? hash(Buffer.concat(filesOf(path).map((file) => readFileSync(join(ROOT, file)))));
    digests.set(path, known);
    return known;
  };
  const allTests = hash(tests.map((test) => `${test} ${digestOf(test)}`).join());
  const testOf = ({ verdict, by }: Result) =>
    verdict === "survived" || verdict === "uncovered" ? allTests : digestOf(by.split(" ", 1)[0] ?? "");
  return {
    verdictOf(mutant) {
      const found = isWanted ? verdicts.get(mutant.key) : undefined;
      if (!found || found.source !== digestOf(mutant.file) || found.tests !== testOf(found)) return undefined;
      return { ...found, ...mutant };
    },
    keep(results) {
      for (const result of results)
        verdicts.set(result.key, { ...result, source: digestOf(result.file), tests: testOf(result) });
      writeFileSync(path, JSON.stringify([...verdicts.values()]));
    },
  };
}

/** The file, or those of a folder; none when it is not there. */
function filesOf(path: string): string[] {
  return path === ""
    ? []
    : globSync([path, `${path}/**/*`], { cwd: ROOT })
        .filter((file) => statSync(join(ROOT, file)).isFile())
        .sort();
}

const hash = (data: string | Buffer) => createHash("sha256").update(data).digest("hex").slice(0, 16);
