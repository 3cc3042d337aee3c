import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { requests } from "#e2e/stage/server.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { BalancesTable } from "./balances-table.tsx";
import { MovementTable } from "./movement-table.tsx";

const of = (text: string) => Decimal.from(text);
const NOTHING = { pending: of("0"), available: of("0"), locked: of("0"), reserved: of("0"), owed: of("0") };
const flat = (text: string | null | undefined) => text?.replace(/\s+/gu, " ").trim();
const lines = () =>
  page
    .getByRole("row")
    .elements()
    .slice(1)
    .map(({ textContent }) => flat(textContent));

test("balances are valued with their total; an asset of which there is nothing is hidden until asked for", async () => {
  const btc = { ...NOTHING, asset: "BTC" as const, available: of("0.5"), locked: of("0.1"), holding: of("0.6") };
  const balances = {
    data: [
      { ...btc, rate: of("60000"), rateTime: 0, value: of("36000") },
      { ...NOTHING, asset: "BCH" as const, holding: of("0"), rate: of("400"), rateTime: 0, value: of("0") },
      { ...NOTHING, asset: "CAD" as const, available: of("7"), holding: of("7") },
    ],
    in: "EUR" as const,
    total: of("36000"),
    unpriced: ["CAD" as const],
  };
  await show(<BalancesTable balances={balances} fiat="EUR" onAsset={() => undefined} />);
  expect(lines()).toEqual(["BTC0.50000000–0.10000000––60 000.0036 000.00", "CAD7.00––––no price–"]);
  const shown = flat(page.getByRole("region", { name: "Balances" }).first().element().textContent);
  expect(shown).toContain("36 000.00 EUR");
  expect(shown).toContain("Not counted, no price: CAD.");
  await page.getByRole("button", { name: "Show zero (1)" }).click();
  expect(lines()[1]).toBe("BCH–––––400.000.00");
  const onPhone = [...document.querySelectorAll("ul[aria-label=Balances] > li")];
  expect(onPhone.map(({ textContent }) => flat(textContent))).toEqual([
    "BTC0.60000000≈ 36 000.00",
    "BCH0.00000000≈ 0.00",
    "CAD7.00",
  ]);
});

test("a period's opening, flows and closing stand in one line, and flows by customer in another", async () => {
  const flows = { in: of("100"), out: of("30"), fees: of("0.5") };
  const movement = {
    in: "EUR" as const,
    startTime: 0,
    endTime: 1,
    total: of("79.5"),
    unpriced: [],
    data: [{ asset: "EUR" as const, opening: of("10"), ...flows, closing: of("79.5"), value: of("79.5") }],
    customers: [
      { subaccount: "acme-42", asset: "EUR" as const, ...flows },
      { asset: "EUR" as const, in: of("0"), out: of("30"), fees: of("0") },
    ],
  };
  await show(<MovementTable movement={movement} of={{ startTime: 0 }} onPeriod={() => undefined} period="7d" />);
  expect(lines()).toEqual(["EUR10.00+100.00−30.00−0.5079.5079.50"]);
  await page.getByRole("button", { name: "Customer" }).click();
  expect(lines()).toEqual(["acme-42EUR+100.00−30.00−0.50", "without a billEUR–−30.00–"]);
});

const PAYMENT = "01a1fc60-2e8c-74d9-8b03-f1e2d3c4b5a6";
const AT = Date.parse("2026-11-28T12:00:00Z");
const FROM = Date.parse("2026-11-21T23:00:00Z");

test("each asset opens the entries of the very period that its flows are the sums of, and both ends lead to their balances", async () => {
  const flows = { in: of("100"), out: of("30"), fees: of("0.5") };
  const movement = {
    ...{ in: "EUR" as const, startTime: FROM, endTime: AT, total: of("79.5"), unpriced: [] },
    data: [
      { asset: "USDT" as const, networkType: "tron" as const, opening: of("10"), ...flows, closing: of("79.5") },
      { asset: "EUR" as const, opening: of("10"), ...flows, closing: of("79.5"), value: of("79.5") },
    ],
    customers: [
      { subaccount: "acme-42", asset: "EUR" as const, ...flows },
      { asset: "EUR" as const, in: of("0"), out: of("30"), fees: of("0") },
    ],
  };
  const line = { at: AT - 1, transactionId: PAYMENT, event: "deposit.sold", asset: "EUR", subaccount: "acme-42" };
  await show(
    <MovementTable movement={movement} of={{ startTime: FROM, endTime: AT }} onPeriod={() => undefined} period="7d" />,
    {
      at: `/ledger?at=${new Date(AT).toISOString()}&in=EUR&period=7d`,
      answers: {
        "GET /manage/v1/balances/entries": () => ({
          data: [{ ...line, ...flows, paymentId: PAYMENT }],
          startsAfter: null,
        }),
      },
    },
  );
  const ends = [...page.getByRole("table", { name: "Movement" }).element().querySelectorAll("a")].map((one) =>
    [one.textContent, new URL(one.href).search].map(flat),
  );
  expect(ends).toEqual(
    ["USDT", "EUR"].flatMap((asset) =>
      (
        [
          ["10.00", FROM],
          ["79.50", AT],
        ] as const
      ).map(([amount, at]) => [
        asset === "EUR" ? amount : `${amount}0000`,
        `?at=${encodeURIComponent(new Date(at).toISOString())}&in=EUR&period=7d&asset=${asset}`,
      ]),
    ),
  );
  await page.getByRole("button", { name: "EUR", exact: true }).click();
  const entries = page.getByRole("table", { name: "Entries of EUR" });
  await expect.element(entries).toBeVisible();
  expect([...entries.element().querySelectorAll("a")].map((one) => one.getAttribute("href"))).toEqual([
    "/customers/one?subaccount=acme-42",
    `/payments?paymentId=${PAYMENT}&open=${PAYMENT}`,
  ]);
  expect(flat(entries.element().querySelector("tbody")?.textContent)).toContain("+100.00−30.00−0.50");
  await page.getByRole("button", { name: "Customer" }).click();
  await page.getByRole("button", { name: "EUR", exact: true }).last().click();
  await expect.poll(() => location.search).toContain("by=customer&entries=EUR%2F");
  await expect.poll(() => requests().length).toBe(2);
  const period = { startTime: String(FROM), endTime: String(AT), limit: "50" };
  expect(requests().map(({ query }) => Object.fromEntries(query))).toEqual([
    { asset: "EUR", ...period },
    { asset: "EUR", withoutBill: "true", ...period },
  ]);
});
