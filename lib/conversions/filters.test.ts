import { expect, test } from "vitest";
import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getConversionsEndpoint, listConversionsEndpoint } from "./contract.ts";
import { CONVERSION_STATUSES } from "./conversion-states.ts";
import { CONVERSION_FILTERS, CONVERSION_LIST_FILTERS, CONVERSION_SORTS } from "./filters.ts";

const readBy =
  ({ query: schema }: typeof getConversionsEndpoint | typeof listConversionsEndpoint) =>
  (query: Record<string, unknown>) => {
    const { success, data } = schema.safeParse(query);
    return success ? data : undefined;
  };

test.each([
  ["Get conversions", getConversionsEndpoint],
  ["the list", listConversionsEndpoint],
] as const)(
  "%s takes its range in ISO 8601 and no other way, and customers of at most 128 characters",
  (_, endpoint) => {
    const read = readBy(endpoint);
    expect(read({ startTime: "2026-11-18T00:00:00Z", endTime: "2026-11-20T00:00:00.001Z" })).toEqual({
      startTime: new Date("2026-11-18T00:00:00Z"),
      endTime: new Date("2026-11-20T00:00:00.001Z"),
    });
    for (const name of ["startTime", "endTime"]) {
      expect(read({ [name]: Decimal.from("1795824000000") })).toBeUndefined();
      expect(read({ [name]: "yesterday" })).toBeUndefined();
    }
    expect(read({ subaccount: "x".repeat(128) })).toBeDefined();
    expect(read({ subaccount: "x".repeat(129) })).toBeUndefined();
  },
);

test("the list takes every state, crypto and fiat there is, several with commas between, and no other", () => {
  const read = readBy(listConversionsEndpoint);
  for (const [name, words] of Object.entries({
    status: CONVERSION_STATUSES,
    baseSymbol: CRYPTOS,
    quoteSymbol: FIATS,
  })) {
    expect(read({ [name]: words.join(",") })).toEqual({ [name]: [...words] });
    expect(read({ [name]: "DOGE" })).toBeUndefined();
  }
  expect(read({ minimum: Decimal.from("0.00000001"), maximum: Decimal.from("2") })).toEqual({
    minimum: Decimal.from("0.00000001"),
    maximum: Decimal.from("2"),
  });
});

test("the list is in order of its making, its quantity, what it brought, and its value, upwards and downwards", () => {
  const read = readBy(listConversionsEndpoint);
  const sorts = ["created", "quantity", "fiatReceived", "value"];
  expect(CONVERSION_SORTS).toEqual(sorts);
  for (const sort of sorts.flatMap((one) => [one, `-${one}`])) expect(read({ sort })).toEqual({ sort });
  expect(read({ sort: "status" })).toBeUndefined();
});

test("a page that names no range begins thirty days back", () => {
  expect(CONVERSION_FILTERS.startTime.standard).toBe("30d");
});

test("each filter tells whoever reads the reference what it is, by a sentence and an example that it takes", () => {
  const read = readBy(listConversionsEndpoint);
  for (const [name, { about }] of Object.entries(CONVERSION_LIST_FILTERS)) {
    expect(about.description, name).toMatch(/^[A-Z].*\.$/);
    const { example } = about;
    expect(read({ [name]: typeof example === "number" ? Decimal.from(`${example}`) : example }), name).toBeDefined();
  }
});
