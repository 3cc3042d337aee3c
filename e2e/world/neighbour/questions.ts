import type { Client, Key } from "#e2e/world/client.ts";

const LIST = "limit=500";

/** Everything that an account can ask about itself, all of it and not a page; START is long before its first bill. */
const questionsFor = (keyId: string): string[] => [
  `/payment/v1/payment?startTime=START&${LIST}`,
  "/payment/v1/payment?startTime=START&subaccount=shop-1&convertible=true",
  "/payment/v1/payment?startTime=START&reference=order-1",
  "/payment/v1/conversion?startTime=2026-01-01T00:00:00Z",
  "/manage/v1/payments/summary?startTime=START",
  "/manage/v1/balances",
  `/manage/v1/statement?${LIST}`,
  `/manage/v1/events?${LIST}`,
  "/manage/v1/settings",
  "/manage/v1/keys",
  "/manage/v1/users",
  "/manage/v1/invitations",
  "/manage/v1/approvals",
  `/manage/v1/audit?${LIST}`,
  "/manage/v1/exports",
  "/manage/v1/webhook-endpoints",
  "/manage/v1/search?q=shop",
  "/manage/v1/search?q=order-2",
  `/manage/v1/requests?keyId=${keyId}&${LIST}`,
];

/**
 * What changes by itself: how deep a deposit lies, when a key was used, where its receiver listens in this world, how far
 * its events go; and what the house sets for everybody at once.
 */
const RESTLESS = new Set(["requestId", "lastUsedAt", "confirmations", "url", "cursor", "secondPerson"]);
const MONTH_MS = 30 * 86_400_000;

/** The answers to all of them in the words of one key, as they came. */
export async function answersOf(send: Client, key: Key, keyId: string): Promise<Record<string, unknown>> {
  const start = String(Date.now() - MONTH_MS);
  const answers: Record<string, unknown> = {};
  for (const question of questionsFor(keyId)) {
    const { status, text } = await send({ target: question.replace("START", start), key });
    answers[question] = status === 200 ? JSON.parse(text) : `${status} ${text}`;
  }
  return answers;
}

/** An answer without what changes by itself, and without what a business clock that stands at `now` changes. */
export function lasting(answer: unknown, now: number): unknown {
  if (Array.isArray(answer)) return answer.filter((item) => !isEndEvent(item)).map((item) => lasting(item, now));
  if (typeof answer !== "object" || answer === null) return answer;
  const over = Number((answer as Fields)["expiryTime"] ?? (answer as Fields)["expiresAt"]) <= now;
  const lasts = Object.entries(answer).filter(([name]) => !RESTLESS.has(name) && !(over && AGEING.has(name)));
  return Object.fromEntries(lasts.map(([name, inner]) => [name, lasting(inner, now)]));
}

type Fields = Record<string, unknown>;

/** What a payout leaves is answered only as long as its approval waits. */
const AGEING = new Set(["status", "amountStatus", "updatedAt", "funds"]);
/** An event of a bill whose time is over. */
const isEndEvent = (item: unknown): boolean =>
  typeof item === "object" && item !== null && /^payment\.(expired|underpaid)$/.test(String((item as Fields)["type"]));
