import { Decimal } from "./decimal.ts";
import { isSecretName, STRUCK, withoutSecrets } from "./redact.ts";

const LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LEVELS)[number];

/** One JSON line for each event. `event` names it in a few words; facts that look like secrets are struck out. */
export type Log = Record<LogLevel, (event: string, facts?: Record<string, unknown>) => void>;

export type LogSettings = { logLevel?: string | undefined };

/** Opens the log on standard output; `logLevel` absent is `info`. */
export function openLog(settings: LogSettings, write: (line: string) => void = toStandardOutput): Log {
  for (const stream of [process.stdout, process.stderr])
    if (!stream.listeners("error").includes(lose)) stream.on("error", lose);
  const lowest = Math.max(0, LEVELS.indexOf((settings.logLevel ?? "info") as LogLevel));
  const at =
    (level: LogLevel) =>
    (event: string, facts: Record<string, unknown> = {}) => {
      if (LEVELS.indexOf(level) < lowest) return;
      write(`${JSON.stringify({ at: new Date().toISOString(), level, event, ...redacted(facts) })}\n`);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** A disk that is full, or a reader that went away, costs lines of the log, and not the process that wrote them. */
const lose = (): void => undefined;

function toStandardOutput(line: string): void {
  process.stdout.write(line);
}

const MAX_DEPTH = 6;
const MAX_TEXT = 4_000;

function redacted(facts: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(facts)) {
    out[name] = isSecretName(name) ? STRUCK : plain(value, depth + 1);
  }
  return out;
}

function plain(value: unknown, depth: number): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value === "bigint" || value instanceof Decimal) return value.toString();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "invalid date" : value.toISOString();
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return "[deeper]";
  if (value instanceof Error) return plainError(value, depth);
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  return redacted(value as Record<string, unknown>, depth);
}

function plainError(error: Error, depth: number): Record<string, unknown> {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    name: error.name,
    message: cleanText(error.message),
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause: plain(cause, depth + 1) }),
    stack: cleanText(error.stack ?? ""),
  };
}

function cleanText(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return withoutSecrets(short);
}
