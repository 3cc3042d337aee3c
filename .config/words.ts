import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "./step.ts";

/**
 * Words the code does not use, and the trade's word instead: one meaning each. A name may not hold them as a part, in
 * whatever case it is written; strings and comments are free.
 */
const INSTEAD: Readonly<Record<string, string>> = {
  shelf: "slots",
  lever: "control (sandbox)",
  levers: "controls",
  deed: "command",
  deeds: "commands",
  residue: "unconvertedBalance",
  residues: "unconvertedBalances",
  duty: "task",
  duties: "tasks",
  fate: "finalOutcome",
  sighting: "LookupResult",
  notebook: "journal",
};

/** Whole names that say something else in this trade. */
const NAMES: Readonly<Record<string, string>> = {
  House: "App",
  theHouse: "theApp",
  holdBill: "lockBill (HELD is a compliance hold)",
  holdBills: "lockBills",
  tellPayment: "emitPaymentEvents",
  tellConversion: "emitConversionEvent",
  together: "batched, or mergedEntries",
  inSets: "batchedReads",
  writesInSets: "batchedWrites",
  Company: "Batch",
  Patience: "RetryOptions",
  spreadEvents: "fanOutEvents",
};

const files = execFileSync(
  "git",
  ["ls-files", "-co", "--exclude-standard", "app", "components", "e2e", "lib", "prisma"],
  {
    cwd: ROOT,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((path) => /\.tsx?$/.test(path));

let faults = 0;
for (const path of files) {
  const text = readFileSync(join(ROOT, path), "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const told = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) note(node.text, node.pos);
    ts.forEachChild(node, visit);
  };
  const note = (name: string, at: number) => {
    const instead = insteadOf(name);
    if (instead === undefined || told.has(name)) return;
    told.add(name);
    faults += 1;
    const { line } = source.getLineAndCharacterOfPosition(at);
    process.stdout.write(`${path}:${line + 1} ${name}: say ${instead}\n`);
  };
  visit(source);
}
process.stdout.write(`${files.length} files, ${faults} names with a word that means something else.\n`);
process.exitCode = faults > 0 ? 1 : 0;

function insteadOf(name: string): string | undefined {
  if (Object.hasOwn(NAMES, name)) return NAMES[name];
  const parts = name.split(/_|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase());
  return parts
    .map((part) => (Object.hasOwn(INSTEAD, part) ? INSTEAD[part] : undefined))
    .find((word) => word !== undefined);
}
