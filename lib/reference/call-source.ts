import { basename } from "node:path";
import { callOf } from "#lib/contract/call-of.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Operation } from "./endpoints.ts";

const WIDE = 118;

/** The module beside a contract that says of its endpoints what the browser needs to call them. */
export function callsSource(contract: string, operations: readonly Operation[]): string {
  const module = `./${basename(contract)}`;
  const hasBody = operations.some(({ endpoint }) => endpoint.body);
  const parts = [
    "// Made from the contract by lib/reference/write.ts.",
    'import type { Call } from "#lib/contract/call.ts";',
    `import type * as contract from "${module}";`,
    "",
    ...(hasBody ? [`const schemas = () => import("${module}");`, ""] : []),
    ...operations.map(({ operationId, endpoint }) => callSource(operationId, endpoint)),
  ];
  return `${parts.join("\n").trimEnd()}\n`;
}

/** The module's name: `me-contract.ts` has `me-calls.ts`. */
export const callsFile = (contract: string): string => contract.replace(/contract\.ts$/, "calls.ts");

function callSource(operationId: string, endpoint: Endpoint): string {
  const { schema, of: _, ...facts } = callOf(endpoint);
  const lines = Object.entries<Fact>(facts).map(([name, value]) => `  ${name}: ${written(value, 2, name.length + 4)},`);
  if (schema) lines.push(`  schema: async () => (await schemas()).${operationId}Endpoint.body,`);
  return `export const ${operationId}Call: Call<typeof contract.${operationId}Endpoint> = {\n${lines.join("\n")}\n};\n`;
}

type Fact = string | boolean | readonly Fact[] | { readonly [name: string]: Fact };

/** A value as it stands in a source: on one line where it has room, else a part on each. */
function written(value: Fact, indent: number, before: number): string {
  const onLine = oneLine(value);
  if (typeof value !== "object" || indent + before + onLine.length < WIDE) return onLine;
  const pad = " ".repeat(indent);
  const isList = Array.isArray(value);
  const parts = Object.entries<Fact>(value).map(([name, part]) => {
    const start = isList ? "" : `${keyOf(name)}: `;
    return `${pad}  ${start}${written(part, indent + 2, start.length + 1)},\n`;
  });
  return `${isList ? "[" : "{"}\n${parts.join("")}${pad}${isList ? "]" : "}"}`;
}

function oneLine(value: Fact): string {
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  const parts = Object.entries<Fact>(value).map(([name, part]) => `${keyOf(name)}: ${oneLine(part)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
