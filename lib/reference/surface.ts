import type { Content, OpenApiDocument, OpenApiOperation, Parameter } from "./document.ts";
import { type JsonSchema, oneOrMoreOf } from "./schemas.ts";

/**
 * What callers build on, one line a promise, so that two releases can be compared: operations, what they take (`in`) and
 * within which bounds (`bound`), what they answer (`out`) with which status codes (`answers`), with `!` where a field is
 * always there. Words and examples may change freely.
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
    ...boundLines(`${name} bound body`, operation.requestBody?.content["application/json"]?.schema ?? {}),
    ...Object.keys(operation.responses).map((status) => `${name} answers ${status}`),
  ];
}

function parameterLine(name: string, { in: place, name: field, required, schema = {} }: Parameter): string[] {
  if (!field) return [];
  const type = `${name} in ${place}.${field}${required ? "!" : ""} ${typeOf(schema)}`;
  return [type, ...boundLines(`${name} bound ${place}.${field}`, schema)];
}

/** By keyword, which way a bound is stricter: 1 where it rises, -1 where it falls, 0 whatever it becomes. */
const STRICTER: Readonly<Record<string, -1 | 0 | 1>> = {
  minimum: 1,
  exclusiveMinimum: 1,
  minLength: 1,
  minItems: 1,
  maximum: -1,
  exclusiveMaximum: -1,
  maxLength: -1,
  maxItems: -1,
  pattern: 0,
  multipleOf: 0,
};

/** The bounds of what is taken, at any depth; of a choice only where it is one of objects. */
function boundLines(prefix: string, schema: JsonSchema): string[] {
  return [
    ...Object.keys(STRICTER).flatMap((keyword) =>
      schema[keyword] === undefined ? [] : [`${prefix} ${keyword} ${schema[keyword]}`],
    ),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => boundLines(`${prefix}.${name}`, field)),
    ...(schema.items ? boundLines(`${prefix}[]`, schema.items) : []),
    ...(schema.anyOf ?? []).flatMap((choice) => (choice.properties ? boundLines(prefix, choice) : [])),
  ];
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
  const gone = released.filter((line) => !now.has(line) && !isBound(line) && !isEased(line, now));
  // A field that was demanded before and takes other words by now is judged above.
  const known = new Set(released.map(fieldOf));
  const demanded = present.filter(
    (line) => / in \S+! /.test(line) && !known.has(fieldOf(line)) && before.has(operationOf(line)),
  );
  return [
    ...gone.map((line) => `gone: ${line}`),
    ...demanded.map((line) => `demanded now: ${line}`),
    ...stricterOf(released, present).map((line) => `stricter now: ${line}`),
  ];
}

const isBound = (line: string): boolean => / bound \S+ \w+ /.test(line);

/** Bounds that fields which were known before did not have, or not so strict. */
function stricterOf(released: readonly string[], present: readonly string[]): string[] {
  const fields = new Set(released.map((line) => fieldOf(line).replace(/!$/, "")));
  const before = new Map(released.filter(isBound).map((line) => [fieldOf(line), limitOf(line)]));
  return present.filter(isBound).filter((line) => {
    const bound = fieldOf(line);
    const [keyword = ""] = bound.split(" ").slice(-1);
    if (
      !fields.has(
        fieldOf(bound)
          .replace(" bound ", " in ")
          .replace(/(\[\])+$/, ""),
      )
    )
      return false;
    const was = before.get(bound);
    const way = STRICTER[keyword] ?? 0;
    return was === undefined || (way === 0 ? was !== limitOf(line) : (Number(limitOf(line)) - Number(was)) * way > 0);
  });
}

const operationOf = (line: string): string => line.split(" ").slice(0, 2).join(" ");

/** A line without what the field holds. */
const fieldOf = (line: string): string => line.slice(0, line.lastIndexOf(" "));

const limitOf = (line: string): string => line.slice(line.lastIndexOf(" ") + 1);

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
