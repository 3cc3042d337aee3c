import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "#lib/server/build.ts";

/** So much JavaScript a page may load before anything on it is opened, in kilobytes as they are sent. */
export const MOST_JAVASCRIPT_KB = 250;

const BUILD = join(ROOT, ".next");
const PAGES = join(BUILD, "server/app/(desk)");
const MANIFEST = "page_client-reference-manifest.js";

type Loaded = { entryJSFiles: Readonly<Record<string, readonly string[]>> };

/** What each page of the desk loads of JavaScript, in kilobytes as they are sent, by its address; the build lists it. */
export function pageWeights(): Map<string, number> {
  const { rootMainFiles } = JSON.parse(readFileSync(join(BUILD, "build-manifest.json"), "utf8")) as {
    rootMainFiles: readonly string[];
  };
  return new Map(
    globSync(`**/${MANIFEST}`, { cwd: PAGES })
      .sort()
      .map((path) => {
        const files = new Set([...rootMainFiles, ...Object.values(loadedBy(path).entryJSFiles).flat()]);
        const bytes = [...files].reduce((sum, file) => sum + statSync(join(BUILD, `${file}.br`)).size, 0);
        return [join("/", dirname(path)), bytes / 1000];
      }),
  );
}

/** A manifest is a script that sets one value, which is written as JSON. */
function loadedBy(path: string): Loaded {
  const script = readFileSync(join(PAGES, path), "utf8");
  const begin = script.indexOf('"] = ') + 5;
  return JSON.parse(script.slice(begin, script.lastIndexOf("}") + 1)) as Loaded;
}
