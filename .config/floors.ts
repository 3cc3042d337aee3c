import { globSync } from "node:fs";
import { type ICruiseResult, cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import config from "./dependency-cruiser.mjs";

const FOLDERS = ["app", "components", "lib", "prisma", "e2e"];

const { output } = await cruise(
  FOLDERS,
  {
    ...config.options,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
    tsConfig: config.options.tsConfig,
  } as Parameters<typeof cruise>[1],
  config.options.enhancedResolveOptions as Parameters<typeof cruise>[2],
  { tsConfig: extractTSConfig("tsconfig.json") },
);
const { modules, summary } = output as ICruiseResult;

for (const { rule, from, to } of summary.violations) process.stdout.write(`${rule.name}: ${from} → ${to}\n`);

// It passes in silence on a TypeScript that it cannot read, so what it saw is counted.
const there = globSync(`{${FOLDERS.join(",")}}/**/*.{ts,tsx}`, { exclude: (path) => path === "generated" });
const seen = new Set(modules.map(({ source }) => source));
const unseen = there.filter((path) => !seen.has(path));
const edges = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
if (unseen.length > 0) process.stdout.write(`Not seen: ${unseen.join(", ")}\n`);
if (edges < there.length) process.stdout.write(`Only ${edges} imports were seen in ${there.length} files.\n`);
process.stdout.write(`${there.length} files, ${edges} imports, ${summary.violations.length} upwards.\n`);
process.exitCode = summary.violations.length > 0 || unseen.length > 0 || edges < there.length ? 1 : 0;
