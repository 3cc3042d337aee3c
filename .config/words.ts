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
  deed: "action",
  deeds: "actions",
  paper: "document",
  papers: "documents",
  palette: "command menu",
  door: "auth or sign-in",
  patience: "retry options, or a wait",
  misses: "missedPolls",
  residue: "unconvertedBalance",
  residues: "unconvertedBalances",
  duty: "task",
  duties: "tasks",
  fate: "finalOutcome",
  sighting: "LookupResult",
  notebook: "journal",
  asked: "request, input or query",
  told: "reported, notified or emitted",
  said: "message, text or reported",
  came: "received or arrived",
  kept: "retained or stored",
  tell: "emit, notify or report",
  tells: "emits, notifies or reports",
  wish: "options or input",
  wishes: "options or inputs",
  visit: "context, request or walk",
  visits: "requests",
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
  Moment: "Snapshot",
  BillMoment: "BillSnapshot",
  readMoment: "readSnapshot",
  runRound: "runTick",
  LookVerdict: "PollVerdict",
  UnknownLook: "UnknownPoll",
  countLooks: "countPolls",
  forgetTries: "forgetAttempts",
  spreadEvents: "fanOutEvents",
};

/** Riddles in a comment: it names who it is, the caller, the requester, a person, the next process. */
const RIDDLES = /^\s*(?:\/\/|\/?\*).*\b(whoever|whomever|whosever|somebody)\b/i;

/** Names that stand in contracts, columns and typed statements: the code has to write them as they are there. */
const HELD = new Set([
  // Fields of answers, and what is made from a component's name.
  ...["askedBy", "askedAt", "saidAt", "askedPayoutPlan"],
  // Values of fields, as keys of what is shown for each.
  ...["ASKED", "KEPT", "OVERPAYMENT_KEPT"],
  // Columns.
  ...[
    "askedMakerIds",
    "askedUserId",
    "completionTold",
    "completion_told",
    "expiry_told",
    "sendersTold",
    "senders_told",
    "toldAt",
    "toldBy",
  ],
  // Typed statements and their values.
  ...["keptDays", "keptHours", "toldIds", "noteAsked", "deleteVisits", "markCompletionTold"],
]);

/** The same for single words, which are held only where their contract, their row or their statement is written. */
const HELD_IN: Readonly<Record<string, readonly string[]>> = {
  "lib/outgoing/": ["asked", "came"],
  // The contracts of causes and of the performance: what a case says, and what bills retained.
  "lib/cases/": ["came", "kept", "said"],
  "lib/i18n/causes": ["came", "kept", "said"],
  "components/exceptions/cause-text.test.ts": ["came"],
  "lib/overview/": ["kept"],
  "components/overview/": ["kept"],
  "components/charts/values.ts": ["kept"],
  "lib/i18n/overview": ["kept"],
  "lib/payments/store.ts": ["came"],
  "lib/people/session-store.ts": ["kept"],
  "lib/deposits/read-senders.store.test.ts": ["told"],
  "lib/liquidity/real-venues.store.test.ts": ["told"],
  "lib/pricing/read-feeds.store.test.ts": ["told"],
  "e2e/prove/instants/bills.ts": ["kept"],
  "e2e/world/figures/given-away.ts": ["asked"],
  // Names of a glyph and of a payment's state in the tests' world.
  "components/ui/icons.tsx": ["kept"],
  "e2e/world/buttons": ["kept"],
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

/** What stands for each name that was met; undefined where it may stay. */
const known = new Map<string, string | undefined>();

/** Whether a word outside comments that fill their lines would be a fault as a name; otherwise TypeScript reads nothing. */
const mayFault = (path: string, text: string): boolean =>
  new Set(text.replace(/^\s*(?:\/\/|\/?\*(?=[ *\n])).*$/gm, "").match(/[A-Za-z_$][\w$]*/g))
    .values()
    .some((name) => insteadOf(name) !== undefined && !isHeld(path, name));

let faults = 0;
for (const path of files) {
  const text = readFileSync(join(ROOT, path), "utf8");
  if (/^(?:app|components|lib)\//.test(path)) faults += riddlesOf(path, text);
  if (!mayFault(path, text)) continue;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const reported = new Set<string>();
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) note(node.text, node.pos);
    ts.forEachChild(node, walk);
  };
  const note = (name: string, at: number) => {
    const instead = isHeld(path, name) ? undefined : insteadOf(name);
    if (instead === undefined || reported.has(name)) return;
    reported.add(name);
    faults += 1;
    const { line } = source.getLineAndCharacterOfPosition(at);
    process.stdout.write(`${path}:${line + 1} ${name}: say ${instead}\n`);
  };
  walk(source);
}
for (const [name, paths] of typesOfLib()) {
  if (paths.length === 1) continue;
  faults += 1;
  process.stdout.write(`${name} is a type of ${paths.join(" and of ")}: one name, one meaning\n`);
}
process.stdout.write(`${files.length} files, ${faults} names with a word that means something else.\n`);
process.exitCode = faults > 0 ? 1 : 0;

/** Prints what a comment leaves to be guessed; answers how often. */
function riddlesOf(path: string, text: string): number {
  const found = text.split("\n").flatMap((line, at) => {
    const word = RIDDLES.exec(line)?.[1];
    return word === undefined ? [] : [`${path}:${at + 1} ${word}: say who it is\n`];
  });
  process.stdout.write(found.join(""));
  return found.length;
}

/** The types that files of `lib` export, by name. The SDK's are its own: its users know no others. */
function typesOfLib(): Map<string, string[]> {
  const own = files.filter((path) => /^lib\/(?!sdk\/).*(?<!\.sql|\.test|\.fixture)\.ts$/.test(path));
  const found = own.flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(/^export (?:type|interface|class) (\w+)/gm)].map(
      ([, name = ""]) => ({ name, path }),
    ),
  );
  return new Map([...Map.groupBy(found, ({ name }) => name)].map(([name, all]) => [name, all.map(({ path }) => path)]));
}

function isHeld(path: string, name: string): boolean {
  if (HELD.has(name)) return true;
  if (Object.entries(HELD_IN).some(([place, names]) => path.startsWith(place) && names.includes(name))) return true;
  // What stands in typed statements comes from their columns.
  return path.endsWith(".sql.ts") && /asked|told|said|came|kept|tells?|wish|visit/i.test(name);
}

function insteadOf(name: string): string | undefined {
  if (!known.has(name)) known.set(name, readInstead(name));
  return known.get(name);
}

function readInstead(name: string): string | undefined {
  if (Object.hasOwn(NAMES, name)) return NAMES[name];
  const parts = name.split(/_|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase());
  return parts
    .map((part) => (Object.hasOwn(INSTEAD, part) ? INSTEAD[part] : undefined))
    .find((word) => word !== undefined);
}
