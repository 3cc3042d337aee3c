import { relative } from "node:path";
import type { Plugin } from "vitest/config";
import { instrument } from "./schemata.ts";

/** Compiles the mutants of each planned source in beside the original. */
export function mutantsPlugin(root: string, firstIds: ReadonlyMap<string, number>, only: ReadonlySet<number>): Plugin {
  return {
    name: "mutants",
    enforce: "pre",
    transform(code, id) {
      const [path = ""] = id.split("?");
      const file = relative(root, path);
      const firstId = firstIds.get(file);
      return firstId === undefined ? undefined : { code: instrument(file, code, firstId, only).code, map: null };
    },
  };
}
