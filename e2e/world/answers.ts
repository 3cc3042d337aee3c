import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type OpenApiDocument, type OpenApiOperation, openApiDocument } from "#lib/reference/document.ts";
import { loadOperations } from "#lib/reference/endpoints.ts";
import { STATUS_OF_CODE } from "#lib/kernel/errors.ts";

/** An answer as it came over the wire. */
export type Answered = { method: string; target: string; status: number; contentType: string; text: string };

/** Says what of an answer is not as the document promises; undefined when all is. */
export type Judge = (answered: Answered) => string | undefined;

/** The paths that speak by the document; all else is pages. */
const OURS = /^\/(payment|manage|house|sandbox)\//;

let opened: Promise<Judge> | undefined;

/** The judge over the document as the contracts make it now; made once for each process. */
export function answerJudge(): Promise<Judge> {
  opened ??= loadOperations().then((operations) => judgeOf(openApiDocument(operations).document));
  return opened;
}

function judgeOf(document: OpenApiDocument): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { decimal: true } });
  addFormats.default(ajv);
  ajv.addSchema(closed(document) as OpenApiDocument, "document");
  const patterns = Object.entries(document.paths).map(([path, methods]) => ({
    path,
    methods,
    regex: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));
  // Fixed paths before those with a parameter in the same place.
  patterns.sort((a, b) => Number(a.path.includes("{")) - Number(b.path.includes("{")));
  const faultOf = (answered: Answered): string | undefined => {
    const [path = ""] = answered.target.split("?", 1);
    const found = patterns.find(({ regex }) => regex.test(path));
    if (!OURS.test(path) || answered.text === "") return undefined;
    if (answered.status >= 400)
      return faultOfRefusal(ajv, document, found?.methods[answered.method.toLowerCase()], answered);
    const operation = found?.methods[answered.method.toLowerCase()];
    if (!found || !operation) return "this operation is not in the document";
    return faultOfSuccess(ajv, found.path, operation, answered);
  };
  return (answered) => {
    const fault = faultOf(answered);
    return fault && `${answered.method} ${answered.target} answered ${answered.status} outside the document: ${fault}`;
  };
}

function faultOfSuccess(
  ajv: Ajv2020,
  path: string,
  operation: OpenApiOperation,
  answered: Answered,
): string | undefined {
  const [type = ""] = answered.contentType.split(";", 1);
  const status = String(answered.status);
  if (!operation.responses[status]) return `status ${status} is not promised`;
  if (!operation.responses[status].content?.[type]) return `${type} is not promised`;
  if (type !== "application/json") return undefined;
  const steps = ["paths", path, answered.method.toLowerCase(), "responses", status, "content", type, "schema"];
  return validated(ajv, steps, answered.text) ?? floatIn(answered.text);
}

function faultOfRefusal(
  ajv: Ajv2020,
  document: OpenApiDocument,
  operation: OpenApiOperation | undefined,
  { status, text }: Answered,
): string | undefined {
  const fault = validated(ajv, ["components", "schemas", "Error"], text) ?? floatIn(text);
  if (fault) return fault;
  const { code } = JSON.parse(text) as { code: keyof typeof STATUS_OF_CODE };
  if (STATUS_OF_CODE[code] !== status) return `${code} belongs to ${STATUS_OF_CODE[code]}`;
  if (!operation) return [404, 405, 400, 413, 431].includes(status) ? undefined : `${code} where nothing is`;
  const own = operation.responses[status];
  const name = own?.$ref?.split("/").at(-1) ?? "";
  const promised = own?.$ref ? (document.components["responses"] as OpenApiOperation["responses"])[name] : own;
  const codes = promised?.content?.["application/json"]?.schema?.properties?.["code"]?.enum ?? [];
  return codes.includes(code) ? undefined : `${code} is not promised by ${operation.operationId}`;
}

const validators = new Map<string, ValidateFunction | undefined>();

function validated(ajv: Ajv2020, steps: readonly string[], text: string): string | undefined {
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
  if (!validators.has(pointer)) validators.set(pointer, ajv.getSchema(`document#/${pointer}`));
  const holds = validators.get(pointer);
  if (!holds) return "its answer has no schema";
  return holds(JSON.parse(text)) ? undefined : ajv.errorsText(holds.errors, { dataVar: "answer" });
}

/** Numbers are plain literals: no exponent, no trailing zero, no minus zero (rulebook 1.2). */
function floatIn(text: string): string | undefined {
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  const numbers = bare.match(/-?\d[\d.eE+-]*/g) ?? [];
  const odd = numbers.find((number) => !/^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/.test(number));
  return odd === undefined ? undefined : `${odd} is no plain exact number`;
}

/** Every record closed, so that a field nobody has described is a fault here, though readers must let it pass. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const out = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, closed(inner)]));
  const isRecord =
    out["type"] === "object" && out["properties"] !== undefined && out["additionalProperties"] === undefined;
  return isRecord ? { ...out, additionalProperties: false } : out;
}
