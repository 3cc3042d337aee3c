import { Decimal } from "./decimal.ts";

/** What `parseJson` answers: every number is an exact {@link Decimal}, every object has no prototype. */
export type Json<N = Decimal> = null | boolean | string | N | Json<N>[] | { [key: string]: Json<N> };

/** What becomes of a number's literal; undefined refuses it. */
type NumberOf<N> = (literal: string) => N | undefined;

/** A text that is not the strict JSON of the API; `path` is the field when one can be named. */
export class JsonFault extends Error {
  readonly path: string | undefined;
  constructor(message: string, path?: string) {
    super(message);
    this.path = path;
  }
}

/** A `Shape` as JSON text that is already written, as the database writes records; passed through unread. */
export class Raw<Shape> {
  readonly text: string;
  /** For the compiler alone: text of one record is no text of another. */
  declare protected readonly shape: Shape;
  constructor(text: string) {
    this.text = text;
  }
}

const MAX_DEPTH = 16;

/**
 * Strict JSON (RFC 8259) that keeps numbers exact. Beyond the RFC it refuses repeated names, `__proto__`,
 * nesting over 16 and exponents over ±20, since each of them is read differently by different parsers.
 */
export function parseJson(text: string): Json;
export function parseJson<N>(text: string, numberOf: NumberOf<N>): Json<N>;
export function parseJson(text: string, numberOf: NumberOf<unknown> = Decimal.parse): unknown {
  const reader = new Reader(text, numberOf);
  const value = reader.value(0);
  reader.end();
  return value;
}

const READ = new WeakMap<Uint8Array, Json>();

/**
 * The strict JSON of a request's body, read once however often it is needed: nobody changes what is answered. Throws a
 * JsonFault, or a TypeError where the bytes are no UTF-8.
 */
export function readJson(bytes: Uint8Array): Json {
  const known = READ.get(bytes);
  if (known !== undefined) return known;
  const read = parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  READ.set(bytes, read);
  return read;
}

/** Writes JSON with decimals and bigints as plain number literals; `undefined` fields are left out. */
export function writeJson(value: unknown): string {
  if (value instanceof Decimal) return value.toString();
  if (value instanceof Raw) return value.text;
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item ?? null)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const fields: string[] = [];
    for (const [key, field] of Object.entries(value)) {
      if (field !== undefined) fields.push(`${JSON.stringify(key)}:${writeJson(field)}`);
    }
    return `{${fields.join(",")}}`;
  }
  if (typeof value === "number" && !Number.isSafeInteger(value))
    throw new TypeError("a float cannot be written as JSON; use Decimal");
  return JSON.stringify(value) ?? "null";
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS: Readonly<Record<string, [word: string, value: null | boolean]>> = {
  t: ["true", true],
  f: ["false", false],
  n: ["null", null],
};

class Reader<N> {
  private readonly text: string;
  private readonly numberOf: NumberOf<N>;
  private at = 0;
  /** Names and places on the way to the value that is read. */
  private readonly trail: (string | number)[] = [];

  constructor(text: string, numberOf: NumberOf<N>) {
    this.text = text;
    this.numberOf = numberOf;
  }

  value(depth: number): Json<N> {
    this.space();
    const head = this.text[this.at] ?? "";
    if (head === '"') return this.string();
    if (head === "{" || head === "[") {
      if (depth >= MAX_DEPTH) throw new JsonFault(`The JSON body is nested deeper than ${MAX_DEPTH} levels.`);
      return head === "{" ? this.object(depth + 1) : this.array(depth + 1);
    }
    const literal = LITERALS[head];
    if (literal) {
      if (!this.text.startsWith(literal[0], this.at)) throw this.fault();
      this.at += literal[0].length;
      return literal[1];
    }
    return this.number();
  }

  end(): void {
    this.space();
    if (this.at < this.text.length) throw this.fault();
  }

  private object(depth: number): Json<N> {
    const out: { [key: string]: Json<N> } = Object.create(null);
    this.at += 1;
    if (this.closes("}")) return out;
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') throw this.fault();
      const key = this.string();
      this.trail.push(key);
      if (key === "__proto__") throw new JsonFault("The field __proto__ is not allowed.", this.path());
      if (key in out) throw new JsonFault(`The field ${key} is given more than once.`, this.path());
      this.expect(":");
      out[key] = this.value(depth);
      this.trail.pop();
      if (this.closes("}")) return out;
      this.expect(",");
    }
  }

  private array(depth: number): Json<N> {
    const out: Json<N>[] = [];
    this.at += 1;
    if (this.closes("]")) return out;
    for (;;) {
      this.trail.push(out.length);
      out.push(this.value(depth));
      this.trail.pop();
      if (this.closes("]")) return out;
      this.expect(",");
    }
  }

  private string(): string {
    const start = this.at;
    for (let i = start + 1; i < this.text.length; i += 1) {
      const code = this.text.charCodeAt(i);
      if (code === 0x5c) i += 1;
      else if (code < 0x20) break;
      else if (code === 0x22) {
        this.at = i + 1;
        return this.unescape(this.text.slice(start, this.at));
      }
    }
    throw this.fault();
  }

  private unescape(token: string): string {
    if (!token.includes("\\")) return token.slice(1, -1);
    try {
      return JSON.parse(token);
    } catch {
      throw this.fault();
    }
  }

  private number(): N {
    NUMBER.lastIndex = this.at;
    const token = NUMBER.exec(this.text)?.[0];
    if (!token) throw this.fault();
    this.at += token.length;
    const value = this.numberOf(token);
    if (value === undefined) throw new JsonFault("A number has an exponent beyond ±20.", this.path());
    return value;
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }

  private closes(mark: string): boolean {
    this.space();
    if (this.text[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }

  private expect(mark: string): void {
    if (!this.closes(mark)) throw this.fault();
  }

  /** `deposits[0].quantity`; undefined for the body itself. */
  private path(): string | undefined {
    const path = this.trail.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
    return path === "" ? undefined : path.replace(/^\./, "");
  }

  private fault(): JsonFault {
    return new JsonFault(`The body is not valid JSON at character ${this.at + 1}.`);
  }
}
