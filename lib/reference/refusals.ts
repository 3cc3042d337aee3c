import { isHouseScope, isScope, whoseIs } from "#lib/contract/permissions.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { type ErrorCode, STATUS_OF_CODE } from "#lib/kernel/errors.ts";

/** What any request may be refused with before its operation looks at it. */
const ALWAYS: readonly ErrorCode[] = [
  "VALIDATION_FAILED",
  "INVALID_JSON",
  "INVALID_TARGET",
  "REQUEST_TIMEOUT",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "HEADERS_TOO_LARGE",
  "INTERNAL",
  "SERVICE_UNAVAILABLE",
];
const WITH_CALLER: readonly ErrorCode[] = ["ACCOUNT_REQUIRED", "UNAUTHENTICATED", "FORBIDDEN", "RATE_LIMITED"];
const WITH_IDEMPOTENCY: readonly ErrorCode[] = ["REQUEST_IN_FLIGHT", "IDEMPOTENCY_KEY_REUSED"];

/** Every code an operation may answer with, by HTTP status. */
export function refusalsOf(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>(ALWAYS);
  const add = (more: readonly ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  if (endpoint.scope !== "public") add(WITH_CALLER);
  if (endpoint.mutation) add(["FORBIDDEN", ...(endpoint.scope === "public" ? [] : WITH_IDEMPOTENCY)]);
  // In live the sandbox's paths do not exist.
  if (endpoint.path.startsWith("/sandbox/")) add(["NOT_FOUND"]);
  add(endpoint.refuses ?? []);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(STATUS_OF_CODE) as ErrorCode[]) {
    if (!codes.has(code)) continue;
    const status = STATUS_OF_CODE[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

const PERSON = { session: [] };
const WITH_KEY = [{ apiKey: [], timestamp: [], nonce: [], signature: [] }, { sandboxBasic: [] }, PERSON];

/** Who may call, in words and as security requirements. */
export function securityOf({ scope }: Endpoint): { words: string; security: Record<string, string[]>[] } {
  if (scope === "public") return { words: "Public: asks for no authentication.", security: [] };
  if (scope === "own")
    return { words: "For people who are signed in, about themselves; for no key.", security: [PERSON] };
  if (isScope(scope))
    return { words: `Needs the scope \`${scope}\` of a key, or a person whose role allows it.`, security: WITH_KEY };
  if (isHouseScope(scope))
    return {
      words: `Needs the scope \`${scope}\` of a key of the operator, or a person of the operator whose role allows it.`,
      security: WITH_KEY,
    };
  if (whoseIs(scope) === "house")
    return { words: `For people of the operator whose role allows \`${scope}\`; for no key.`, security: [PERSON] };
  return {
    words: `For people whose role allows \`${scope}\`; in the sandbox also for a key with the scope \`sandbox\`.`,
    security: WITH_KEY,
  };
}
