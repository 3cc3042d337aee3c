import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { awaited } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { TreasuryPage } from "./treasury-page.tsx";

const of = (text: string) => Decimal.from(text);
const FIRST = "2026-11-21T12:00:00.000Z";
const isFirst = (query: URLSearchParams, name: string) =>
  [FIRST, String(Date.parse(FIRST))].includes(query.get(name) ?? "");
const place = { place: "bank:main", kind: "BANK", asset: "EUR", rate: of("1"), rateTime: 0 };
const placesOf = (sum: string) => ({
  ...{ in: "EUR", total: of(sum), unpriced: [], data: [{ ...place, balance: of(sum), value: of(sum) }] },
});
const ownersOf = (sum: string) => ({
  ...{
    in: "EUR",
    total: of(sum),
    ownTotal: of(sum),
    owedTotal: of("0"),
    unassignedTotal: of("0"),
    unpriced: [],
    data: [],
    places: placesOf(sum).data,
  },
});
const movementOf = (sum: string) => ({
  ...{ in: "EUR", startTime: 0, endTime: 1, unpriced: [], total: of(sum) },
  data: [{ ...place, opening: of(sum), in: of("0"), out: of("0"), fees: of("0"), closing: of(sum), value: of(sum) }],
});

test("figures of one instant never stand under another: until its own have come, nothing does", async () => {
  const later = [awaited(placesOf("7.77")), awaited(ownersOf("7.77")), awaited(movementOf("7.77"))] as const;
  const [places, owners, movement] = later;
  await show(<TreasuryPage />, {
    at: `/treasury?at=${FIRST}`,
    answers: {
      "GET /manage/v1/approvals": { data: [], startsAfter: null },
      "GET /house/v1/places": ({ query }) => (isFirst(query, "at") ? placesOf("1234.56") : places.answer()),
      "GET /house/v1/owners": ({ query }) => (isFirst(query, "at") ? ownersOf("1234.56") : owners.answer()),
      "GET /house/v1/places/movement": ({ query }) =>
        isFirst(query, "endTime") ? movementOf("1234.56") : movement.answer(),
    },
  });
  const text = () => page.getByRole("main").element().textContent?.replace(/\s/gu, " ");
  await expect.poll(text).toMatch(/As of.*2026.*1 234\.56 EUR.*Movement.*1 234\.56/);
  history.pushState(null, "", "/treasury?at=2026-11-22T12:00:00.000Z");
  await expect.poll(text).toMatch(/As of.*22 Nov 2026/);
  expect(text()).not.toContain("1 234.56");
  for (const one of later) one.give();
  await expect.poll(text).toContain("7.77 EUR");
});
