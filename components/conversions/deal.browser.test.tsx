import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { pass, stopClock } from "#e2e/stage/clock.ts";
import {
  awaited,
  type Answers,
  answerAlso,
  changes,
  LOST,
  type Reply,
  type Sent,
  refusal,
  pressTwice,
} from "#e2e/stage/server.ts";
import { type Play, show } from "#e2e/stage/stage.tsx";
import type { ConversionRecord, QuoteRecord } from "#lib/conversions/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { conversion, QUOTED_AT, quote } from "./conversion.fixture.ts";
import { ConversionDrawer } from "./conversion-drawer.tsx";

const of = (text: string) => Decimal.from(text);
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const SELL = "Sell 0.0127103\u00a0BTC for 731.37\u00a0EUR";
const PATH = "/payment/v1/conversion";

const quoted = (more: Partial<ConversionRecord> = {}) =>
  conversion({ status: "QUOTED", quote: quote(), quoteExpired: false, ...more });

const executed = () =>
  conversion({
    status: "EXECUTED",
    price: of("58123.45"),
    feeQuantity: of("0.0001271"),
    fiatReceived: of("731.37"),
    items: [],
  });

function quoteOf(record: ConversionRecord, changes: Partial<QuoteRecord> = {}): QuoteRecord {
  const { invoiceId, baseSymbol, quoteSymbol, quantity } = record;
  return { ...quote(), status: "QUOTED", side: "SELL", invoiceId, baseSymbol, quoteSymbol, quantity, ...changes };
}

/** The market half an hour ago, the quote, and now. */
const LINE = {
  points: [
    {
      kind: "MARKET",
      at: QUOTED_AT - 1_800_000,
      bid: of("58000"),
      mid: of("58011.6"),
      priceTime: QUOTED_AT - 1_800_000,
    },
    { kind: "QUOTE", at: QUOTED_AT, bid: of("58123.45"), mid: of("58150"), priceTime: QUOTED_AT },
    { kind: "NOW", at: QUOTED_AT + 1_000, bid: of("58200"), mid: of("58211.64"), priceTime: QUOTED_AT + 1_000 },
  ],
};
const held = (asset: string, available: string, locked: string, owed = "0") => ({
  asset,
  pending: of("0"),
  available: of(available),
  locked: of(locked),
  reserved: of("0"),
  owed: of(owed),
});
const BALANCES = { data: [held("BTC", "0.4", "0.0527103"), held("EUR", "1000.5", "0"), held("USD", "7", "0")] };

/** The record as the server has it. */
let standing: ConversionRecord;
const becomes = (record: ConversionRecord) => () => {
  standing = record;
  return record;
};

async function open(record: ConversionRecord, play: Play = {}): Promise<void> {
  stopClock(QUOTED_AT + 1_000);
  standing = record;
  const answers: Answers = {
    [`GET ${PATH}`]: () => [standing],
    "GET /manage/v1/conversions/*": LINE,
    "GET /manage/v1/balances": BALANCES,
    ...play.answers,
  };
  const { invoiceId } = record;
  await show(<ConversionDrawer invoiceId={invoiceId} known={undefined} onClose={() => undefined} takeFocus />, {
    ...play,
    answers,
  });
  await expect.element(page.getByRole("heading", { name: /^Sell 0\.0127103/ })).toBeVisible();
}

const sent = (path: string) => changes().filter((one) => `${one.method} ${one.path}` === path);

describe("selling", () => {
  test("the confirmation names what is sold and what is got for it, and sends that very quote once", async () => {
    const wait = Promise.withResolvers<void>();
    await open(quoted(), {
      answers: { [`POST ${PATH}/execute`]: () => wait.promise.then(becomes(executed())) },
    });
    await button(`${SELL}…`).click();
    await expect.element(dialog).toHaveAccessibleName(`${SELL}?`);
    await expect.element(dialog).toHaveAccessibleDescription(/It cannot be undone\./);
    await expect.element(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
    await expect.element(dialog).toMatchTextContent(/You sell ?0\.01271030 BTC 2 bills/);
    await expect.element(dialog).toMatchTextContent(/Price ?58 123\.45 EUR per BTC/);
    await expect.element(dialog).toMatchTextContent(/Explicit fee ?0\.00012710 BTC/);
    await expect.element(dialog).toMatchTextContent(/You receive ?731\.37 EUR/);
    await pressTwice(dialog.getByRole("button", { name: SELL }));
    await expect.element(page.getByRole("heading", { name: /^Executing….*sent 12:05:39$/ })).toBeVisible();
    await expect.element(page.getByText("Executed", { exact: true })).not.toBeInTheDocument();
    wait.resolve();
    await expect
      .element(page.getByRole("region", { name: "Executed" }))
      .toMatchTextContent(/You sold ?0\.0127103 BTC ?→ ?You received ?731\.37 EUR/);
    const { invoiceId } = conversion();
    expect(sent(`POST ${PATH}/execute`).map(({ body }) => body)).toEqual([
      `{"invoiceId":"${invoiceId}","quoteId":"q1"}`,
    ]);
  });

  test("leaving the confirmation sells nothing", async () => {
    await open(quoted());
    await button(`${SELL}…`).click();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await button(`${SELL}…`).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(changes()).toEqual([]);
  });

  test("a quote can be sold at until its last millisecond, not at its end", async () => {
    await open(quoted());
    await expect.element(button(`${SELL}…`)).not.toHaveAttribute("aria-disabled");
    pass(8_750);
    await expect.element(page.getByText("Quote expires in")).toBeVisible();
    await expect.element(button(`${SELL}…`)).not.toHaveAttribute("aria-disabled");
    pass(250);
    await expect.element(page.getByText("Quote expired")).toBeVisible();
    await expect.element(button("Execute…")).toHaveAttribute("aria-disabled", "true");
    await expect
      .element(button("Execute…"))
      .toHaveAttribute("title", "The quote has expired. Request a new one first.");
    await button("Execute…").click({ force: true });
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("a quote that ends while it is being confirmed cannot be confirmed any more", async () => {
    await open(quoted());
    await button(`${SELL}…`).click();
    pass(9_000);
    const confirm = dialog.getByRole("button", { name: SELL });
    await expect.element(confirm).toHaveAttribute("aria-disabled", "true");
    await confirm.click({ force: true });
    await expect.element(dialog).toBeVisible();
    expect(changes()).toEqual([]);
  });

  test("renewed inside the confirmation, the new figures are shown and the new quote is the one that is sent", async () => {
    const fresh = quoteOf(quoted(), {
      quoteId: "q2",
      price: of("58000"),
      fiatReceivable: of("729.81"),
      quoteTime: QUOTED_AT + 10_000,
      expiryTime: QUOTED_AT + 20_000,
    });
    await open(quoted(), {
      answers: { [`POST ${PATH}/quote`]: fresh, [`POST ${PATH}/execute`]: executed() },
    });
    await button(`${SELL}…`).click();
    pass(9_000);
    await expect.element(dialog.getByText("Quote expired")).toBeVisible();
    await userEvent.keyboard("r");
    const confirm = dialog.getByRole("button", { name: "Sell 0.0127103\u00a0BTC for 729.81\u00a0EUR" });
    await expect.element(confirm).not.toHaveAttribute("aria-disabled");
    await expect.element(dialog).toMatchTextContent(/58 000 EUR per BTC/);
    await expect.element(dialog).toMatchTextContent(/You receive ?729\.81 EUR/);
    await confirm.click();
    await expect
      .poll(() => sent(`POST ${PATH}/execute`).map(({ body }) => body))
      .toEqual([`{"invoiceId":"${conversion().invoiceId}","quoteId":"q2"}`]);
  });

  test("a record whose quote the server calls ended is not offered, whatever this clock says", async () => {
    await open(quoted({ quoteExpired: true }));
    await expect.element(button("Execute…")).toHaveAttribute("aria-disabled", "true");
    await expect.element(page.getByText("You would have received")).toBeVisible();
  });
});

describe("an order whose answer is no success", () => {
  test.each<[string, Reply | typeof LOST, RegExp]>([
    [
      "ended",
      refusal(409, "QUOTE_EXPIRED", "The quote has expired."),
      /The quote expired before your order arrived.*Nothing was sold\. Request a new quote\./,
    ],
    [
      "superseded",
      refusal(409, "QUOTE_SUPERSEDED", "Another quote."),
      /A newer quote replaced the one.*Nothing was sold\. Check the new figures first\./,
    ],
    ["moved", refusal(409, "INVALID_STATE", "Cancelled."), /The conversion has changed/],
    ["lost", LOST, /It is not known yet whether the order was sent.*Nothing can be sold twice/],
    ["broken", refusal(500, "INTERNAL", "Oops."), /It is not known yet whether the order was sent/],
    ["refused", refusal(422, "VENUE_REJECTED", "The venue said no."), /Nothing was sold.*The venue said no\./],
  ])("%s: it is told what holds", async (_, answer, words) => {
    await open(quoted(), { answers: { [`POST ${PATH}/execute`]: answer } });
    await button(`${SELL}…`).click();
    await dialog.getByRole("button", { name: SELL }).click();
    await expect.element(page.getByRole("alert")).toMatchTextContent(words);
    await expect.element(page.getByText("Executed", { exact: true })).not.toBeInTheDocument();
  });

  test("pressed again after no answer, the same order is repeated under the same key; another quote gets its own", async () => {
    await open(quoted(), { answers: { [`POST ${PATH}/execute`]: LOST } });
    const press = async () => {
      await button(`${SELL}…`).click();
      await dialog.getByRole("button", { name: SELL }).click();
      await expect.element(page.getByRole("alert")).toBeVisible();
    };
    await press();
    await press();
    const keys = () => sent(`POST ${PATH}/execute`).map(({ headers }) => headers.get("idempotency-key"));
    await expect.poll(() => keys().length).toBe(2);
    expect(keys()[0]).toBe(keys()[1]);
    answerAlso({ [`POST ${PATH}/execute`]: refusal(409, "INVALID_STATE", "no") });
    await press();
    await press();
    await expect.poll(() => keys().length).toBe(4);
    expect(keys()[2]).toBe(keys()[1]);
    expect(keys()[3]).not.toBe(keys()[2]);
  });
});

describe("quoting", () => {
  test("asks for this conversion, shows what comes, and against the quote before", async () => {
    const record = quoted();
    const fresh = quoteOf(record, { quoteId: "q2", fiatReceivable: of("730.37"), expiryTime: QUOTED_AT + 15_000 });
    const coming = awaited(fresh);
    await open(record, { answers: { [`POST ${PATH}/quote`]: coming.answer } });
    await pressTwice(button(/^Re-quote/));
    coming.give();
    await expect
      .element(page.getByRole("region", { name: "Quote" }).last())
      .toMatchTextContent(/vs. previous quote ?−1\.00 EUR/);
    expect(sent(`POST ${PATH}/quote`).map(({ body }) => body)).toEqual([`{"invoiceId":"${record.invoiceId}"}`]);
  });

  test.each(["viewer", "operator"] as const)(
    "a %s may neither quote, execute nor cancel, and is told why",
    async (role) => {
      await open(quoted(), { role });
      await expect.element(button(`${SELL}…`)).toHaveAttribute("aria-disabled", "true");
      await expect.element(button(/^Re-quote/)).toHaveAttribute("aria-disabled", "true");
      await expect
        .element(page.getByText(`Your role (${roleName(role)}) cannot convert. A treasurer can.`))
        .toBeVisible();
      await expect.element(button("Cancel this conversion…")).not.toBeInTheDocument();
      await userEvent.keyboard("r");
      await button(/^Re-quote/).click({ force: true });
      expect(changes()).toEqual([]);
    },
  );

  test.each(["EXECUTING", "EXECUTED", "CANCELLED", "FAILED"] as const)(
    "when it is %s nothing can be done any more",
    async (status) => {
      const record = status === "EXECUTED" ? executed() : conversion({ status, quote: quote(), lastError: "no funds" });
      await open(record);
      await expect.element(button(/Quote|Sell|Execute|Cancel this/)).not.toBeInTheDocument();
      await userEvent.keyboard("r");
      expect(changes()).toEqual([]);
    },
  );
});

describe("cancelling", () => {
  test("names the crypto that becomes free, keeps by default, and sends one DELETE", async () => {
    await open(quoted(), { answers: { [`DELETE ${PATH}`]: becomes(conversion({ status: "CANCELLED" })) } });
    await button("Cancel this conversion…").click();
    await expect.element(dialog).toHaveAccessibleName("Cancel this conversion of 0.0127103\u00a0BTC to EUR?");
    await expect.element(dialog).toHaveAccessibleDescription(/0\.0127103.BTC of 2 bills becomes available again\./);
    await expect.element(button("Keep it")).toHaveFocus();
    await button("Keep it").click();
    expect(changes()).toEqual([]);
    await button("Cancel this conversion…").click();
    await page.getByLabelText("Reason").fill(" Sender confirmed by telephone. ");
    await pressTwice(button("Cancel conversion"));
    await expect
      .element(page.getByRole("region", { name: "Cancelled" }))
      .toMatchTextContent(/0\.0127103 BTC is available again\./);
    expect(changes().map(({ method, path, body }) => [method, path, body])).toEqual([
      ["DELETE", PATH, `{"invoiceId":"${conversion().invoiceId}","note":"Sender confirmed by telephone."}`],
    ]);
  });

  test("a person gives a reason: without one nothing is sent, and the record says it", async () => {
    const cancelled = conversion({
      status: "CANCELLED",
      cancelled: "2026-11-19T12:00:00.000Z",
      cancelNote: "No longer needed.",
    });
    await open(quoted(), { answers: { [`DELETE ${PATH}`]: becomes(cancelled) } });
    await button("Cancel this conversion…").click();
    await page.getByLabelText("Reason").fill("  ");
    await button("Cancel conversion").click();
    await expect.element(dialog.getByText("Enter a reason.")).toBeVisible();
    expect(changes()).toEqual([]);
    await page.getByLabelText("Reason").fill("No longer needed.");
    await button("Cancel conversion").click();
    await expect.element(page.getByRole("region", { name: "Cancelled" })).toMatchTextContent(/No longer needed\./);
    expect(changes().map(({ body }) => body)).toEqual([
      `{"invoiceId":"${conversion().invoiceId}","note":"No longer needed."}`,
    ]);
  });

  test.each([
    ["0.0127102", true],
    ["0.0127103", false],
    ["", false],
  ])("with a limit of '%s' BTC the end of its id must be typed: %s", async (limit, asks) => {
    await open(quoted(), {
      answers: {
        "GET /manage/v1/settings": limit === "" ? {} : { "typedAbove.BTC": of(limit) },
        [`DELETE ${PATH}`]: becomes(conversion({ status: "CANCELLED" })),
      },
    });
    await button("Cancel this conversion…").click();
    await page.getByLabelText("Reason").fill("Made twice.");
    if (asks) {
      await button("Cancel conversion").click();
      expect(changes()).toEqual([]);
      await page.getByLabelText("Type 6789ab to confirm").fill("6789ab");
    }
    await button("Cancel conversion").click();
    await expect.poll(() => changes().length).toBe(1);
  });
});

describe("what it costs", () => {
  const row = (table: string, name: RegExp) => page.getByRole("table", { name: table }).getByRole("row", { name });
  const STEPS = "Prices and what each step takes";

  test("of a quote: from the mid over bid and spread to what is credited, and the balances it would leave", async () => {
    await open(quoted({ quote: quote({ bid: of("58710.56"), spread: of("7.39") }) }));
    await expect.element(page.getByText("Cost against the mid: 7.73\u00a0EUR, 104.5 bps")).toBeVisible();
    await expect.element(row(STEPS, /^Mid/)).toMatchTextContent(/58 150 ?739\.10/);
    await expect.element(row(STEPS, /^Bid/)).toMatchTextContent(/58 710\.56 ?746\.22 ?7\.12 ?96\.3/);
    await expect.element(row(STEPS, /^Explicit fee/)).toMatchTextContent(/−7\.46 ?−100\.9/);
    await expect.element(row(STEPS, /^Spread/)).toMatchTextContent(/−7\.39 ?−99\.9/);
    await expect.element(row(STEPS, /^Credited/)).toMatchTextContent(/58 123\.45 ?731\.37 ?−7\.73/);
    await expect.element(page.getByText("Venue fee")).not.toBeInTheDocument();
    await expect.element(page.getByText("if executed at this quote")).toBeVisible();
    await expect.element(row("Before and after", /^BTC/)).toMatchTextContent(/0\.05271030 ?0\.04000000/);
    await expect.element(row("Before and after", /^EUR/)).toMatchTextContent(/1 000\.50 ?1 731\.87/);
  });

  test("of an execution: what the venue paid, and the balances as they stood then, less what is owed", async () => {
    const at = Date.parse("2026-11-21T12:05:40.000Z");
    const cost = {
      bid: of("58123.45"),
      spread: of("0"),
      venuePrice: of("58113.59"),
      venueFee: of("0.73"),
      slippageBps: of("1.7"),
    };
    const then = { data: [held("BTC", "0", "0"), held("EUR", "10", "0", "110.5")] };
    const isThen = (query: URLSearchParams) => query.has("at") && Date.parse(query.get("at") ?? "") === at + 1;
    await open(
      { ...executed(), quote: quote({ mid: undefined }), executed: new Date(at).toISOString(), cost },
      { answers: { "GET /manage/v1/balances": ({ query }: Sent) => (isThen(query) ? then : BALANCES) } },
    );
    await expect.element(row(STEPS, /^Venue price/)).toMatchTextContent(/58 113\.59 ?−1\.7/);
    await expect.element(row(STEPS, /^Venue fee/)).toMatchTextContent(/−0\.73/);
    await expect.element(page.getByText(/^Cost against the bid: 7\.39.EUR, 100\.0 bps$/)).toBeVisible();
    await expect.element(row("Before and after", /^EUR, available less owed/)).toMatchTextContent(/−831\.87 ?−100\.50/);
    await expect.element(row("Before and after", /^BTC/)).toMatchTextContent(/0\.01271030 ?0\.00000000/);
  });

  test("the price on one line is stepped through by keys, and the table says the same", async () => {
    await open(quoted());
    const slider = page.getByRole("slider", { name: /^Price of BTC in EUR/ });
    await expect.element(slider).toHaveAttribute("aria-valuetext", "Now, 21 Nov 12:05:39: 58\u00a0211.64 EUR");
    slider.element().focus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(slider).toHaveAttribute("aria-valuetext", "Quote, 21 Nov 12:05:38: 58\u00a0150 EUR");
    await userEvent.keyboard("{Home}{ArrowLeft}");
    await expect.element(slider).toHaveAttribute("aria-valuetext", "Market, 21 Nov 11:35:38: 58\u00a0011.6 EUR");
    await page.getByRole("group", { name: "View of Price" }).getByRole("button", { name: "Table" }).click();
    await expect.element(row("Price", /^Quote/)).toMatchTextContent(/58 123\.45 ?58 150/);
    await expect.element(page.getByRole("table", { name: "Price" }).getByRole("row")).toHaveLength(4);
  });
});
