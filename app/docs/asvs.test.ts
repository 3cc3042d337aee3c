import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** The requirements of level 1 and 2 of version 5.0.0, by chapter. */
const REQUIRED: Readonly<Record<string, string>> = {
  V1: "1.1 1.2 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.11 4.1 4.2 4.3 5.1 5.2",
  V2: "1.1 1.2 1.3 2.1 2.2 2.3 3.1 3.2 3.3 3.4 4.1",
  V3: "2.1 2.2 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 4.5 4.6 5.1 5.2 5.3 5.4 5.5 7.1 7.2",
  V4: "1.1 1.2 1.3 2.1 3.1 3.2 4.1 4.2 4.3 4.4",
  V5: "1.1 2.1 2.2 2.3 3.1 3.2 4.1 4.2 4.3",
  V6: "1.1 1.2 1.3 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 2.11 2.12 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 5.1 5.2 5.3 5.4 5.5 6.1 6.2 6.3 8.1 8.2 8.3 8.4",
  V7: "1.1 1.2 1.3 2.1 2.2 2.3 2.4 3.1 3.2 4.1 4.2 4.3 4.4 4.5 5.1 5.2 6.1 6.2",
  V8: "1.1 1.2 2.1 2.2 2.3 3.1 4.1",
  V9: "1.1 1.2 1.3 2.1 2.2 2.3 2.4",
  V10: "1.1 1.2 2.1 2.2 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.10 4.11 5.1 5.2 5.3 5.4 5.5 6.1 6.2 7.1 7.2 7.3",
  V11: "1.1 1.2 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 5.1 6.1",
  V12: "1.1 1.2 1.3 2.1 2.2 3.1 3.2 3.3 3.4",
  V13: "1.1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 4.1 4.2 4.3 4.4 4.5",
  V14: "1.1 1.2 2.1 2.2 2.3 2.4 3.1 3.2 3.3",
  V15: "1.1 1.2 1.3 2.1 2.2 2.3 3.1 3.2 3.3 3.4 3.5 3.6 3.7",
  V16: "1.1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 3.3 3.4 4.1 4.2 4.3 5.1 5.2 5.3",
  V17: "1.1 2.1 2.2 2.3 2.4 3.1 3.2",
};
const required = Object.entries(REQUIRED).flatMap(([chapter, ids]) =>
  ids.split(" ").map((id) => `${chapter.slice(1)}.${id}`),
);

/** What is not met yet; this list grows for nobody. */
const OPEN = ["11.2.2", "12.3.1", "12.3.3"];

type Row = { id: string; words: string; shown: string };
const page = readFileSync(join(ROOT, "app/docs/background/asvs.md"), "utf8");
const rows: Row[] = [...page.matchAll(/^\| ([\d.]+) \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = "", words = "", shown = ""]) => ({ id, words, shown }),
);
const pathsIn = ({ shown }: Row): string[] => [...shown.matchAll(/`([^`]+\/[^`]+)`/g)].map(([, path]) => path ?? "");

it("every requirement of level 2 has its row, once and in order", () => {
  expect(rows.map(({ id }) => id)).toEqual(required);
});

it("every test that is named exists and is one", () => {
  const named = rows.flatMap((row) => pathsIn(row).map((path) => [row.id, path] as const));
  expect(named.length).toBeGreaterThan(150);
  const wrong = named.filter(([, path]) => !/\.(test\.tsx?|journey\.ts)$/.test(path) || !existsSync(join(ROOT, path)));
  expect(wrong).toEqual([]);
});

it("no row has neither a test nor a named reason", () => {
  const reasonIn = (row: Row, kind: string) => new RegExp(`^${kind}: (.{7,})$`).exec(row.shown)?.[1];
  expect(rows.filter((row) => !reasonIn(row, "(?:Does not apply|Not yet)") && !row.shown.startsWith("`"))).toEqual([]);
  expect(rows.filter((row) => reasonIn(row, "Not yet")).map(({ id }) => id)).toEqual(OPEN);
});

/** What the program does without is seen in its sources alone. */
const SOURCES = globSync("{app,components,lib,prisma}/**/*.{ts,tsx,mjs}", {
  cwd: ROOT,
  exclude: (path) => path === "generated",
}).filter((path) => !/\.(test|fixture)\.tsx?$/.test(path));
const sourceOf = new Map(SOURCES.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
const holding = (what: RegExp): string[] =>
  [...sourceOf]
    .filter(([, text]) => what.test(text))
    .map(([path]) => path.replaceAll("\\", "/"))
    .toSorted();

it.each([
  ["text is run as a program", /\beval\(|\bnew Function\(|\bvm\.run|node:vm/, []],
  ["a shell is asked", /\bexec(Sync|File|FileSync)\(|shell: true/, []],
  [
    "another program is started",
    /node:child_process/,
    [
      "lib/postgres/postgres-binaries.ts",
      "lib/postgres/postgres-server.ts",
      "lib/server/build.ts",
      "lib/server/children.ts",
      "lib/server/end-with-parent.mjs",
    ],
  ],
  ["HTML is set as it is", /dangerouslySetInnerHTML|\.innerHTML\b|document\.write\(/, ["components/docs/markdown.tsx"]],
  ["certificates go unchecked", /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/, []],
  ["a foreign origin is allowed", /access-control-allow/i, []],
  ["another window is heard", /addEventListener\("message"|\bwindow\.postMessage|\bparent\.postMessage/, []],
  [
    "a session is opened",
    /\bopenSession\(/,
    ["lib/cli/cast.ts", "lib/people/enter.ts", "lib/people/session.ts", "lib/people/staff-store.ts"],
  ],
  ["a WebSocket is opened", /new WebSocket\(/, []],
  ["a weak hash is used", /["'](md5|sha1)["']/, ["lib/people/totp.ts"]],
  ["chance is not a secret", /Math\.random/, ["lib/sdk/client.ts", "lib/webhooks/deliver.ts"]],
  [
    "the browser keeps something",
    /localStorage|sessionStorage|indexedDB/,
    ["components/auth/link-token.ts", "components/ui/data-table/use-layout.ts"],
  ],
  [
    "a pattern is made of a text",
    /new RegExp\(/,
    [
      "lib/bank/csv.ts",
      "lib/chains/json-rpc.ts",
      // Of the sentences of our own catalogue alone.
      "lib/i18n/refusals.de.ts",
      "lib/kernel/env.ts",
      "lib/server/routes.ts",
      "prisma/statements/module.ts",
    ],
  ],
] as const)("where %s: nowhere but here", (_what, pattern, places) => {
  expect(SOURCES.length).toBeGreaterThan(500);
  expect(holding(pattern)).toEqual(places);
});
