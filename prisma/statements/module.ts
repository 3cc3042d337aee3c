import { basename } from "node:path";
import type { Described } from "./describe.ts";
import type { Written } from "./parse.ts";

const WIDTH = 120;

/** The text of a `.sql.ts`, in the form that the formatter leaves alone. */
export function moduleText(path: string, statements: readonly (Written & Described)[]): string {
  const rows = new Map<string, string>();
  const parts = statements.map((statement) => partOf(statement, rows));
  const types = parts.join("\n");
  const used = (name: string) => new RegExp(`\\b${name}\\b`).test(types.replace(/`[^`]*`/g, ""));
  const kinds = ["command", "query"].filter((kind) => statements.some((each) => kindOf(each) === kind));
  const imported = [
    ...kinds,
    ...(used("Decimal") ? ["type Decimal"] : []),
    ...(used("NoValues") ? ["type NoValues"] : []),
  ];
  return [
    `// Written from ${basename(path)} and the database's own description by \`node .config/statements.ts\`.`,
    ...(used("JsonValue") ? ['import type { JsonValue } from "@prisma/client/runtime/client";'] : []),
    `import { ${imported.sort(byName).join(", ")} } from "#lib/kernel/statement.ts";`,
    "",
    parts.join("\n\n"),
    "",
  ].join("\n");
}

const byName = (a: string, b: string) => (a.replace("type ", "") < b.replace("type ", "") ? -1 : 1);
const kindOf = ({ columns }: Described) => (columns ? "query" : "command");

/** `rows` holds the row types written so far by their fields: statements that answer the same row share its type. */
function partOf(statement: Written & Described, rows: Map<string, string>): string {
  const { name, note, text, values, columns } = statement;
  const Name = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  const valuesType = values.length > 0 ? `${Name}Values` : "NoValues";
  const fields = columns?.map(({ name: key, type }) => fieldLine(key, type)) ?? [];
  const known = rows.get(fields.join("\n"));
  const rowType = known ?? `${Name}Row`;
  rows.set(fields.join("\n"), rowType);
  const generics = columns ? `${valuesType}, ${rowType}` : valuesType;
  return [
    ...(values.length > 0 ? [`type ${valuesType} = {`, ...values.map(valueLine), "};"] : []),
    ...(columns && known === undefined ? [`type ${rowType} = {`, ...fields, "};"] : []),
    ...(note === "" ? [] : noteLines(note)),
    `export const ${name} = ${kindOf(statement)}<${generics}>({`,
    textLine(text),
    listLines(values.map(({ name: value }) => value)),
    "});",
  ].join("\n");
}

function textLine(text: string): string {
  const literal = `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, "\\$&")}\`,`;
  const line = `  text: () => ${literal}`;
  return line.length <= WIDTH || text.includes("\n") ? line : `  text: () =>\n    ${literal}`;
}

function valueLine({ name, type, optional }: Described["values"][number]): string {
  return optional ? fieldLine(`${name}?`, `${type} | null | undefined`) : fieldLine(name, type);
}

function fieldLine(key: string, type: string): string {
  const line = `  ${/^\w+\??$/.test(key) ? key : JSON.stringify(key)}: ${type};`;
  if (line.length <= WIDTH || !type.includes(" | ")) return line;
  return [`  ${key}:`, ...type.split(" | ").map((word) => `    | ${word}`)].join("\n").concat(";");
}

const noteLines = (note: string): string[] => {
  const lines = note.split("\n");
  return lines.length === 1 ? [`/** ${lines[0]} */`] : ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"];
};

function listLines(names: readonly string[]): string {
  const quoted = names.map((name) => JSON.stringify(name));
  const line = `  values: [${quoted.join(", ")}],`;
  return line.length <= WIDTH ? line : ["  values: [", ...quoted.map((name) => `    ${name},`), "  ],"].join("\n");
}
