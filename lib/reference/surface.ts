import type { Content, OpenApiDocument, OpenApiOperation, Parameter } from "./document.ts";
import { type JsonSchema, oneOrMoreOf } from "./schemas.ts";

/**
 * What callers build on, one line a promise, so that two releases can be compared: operations, what they take (`in`),
 * what they answer (`out`), with `!` where a field is always there. Words and examples may change freely.
 */
export function surfaceOf(document: OpenApiDocument): string[] {
  const lines: string[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      lines.push(name, ...operationLines(name, operation));
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    lines.push(...fieldLines(`${name} out`, schema));
  }
  for (const type of Object.keys(document.webhooks)) lines.push(`event ${type}`);
  return lines.sort();
}

function operationLines(name: string, operation: OpenApiOperation): string[] {
  const taken = (operation.parameters ?? []).flatMap((parameter) => parameterLine(name, parameter));
  return [
    ...taken,
    ...contentLines(`${name} in body`, operation.requestBody?.content),
    ...contentLines(`${name} out`, operation.responses["200"]?.content),
    ...contentLines(`${name} out 202`, operation.responses["202"]?.content),
  ];
}

function parameterLine(name: string, { in: place, name: field, required, schema }: Parameter): string[] {
  return field ? [`${name} in ${place}.${field}${required ? "!" : ""} ${typeOf(schema ?? {})}`] : [];
}

function contentLines(prefix: string, content: Content | undefined): string[] {
  const schema = content?.["application/json"]?.schema;
  if (!schema) return Object.keys(content ?? {}).map((type) => `${prefix} ${type}`);
  const named = [schema, ...(schema.anyOf ?? [])].filter(({ $ref }) => $ref).map((each) => `${prefix} ${typeOf(each)}`);
  return named.length > 0 ? named : fieldLines(prefix, schema);
}

function fieldLines(prefix: string, schema: JsonSchema): string[] {
  const own = schema.items ? fieldLines(`${prefix}[]`, schema.items) : [];
  const choices = (schema.anyOf ?? []).flatMap((choice) => fieldLines(prefix, choice));
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const always = schema.required?.includes(name) ? "!" : "";
    return [`${prefix}.${name}${always} ${typeOf(field)}`, ...fieldLines(`${prefix}.${name}`, field)];
  });
  return [...own, ...choices, ...fields];
}

function typeOf(schema: JsonSchema): string {
  const { $ref, type, items } = schema;
  const words = schema.enum ?? oneOrMoreOf(schema);
  if ($ref) return $ref.split("/").at(-1) ?? "";
  if (words) return words.join("|");
  return items ? `${typeOf(items)}[]` : [type ?? "any"].flat().join("|");
}

/** What the released surface promised and the present one breaks, in sentences; none when it only grew. */
export function breaksOf(released: readonly string[], present: readonly string[]): string[] {
  const now = new Set(present);
  const before = new Set(released);
  const gone = released.filter((line) => !now.has(line) && !isEased(line, now));
  // A field that was demanded before and takes other words by now is judged above.
  const known = new Set(released.map(fieldOf));
  const demanded = present.filter(
    (line) => / in \S+! /.test(line) && !known.has(fieldOf(line)) && before.has(operationOf(line)),
  );
  return [...gone.map((line) => `gone: ${line}`), ...demanded.map((line) => `demanded now: ${line}`)];
}

const operationOf = (line: string): string => line.split(" ").slice(0, 2).join(" ");

/** A line without what the field holds. */
const fieldOf = (line: string): string => line.slice(0, line.lastIndexOf(" "));

/** A demand that fell away, an answer's field that is always there now, or a list of words that grew. */
function isEased(line: string, now: ReadonlySet<string>): boolean {
  const taken = / in /.test(line);
  const swapped = taken ? line.replace(/(\S)! /, "$1 ") : line.replace(/( out\S*[^!\s]) /, "$1! ");
  if (now.has(swapped)) return true;
  const start = line.slice(0, line.lastIndexOf(" ") + 1);
  const words = wordsOf(line.slice(start.length));
  if (words.length < 2) return false;
  const list = line.endsWith("[]");
  return [...now].some((other) => {
    const rest = other.startsWith(start) && other.endsWith("[]") === list ? wordsOf(other.slice(start.length)) : [];
    return words.every((word) => rest.includes(word));
  });
}

/** The words of a field, or of a list of them. */
const wordsOf = (type: string): string[] => type.replace(/\[\]$/, "").split("|");
