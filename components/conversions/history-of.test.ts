import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { conversion, QUOTED_AT, quote } from "./conversion.fixture.ts";
import { historyOf } from "./history-of.ts";

const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");
const lines = (changes: Partial<ConversionRecord>, now = QUOTED_AT) =>
  historyOf(conversion(changes), now, "utc").map(({ key, at, tone, glyph, title, amount, note }) =>
    [
      ...[key, at === undefined ? "" : new Date(at).toISOString().slice(11, 19), tone, glyph, title, plain(amount)],
      plain(typeof note === "string" ? note : undefined),
    ].join(" | "),
  );
const END = QUOTED_AT + 10_000;
const at = (time: string) => `2026-11-21T${time}.000Z`;
const CREATED = "created | 12:04:58 | none | draft | Created by Anna Keller |  | 2 bills, 0.0127103 BTC locked";

test("it begins with who made it, and what it locks", () => {
  expect(lines({})).toEqual([CREATED]);
});

test("a quote is live until its end, used where it sells, and else expired", () => {
  const quoted = { status: "QUOTED", quote: quote(), quoteExpired: false } as const;
  const line = (tone: string, glyph: string, title: string, when: string) =>
    `q1 | 12:05:38 | ${tone} | ${glyph} | ${title} | 731.37 EUR | 58 123.45, ${when} 12:05:48`;
  expect(lines(quoted, END - 1)[1]).toBe(line("out", "pie", "Quoted", "expires"));
  expect(lines(quoted, END)[1]).toBe(line("none", "expired", "Quoted, not used", "expired"));
  const used = (status: "EXECUTING" | "EXECUTED" | "SUPERSEDED") =>
    lines({ status: "EXECUTING", quotes: [{ ...quote(), status }] }, END)[1];
  expect(used("EXECUTING")).toBe(line("none", "pie", "Quoted", "expired"));
  expect(used("EXECUTED")).toBe(line("none", "pie", "Quoted", "expired"));
  expect(used("SUPERSEDED")).toBe(line("none", "expired", "Quoted, not used", "expired"));
  const again = [
    { ...quote({ quoteId: "q0" }), status: "EXPIRED" as const },
    { ...quote(), status: "LIVE" as const },
  ];
  expect(lines({ ...quoted, quotes: again })[2]).toBe(line("out", "pie", "Quoted again", "expires"));
});

test("how it ended", () => {
  const last = (changes: Partial<ConversionRecord>) => lines(changes).slice(1);
  const executed = { status: "EXECUTED", executed: at("12:06:00"), fiatReceived: Decimal.from("731.37") } as const;
  expect(last(executed)).toEqual(["executed | 12:06:00 | done | done | Executed | 731.37 EUR | Credited to acme."]);
  expect(last({ ...executed, status: "EXECUTING", updated: at("12:05:59") })).toEqual([
    "sent | 12:05:59 | wait | half | Sent to the venue |  | Awaiting the venue’s response.",
  ]);
  const cancelled = { status: "CANCELLED", cancelled: at("12:07:00") } as const;
  const cancel = (note: string) => `cancelled | 12:07:00 | none | cancel | Cancelled |  | ${note}`;
  expect(last(cancelled)).toEqual([cancel("Its crypto is available again.")]);
  expect(last({ ...cancelled, cancelReason: "TIMEOUT" })).toEqual([cancel("untouched for 24 h")]);
  expect(last({ ...cancelled, cancelNote: "not now" })).toEqual([cancel("not now")]);
  const lastError = "The venue closed the pair.";
  expect(last({ status: "FAILED", lastError, updated: at("12:08:00") })).toEqual([
    "error | 12:08:00 | fail | attn | Failed |  | It cannot be completed; its crypto is available again.",
  ]);
  expect(last({ status: "CREATED", lastError, updated: at("12:08:00") })).toEqual([
    "error | 12:08:00 | fail | attn | Venue refused |  | The venue refused the order; nothing was sold.",
  ]);
  expect(last({ status: "CREATED", cancelled: at("12:07:00") })).toEqual([]);
});
