import { basename } from "node:path";
import { callOf } from "#lib/contract/call-of.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { recordOfPlan } from "#lib/contract/plan-of.ts";
import type { Operation } from "./endpoints.ts";

const WIDE = 118;

const MADE = "// Made from the contract by lib/reference/write.ts.";
const PLAN = 'import type { Plan } from "#lib/contract/decode-answer.ts";';

/** Where the plans stand that calls of several contracts answer by: those that hold no other of them, and those made of them. */
const PARTS_FILE = "lib/contract/shared-parts.ts";
const PLANS_FILE = "lib/contract/shared-plans.ts";

/** The plans that several contracts have in common, by what they say. */
export function commonPlans(byContract: ReadonlyMap<string, readonly Operation[]>): Shared {
  const all = plansOf([...byContract.values()].flat());
  const within = [...byContract.values()].map((own) => new Set(plansOf(own).keys()));
  return named([...all].filter(([text]) => within.filter((texts) => texts.has(text)).length > 1));
}

/** The modules of what {@link commonPlans} found. */
export function plansSources(common: Shared): [file: string, text: string][] {
  return [PARTS_FILE, PLANS_FILE].map((file) => {
    const plans = [...common.values()]
      .filter(({ name }) => fileOf(name, common) === file)
      .map((one) => planSource(one, common, "export const"));
    const parts = file === PLANS_FILE ? importsOf(namesIn(plans, common, PARTS_FILE), common) : [];
    const head = [MADE, 'import type { Plan } from "./decode-answer.ts";', ...parts, ""];
    return [file, `${[...head, ...plans].join("\n").trimEnd()}\n`];
  });
}

/** In which module a common plan stands. */
function fileOf(name: string, common: Shared): string {
  const [own] = [...common.values()].filter((one) => one.name === name);
  const text = own ? planSource(own, common) : "";
  return [...common.values()].some((one) => one.name !== name && mentions(text, one.name)) ? PLANS_FILE : PARTS_FILE;
}

/** The common plans that sources name, of one module alone where it is said. */
const namesIn = (sources: readonly string[], common: Shared, file?: string): string[] =>
  [...common.values()]
    .map(({ name }) => name)
    .filter((name) => sources.some((text) => mentions(text, name)))
    .filter((name) => file === undefined || fileOf(name, common) === file);

function importsOf(names: readonly string[], common: Shared): string[] {
  return [PARTS_FILE, PLANS_FILE].flatMap((file) => {
    const here = names.filter((name) => fileOf(name, common) === file);
    return here.length > 0 ? [importOf(here, file)] : [];
  });
}

/** The module beside a contract that says of its endpoints what the browser needs to call them. */
export function callsSource(contract: string, operations: readonly Operation[], common: Shared): string {
  const module = `./${basename(contract)}`;
  const hasBody = operations.some(({ endpoint }) => endpoint.body);
  const own = ownPlans(operations, common);
  const shared: Shared = new Map([...common, ...own]);
  const written = [
    ...[...own.values()].map((one) => planSource(one, shared)),
    ...operations.map(({ operationId, endpoint }) => callSource(operationId, endpoint, shared)),
  ];
  const parts = [
    MADE,
    'import type { Call } from "#lib/contract/call.ts";',
    ...(own.size > 0 ? [PLAN] : []),
    ...importsOf(namesIn(written, common), common),
    `import type * as contract from "${module}";`,
    "",
    ...(hasBody ? [`const schemas = () => import("${module}");`, ""] : []),
    ...written,
  ];
  return `${parts.join("\n").trimEnd()}\n`;
}

const mentions = (text: string, name: string): boolean => text.split(/\W+/).includes(name);

function importOf(names: readonly string[], file: string): string {
  const sorted = names.toSorted();
  const line = `import { ${sorted.join(", ")} } from "#${file}";`;
  return line.length <= WIDE + 2
    ? line
    : `import {\n${sorted.map((name) => `  ${name},\n`).join("")}} from "#${file}";`;
}

/** The module's name: `me-contract.ts` has `me-calls.ts`. */
export const callsFile = (contract: string): string => contract.replace(/contract\.ts$/, "calls.ts");

/** Plans by their text, under the names they stand by; one that holds another comes after it. */
type Shared = ReadonlyMap<string, NamedPlan>;
type NamedPlan = { name: string; plan: Fact };

/** Shorter ones are as easily read where they stand. */
const LEAST_SHARED = 60;

/** All plans that operations answer by, with how often each stands in them. */
function plansOf(operations: readonly Operation[]): Map<string, NamedPlan & { times: number }> {
  const found = new Map<string, NamedPlan & { times: number }>();
  const walk = (name: string, plan: Fact): void => {
    if (typeof plan !== "object") return;
    for (const [field, part] of Object.entries<Fact>(plan)) walk(Array.isArray(plan) ? name : field, part);
    const text = oneLine(plan);
    if (Array.isArray(plan) || text.length < LEAST_SHARED) return;
    const known = found.get(text) ?? { name: nameOf(recordOfPlan(plan) ?? name), plan, times: 0 };
    found.set(text, { ...known, times: known.times + 1 });
  };
  for (const { operationId, endpoint } of operations) {
    const { answer, waits } = callOf(endpoint);
    for (const plan of [answer, waits]) if (plan !== undefined) walk(operationId, plan);
  }
  return found;
}

/** The plans that stand more than once in a module, and in no other. */
const ownPlans = (operations: readonly Operation[], common: Shared): Shared =>
  named(
    [...plansOf(operations)].filter(([text, { times }]) => times > 1 && !common.has(text)),
    [...common.values()].map(({ name }) => name),
  );

/** Each under a name of its own, which is none of those taken. */
function named(found: readonly (readonly [text: string, plan: NamedPlan])[], taken: readonly string[] = []): Shared {
  const isFirst = (name: string, at: number) =>
    !taken.includes(name) && found.findIndex(([, one]) => one.name === name) === at;
  return new Map(
    found.map(([text, { name, plan }], at) => [text, { name: isFirst(name, at) ? name : `${name}${at + 1}`, plan }]),
  );
}

const nameOf = (record: string): string => `${record.slice(0, 1).toLowerCase()}${record.slice(1).replace("?", "")}Plan`;

function planSource({ name, plan }: NamedPlan, shared: Shared, declared = "const"): string {
  const start = `${declared} ${name}: Plan = `;
  return `${start}${spelled(plan, 0, start.length, shared)};\n`;
}

function callSource(operationId: string, endpoint: Endpoint, shared: Shared): string {
  const { schema, of: _, ...facts } = callOf(endpoint);
  const lines = Object.entries<Fact>(facts).map(
    ([name, value]) => `  ${name}: ${written(value, 2, name.length + 4, shared)},`,
  );
  if (schema) lines.push(`  schema: async () => (await schemas()).${operationId}Endpoint.body,`);
  return `export const ${operationId}Call: Call<typeof contract.${operationId}Endpoint> = {\n${lines.join("\n")}\n};\n`;
}

type Fact = string | boolean | readonly Fact[] | { readonly [name: string]: Fact };

/** A value as it stands in a source: by its name where it has one. */
function written(value: Fact, indent: number, before: number, shared: Shared): string {
  return shared.get(oneLine(value))?.name ?? spelled(value, indent, before, shared);
}

/** A value in full: on one line where it has room, else a part on each. */
function spelled(value: Fact, indent: number, before: number, shared: Shared): string {
  const onLine = oneLine(value, shared);
  if (typeof value !== "object" || indent + before + onLine.length < WIDE) return onLine;
  const pad = " ".repeat(indent);
  const isList = Array.isArray(value);
  const parts = Object.entries<Fact>(value).map(([name, part]) => {
    const start = isList ? "" : `${keyOf(name)}: `;
    return `${pad}  ${start}${written(part, indent + 2, start.length + 1, shared)},\n`;
  });
  return `${isList ? "[" : "{"}\n${parts.join("")}${pad}${isList ? "]" : "}"}`;
}

/** A value on one line, its parts by their names. */
function oneLine(value: Fact, shared: Shared = NONE): string {
  if (typeof value !== "object") return JSON.stringify(value);
  const rendered = (part: Fact) => shared.get(oneLine(part))?.name ?? oneLine(part, shared);
  if (Array.isArray(value)) return `[${value.map(rendered).join(", ")}]`;
  const parts = Object.entries<Fact>(value).map(([name, part]) => `${keyOf(name)}: ${rendered(part)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}
const NONE: Shared = new Map();

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
