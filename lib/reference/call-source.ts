import { basename } from "node:path";
import { callOf } from "#lib/contract/call-of.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { recordOfPlan } from "#lib/contract/plan-of.ts";
import type { Operation } from "./endpoints.ts";

const WIDE = 118;

/** The module beside a contract that says of its endpoints what the browser needs to call them. */
export function callsSource(contract: string, operations: readonly Operation[]): string {
  const module = `./${basename(contract)}`;
  const hasBody = operations.some(({ endpoint }) => endpoint.body);
  const shared = sharedPlans(operations);
  const parts = [
    "// Made from the contract by lib/reference/write.ts.",
    'import type { Call } from "#lib/contract/call.ts";',
    ...(shared.size > 0 ? ['import type { Plan } from "#lib/contract/decode-answer.ts";'] : []),
    `import type * as contract from "${module}";`,
    "",
    ...(hasBody ? [`const schemas = () => import("${module}");`, ""] : []),
    ...[...shared.values()].map((one) => planSource(one, shared)),
    ...operations.map(({ operationId, endpoint }) => callSource(operationId, endpoint, shared)),
  ];
  return `${parts.join("\n").trimEnd()}\n`;
}

/** The module's name: `me-contract.ts` has `me-calls.ts`. */
export const callsFile = (contract: string): string => contract.replace(/contract\.ts$/, "calls.ts");

/** The plans that stand more than once in a module, by their text; one that holds another comes after it. */
type Shared = ReadonlyMap<string, { name: string; plan: Fact }>;

/** Shorter ones are as easily read where they stand. */
const LEAST_SHARED = 60;

function sharedPlans(operations: readonly Operation[]): Shared {
  const found = new Map<string, { name: string; plan: Fact; times: number }>();
  const visit = (name: string, plan: Fact): void => {
    if (typeof plan !== "object") return;
    for (const [field, part] of Object.entries<Fact>(plan)) visit(Array.isArray(plan) ? name : field, part);
    const text = oneLine(plan);
    if (Array.isArray(plan) || text.length < LEAST_SHARED) return;
    const known = found.get(text) ?? { name: nameOf(recordOfPlan(plan) ?? name), plan, times: 0 };
    found.set(text, { ...known, times: known.times + 1 });
  };
  for (const { operationId, endpoint } of operations) {
    const { answer, waits } = callOf(endpoint);
    for (const plan of [answer, waits]) if (plan !== undefined) visit(operationId, plan);
  }
  const often = [...found].filter(([, { times }]) => times > 1);
  const isFirst = (name: string, at: number) => often.findIndex(([, one]) => one.name === name) === at;
  return new Map(
    often.map(([text, { name, plan }], at) => [text, { name: isFirst(name, at) ? name : `${name}${at + 1}`, plan }]),
  );
}

const nameOf = (record: string): string => `${record.slice(0, 1).toLowerCase()}${record.slice(1).replace("?", "")}Plan`;

function planSource({ name, plan }: { name: string; plan: Fact }, shared: Shared): string {
  const start = `const ${name}: Plan = `;
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
  const said = (part: Fact) => shared.get(oneLine(part))?.name ?? oneLine(part, shared);
  if (Array.isArray(value)) return `[${value.map(said).join(", ")}]`;
  const parts = Object.entries<Fact>(value).map(([name, part]) => `${keyOf(name)}: ${said(part)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}
const NONE: Shared = new Map();

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
