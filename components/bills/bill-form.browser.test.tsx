import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Answers, awaited, changes, LOST, refusal, requests, pressTwice } from "#e2e/stage/server.ts";
import { type Play, show } from "#e2e/stage/stage.tsx";
import type { requestPaymentAddressEndpoint } from "#lib/bills/contract.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Preview } from "./bill-data.ts";
import { BillMaker } from "./bill-maker.tsx";

const of = (text: string) => Decimal.from(text);
const field = (name: string | RegExp) => page.getByLabelText(name);
const create = page.getByRole("button", { name: /^Creat/ });
/** Longer than the form waits for the typing to rest. */
const RESTED_MS = 500;
const POST = "POST /payment/v1/requestPaymentAddress";

const MADE: OutputOf<typeof requestPaymentAddressEndpoint> = {
  deposit_address: "1HnhWpkMHMjgt167kvgcPyurMmsCQ2WPgg",
  price: of("59400"),
  quantity: of("0.00168351"),
  expiryTime: Date.parse("2026-11-21T12:20:00Z"),
  paymentId: "pay-1",
};

const preview: Preview = {
  cryptoType: "BTC",
  fiat: "EUR",
  fiatReceivable: of("100"),
  price: of("59400"),
  quantity: of("0.00168351"),
  bid: of("60000"),
  priceTime: Date.parse("2026-11-21T12:00:00Z"),
  strategy: "RFQ",
  feeModel: "SPREAD",
  spreadBps: 100,
  explicitFeeBps: 75,
  transactionFeeBps: 50,
  minimum: of("1"),
  maximum: of("1000000"),
  lifetimeMs: 1_200_000,
};

async function open(answers: Answers = {}, play: Play = {}): Promise<ReturnType<typeof vi.fn>> {
  const onMade = vi.fn();
  await show(<BillMaker mode="sandbox" onMade={onMade} />, {
    at: "/bills/new",
    ...play,
    answers: {
      "GET /payment/v1/payment": { data: [], startsAfter: null },
      "GET /manage/v1/price": preview,
      [POST]: MADE,
      ...answers,
    },
  });
  return onMade;
}

async function fill(amount: string, subaccount = "shop-1"): Promise<void> {
  await field("Customer").fill(subaccount);
  await page.getByRole("textbox", { name: "You receive" }).fill(amount);
}

const sent = () => changes().map(({ body }) => body);

describe("what the quote says", () => {
  const lines = () =>
    [...document.querySelectorAll("section[aria-label='Live quote'] dl > dt")].map((name) =>
      `${name.textContent} ${name.nextElementSibling?.textContent}`.replace(/\s+/gu, " "),
    );
  test.each<[string, Partial<Preview>, string[]]>([
    [
      "the spread and no fee",
      {},
      ["Bid 60 000", "Spread, 1.00 % −600", "Price, EUR per BTC 59 400", "1 EUR 0.00001683 BTC"],
    ],
    [
      "the fee that is withheld, at its own rate",
      { feeModel: "EXPLICIT", price: of("60000"), explicitFeeBps: 120 },
      ["Price, EUR per BTC 60 000", "1 EUR 0.00001666 BTC", "Fee, 1.20 % in crypto 0.00002020 BTC"],
    ],
    [
      "the fee that is kept of what is received as crypto",
      { strategy: "RAI" },
      [
        "Bid 60 000",
        "Spread, 1.00 % −600",
        "Price, EUR per BTC 59 400",
        "1 EUR 0.00001683 BTC",
        "Transaction fee, 0.50 % 0.00000841 BTC",
      ],
    ],
  ])("%s", async (_what, more, rows) => {
    await open({ "GET /manage/v1/price": { ...preview, ...more } });
    await fill("100");
    await expect.poll(lines).toEqual(rows);
  });
});

describe("what is sent", () => {
  test("the plain bill: crypto, fiat, the exact amount and for whom, nothing that is a default; once", async () => {
    const { answer, give } = awaited(MADE);
    const onMade = await open({ [POST]: answer });
    await fill("1 250.5");
    await expect.element(create).toMatchTextContent(/^Create bill for 1 250\.50 EUR/);
    await pressTwice(create);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    give();
    await expect.poll(() => onMade.mock.calls).toEqual([["pay-1"]]);
    expect(sent()).toEqual(['{"cryptoType":"BTC","fiat":"EUR","fiatReceivable":1250.5,"subaccount":"shop-1"}']);
  });

  test("a tron bill with an explicit fee that is kept as crypto", async () => {
    const onMade = await open();
    await fill("100.01");
    await page.getByRole("combobox", { name: "Fiat" }).selectOptions("USD");
    await page.getByRole("radio", { name: /^USDT/ }).click({ force: true });
    await page.getByRole("radio", { name: /^Tron/ }).click({ force: true });
    await page.getByRole("radio", { name: /^RAI/ }).click({ force: true });
    await page.getByRole("radio", { name: /^Explicit/ }).click({ force: true });
    await page.getByRole("textbox", { name: /^Reference/ }).fill("INV 7");
    await create.click();
    await expect.poll(() => onMade.mock.calls.length).toBe(1);
    expect(sent()).toEqual([
      '{"cryptoType":"USDT","fiat":"USD","fiatReceivable":100.01,"subaccount":"shop-1","networkType":"tron","strategy":"RAI","feeModel":"EXPLICIT","reference":"INV 7"}',
    ]);
  });

  test("a limit price goes with LMT alone; LMT is offered for stablecoins only and left with them", async () => {
    const onMade = await open();
    await fill("100");
    await expect.element(page.getByRole("radio", { name: /^LMT/ })).toBeDisabled();
    await page.getByRole("radio", { name: /^USDC/ }).click({ force: true });
    await page.getByRole("radio", { name: /^LMT/ }).click({ force: true });
    await create.click();
    await expect.element(page.getByRole("alert").first()).toMatchTextContent(/Enter a limit price/);
    await field(/^Limit price/).fill("0.9985");
    await create.click();
    await expect.poll(() => onMade.mock.calls.length).toBe(1);
    expect(sent()).toEqual([
      '{"cryptoType":"USDC","fiat":"EUR","fiatReceivable":100,"subaccount":"shop-1","strategy":"LMT","limitPrice":0.9985}',
    ]);
    await page.getByRole("radio", { name: /^BTC/ }).click({ force: true });
    await expect.element(page.getByRole("radio", { name: /^RFQ/ })).toBeChecked();
  });

  test("the second form of address is asked for only where there is one", async () => {
    const onMade = await open();
    await fill("100");
    await page.getByRole("checkbox", { name: /^Bech32 address/ }).click();
    await create.click();
    await expect.poll(() => onMade.mock.calls.length).toBe(1);
    await page.getByRole("radio", { name: /^USDC/ }).click({ force: true });
    await create.click();
    await expect.poll(() => onMade.mock.calls.length).toBe(2);
    expect(sent().map((body) => body.includes('"bech32":true'))).toEqual([true, false]);
  });
});

describe("what is refused before anything is sent", () => {
  test("the number it names as an example is one that the reader may write", async () => {
    document.documentElement.dataset["numbers"] = "SPACE_COMMA";
    onTestFinished(() => void delete document.documentElement.dataset["numbers"]);
    await open({}, { at: "/bills/new?fiat=EUR" });
    await fill("much");
    await create.click();
    const errorText = () => document.getElementById("fiatReceivable-error")?.textContent;
    await expect.poll(errorText).toBe("Enter a number with a decimal comma, such as 1250,50.");
    await fill("1250,50");
    await create.click();
    await expect.poll(errorText).toBeUndefined();
  });

  test.each<[string, string, string]>([
    ["EUR", "", "Enter the amount that you want to receive."],
    ["EUR", "much", "Enter a number with a decimal point, such as 1250.50."],
    ["EUR", "1,000", "This could be two numbers. Write thousands without a separator, and decimals behind “.”."],
    ["EUR", "-5", "Enter a number with a decimal point, such as 1250.50."],
    ["EUR", "0.99", "Enter between 1.00 EUR and 1 000 000.00 EUR."],
    ["EUR", "1000000.01", "Enter between 1.00 EUR and 1 000 000.00 EUR."],
    ["EUR", "10.001", "EUR has at most 2 decimals."],
    ["JPY", "99", "Enter between 100 JPY and 100 000 000 JPY."],
    ["JPY", "100000001", "Enter between 100 JPY and 100 000 000 JPY."],
    ["JPY", "100.5", "JPY has no decimals: enter a whole number."],
  ])("%s '%s': %s", async (fiat, typed, fault) => {
    await open({}, { at: `/bills/new?fiat=${fiat}` });
    await fill(typed);
    await create.click();
    const amount = page.getByRole("textbox", { name: "You receive" });
    await expect.element(amount).toHaveFocus();
    const errorText = () => document.getElementById("fiatReceivable-error")?.textContent?.replaceAll("\u00a0", " ");
    await expect.poll(errorText).toBe(fault);
    await expect.element(amount).toHaveAttribute("aria-describedby", "fiatReceivable-hint fiatReceivable-error");
    expect(changes()).toEqual([]);
  });

  test.each([
    ["EUR", "1"],
    ["EUR", "1000000"],
    ["JPY", "100"],
    ["JPY", "100000000"],
  ])("%s %s is the end of the range and passes", async (fiat, typed) => {
    const onMade = await open({}, { at: `/bills/new?fiat=${fiat}` });
    await fill(typed);
    await create.click();
    await expect.poll(() => onMade.mock.calls.length).toBe(1);
    expect(sent()[0]).toContain(`"fiatReceivable":${typed},`);
  });

  test("for whom it is must be said; each fault leads to its field", async () => {
    await open();
    await fill("0.5", "");
    await create.click();
    await expect.element(page.getByRole("alert")).toMatchTextContent(/Enter the customer.*Enter between/);
    await page.getByRole("link", { name: /^Enter between/ }).click();
    await expect.element(page.getByRole("textbox", { name: "You receive" })).toHaveFocus();
  });

  test("the contract's own bounds are lines at their field", async () => {
    await open();
    await fill("100", "x".repeat(300));
    await create.click();
    await expect.element(field("Customer")).toBeInvalid();
    expect(changes()).toEqual([]);
  });
});

describe("what the server answers", () => {
  test("a fault of a field stands at it; one of none stands above", async () => {
    const errors = [{ field: "reference", message: "reference is known already." }];
    await open({ [POST]: refusal(400, "VALIDATION_FAILED", "Please check.", { errors }) });
    await fill("100");
    await create.click();
    await expect
      .element(page.getByRole("textbox", { name: /^Reference/ }))
      .toHaveAccessibleDescription(/is known already/);
    await expect.element(page.getByText("No bill was created")).not.toBeInTheDocument();
  });

  test.each<[string, ReturnType<typeof refusal> | typeof LOST, RegExp]>([
    [
      "a refusal",
      refusal(409, "EXPOSURE_LIMIT", "Too much is open."),
      /^No bill was created(?!.*No bill was created).*The limit of open bills is reached\./,
    ],
    ["silence", LOST, /^The outcome is unknown.*It is not known yet whether the bill was created/],
    [
      "a fault of the server",
      refusal(500, "INTERNAL", "Oops."),
      /^The outcome is unknown.*It is not known yet whether the bill was created/,
    ],
  ])("%s is lines as what it is", async (_, answer, words) => {
    await open({ [POST]: answer });
    await fill("100");
    await create.click();
    await expect.element(page.getByRole("alert").first()).toMatchTextContent(words);
  });

  test("pressed again after a silence it is the same bill; once something was changed it is another", async () => {
    await open({ [POST]: LOST });
    await fill("100");
    for (const amount of ["100", "100", "101"]) {
      await page.getByRole("textbox", { name: "You receive" }).fill(amount);
      const before = changes().length;
      await create.click();
      await expect.poll(() => changes().length).toBe(before + 1);
      await expect.element(create).not.toHaveAttribute("aria-busy");
    }
    const [first, second, third] = changes().map(({ headers }) => headers.get("idempotency-key"));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});

test("a viewer sees the form and cannot send it, by no key", async () => {
  await open({}, { role: "viewer" });
  await fill("100");
  await expect.element(create).toHaveAttribute("aria-disabled", "true");
  await create.click({ force: true });
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByText("Your role (Viewer) cannot create bills. Operations can.")).toBeVisible();
  expect(changes()).toEqual([]);
});

test("the draft is the address, and the live price is asked for what the form says", async () => {
  await open(
    {},
    { at: "/bills/new?subaccount=till-3&fiatReceivable=250&cryptoType=USDT&networkType=tron&strategy=ACA" },
  );
  await expect.element(field("Customer")).toHaveValue("till-3");
  const priceQuery = () =>
    requests()
      .filter(({ path }) => path === "/manage/v1/price")
      .at(-1)?.query;
  await expect.poll(() => priceQuery()?.get("fiatReceivable")).toBe("250");
  expect([priceQuery()?.get("networkType"), priceQuery()?.get("strategy")]).toEqual(["tron", "ACA"]);
  await page.getByRole("textbox", { name: "You receive" }).fill("251.5");
  await expect.poll(() => new URLSearchParams(window.location.search).get("fiatReceivable")).toBe("251.5");
  await expect.poll(() => priceQuery()?.get("fiatReceivable")).toBe("251.5");
  expect(window.location.search).not.toContain("fiat=");
});

test("a page that is on its way is not called back: the address is written before, and only when it changes", async () => {
  const writes: string[] = [];
  const original = history.replaceState.bind(history);
  history.replaceState = (...given) => {
    writes.push(String(given[2]));
    original(...given);
  };
  onTestFinished(() => {
    history.replaceState = original;
  });
  await open({}, { at: "/bills/new?subaccount=till-3" });
  await expect.element(field("Customer")).toHaveValue("till-3");
  writes.length = 0;
  await new Promise((rested) => setTimeout(rested, RESTED_MS));
  expect(writes).toEqual([]);
  await page.getByRole("textbox", { name: "You receive" }).fill("251.5");
  window.dispatchEvent(new Event("pointerdown"));
  expect(writes).toEqual(["/bills/new?subaccount=till-3&fiatReceivable=251.5"]);
  await new Promise((rested) => setTimeout(rested, RESTED_MS));
  expect(writes).toHaveLength(1);
});
