import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { pass, stopClock } from "#e2e/stage/clock.ts";
import { answerAlso, awaited, refusal } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { writeJson } from "#lib/kernel/json.ts";
import type { PayerState } from "#lib/payments/payer-contract.ts";
import { PayerPage } from "./payer-page.tsx";

const of = (text: string) => Decimal.from(text);
const START = Date.parse("2026-11-21T12:00:00Z");
const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

const DUE = of("0.00420876");
/** The end of a bill whose time is up. */
const OVER = START - 60_000;

/** What is missing follows from what was received and seen, as the server has it without a tolerance. */
const state = (changes: Partial<PayerState> = {}): PayerState => ({
  status: "PENDING",
  amountStatus: "UNPAID",
  cryptoType: "BTC",
  network: "bitcoin",
  fiat: "EUR",
  fiatReceivable: of("250"),
  address: ADDRESS,
  quantity: DUE,
  quantityReceived: of("0"),
  quantitySeen: of("0"),
  quantityMissing: missingOf(changes),
  quantityDeclined: of("0"),
  late: false,
  reversed: false,
  wrongAsset: false,
  confirmationsRequired: 2,
  expiryTime: START + 20 * 60_000,
  serverTime: START,
  ...changes,
});

function missingOf({ quantity = DUE, quantityReceived = of("0"), quantitySeen = of("0") }: Partial<PayerState>) {
  const rest = quantity.minus(quantityReceived).minus(quantitySeen);
  return rest.units > 0n ? rest : of("0");
}

async function open(first: PayerState, answer = (): object => ({ ...first, serverTime: Date.now() })): Promise<void> {
  stopClock(START);
  await show(<PayerPage initial={writeJson(first)} paymentId="pay-1" />, {
    answers: { "GET /pay/pay-1/state": answer },
  });
}

const link = () => page.getByRole("link", { name: "Open in wallet" }).element().getAttribute("href");
const sum = () => document.querySelector(".text-32")?.textContent;

describe("how long it takes", () => {
  test("the confirmations are the bill's own, not its network's", async () => {
    await open(state({ confirmationsRequired: 6 }));
    await expect.element(page.getByText("6 confirmations, about 1 h")).toBeVisible();
  });

  test("one is one", async () => {
    await open(state({ status: "DETECTED", quantitySeen: DUE, confirmationsRequired: 1 }));
    await expect.element(page.getByText(/confirms it once, which takes about 10\smin/)).toBeVisible();
  });
});

describe("what is asked for", () => {
  test("all of it, while nothing has come: on the screen, in the wallet's link and to copy", async () => {
    await open(state());
    await expect.element(page.getByText("Send exactly")).toBeVisible();
    expect(sum()).toBe("0.00420876 BTC");
    expect(link()).toBe(`bitcoin:${ADDRESS}?amount=0.00420876`);
    await expect.element(page.getByText(/^for 250\.00.EUR, price held until 12:20$/)).toBeVisible();
    await expect.element(page.getByText(/Starts with bc1qw5, ends with v8f3t4/)).toBeVisible();
    await expect.element(page.getByText(/Only BTC on the Bitcoin network/)).toBeVisible();
  });

  test("only the rest, once a part has come, everywhere", async () => {
    await open(state({ amountStatus: "PARTIAL", status: "PROCESSING", quantityReceived: of("0.002") }));
    await expect.element(page.getByText("Still to send")).toBeVisible();
    expect(sum()).toBe("0.00220876 BTC");
    expect(link()).toBe(`bitcoin:${ADDRESS}?amount=0.00220876`);
    await expect.element(page.getByRole("heading", { name: /Pay 0\.00220876.BTC on Bitcoin/ })).toBeInTheDocument();
    await expect.element(page.getByText(/^0\.002.BTC arrived\. Send the rest/)).toBeVisible();
    expect(document.body.textContent).not.toContain("0.00420876");
    const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await page.getByRole("button", { name: "Copy amount" }).click();
    await page.getByRole("button", { name: "Copy address" }).click();
    expect(written.mock.calls).toEqual([["0.00220876"], [ADDRESS]]);
  });

  test.each([
    ["DETECTED", /^0\.002.BTC is on its way\. Send the rest/],
    ["PROCESSING", /^0\.002.BTC is being checked\. Send the rest/],
  ] as const)("only the rest, while the part is %s and does not count yet", async (status, message) => {
    await open(state({ status, quantitySeen: of("0.002") }));
    await expect.element(page.getByText("Still to send")).toBeVisible();
    expect(sum()).toBe("0.00220876 BTC");
    expect(link()).toBe(`bitcoin:${ADDRESS}?amount=0.00220876`);
    await expect.element(page.getByText(message)).toBeVisible();
    expect(document.body.textContent).not.toContain("0.00420876");
  });

  test("a token is asked for by its own decimals, never rounded", async () => {
    await open(
      state({
        cryptoType: "USDT",
        networkType: "tron",
        network: "tron",
        address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
        quantity: of("253.807107"),
      }),
    );
    expect(sum()).toBe("253.807107 USDT");
    await expect.element(page.getByText(/Only USDT on the Tron network/)).toBeVisible();
  });
});

describe("time", () => {
  test("the countdown shows in the last five minutes only", async () => {
    await open(state(), awaited(state()).answer);
    pass(15 * 60_000 - 1_000);
    await expect.element(page.getByText(/^Time left/)).not.toBeInTheDocument();
    pass(1_000);
    await expect.element(page.getByText(/^Time left/)).toBeVisible();
    await expect.element(page.getByText("05:00")).toBeVisible();
  });

  test("after the last second nothing is asked for any more, without the server being asked", async () => {
    await open(state(), awaited(state()).answer);
    pass(20 * 60_000);
    await expect.element(page.getByText("00:00")).toBeVisible();
    pass(1_000);
    await expect.element(page.getByRole("heading", { name: "This payment has expired" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Open in wallet" })).not.toBeInTheDocument();
    expect(document.body.textContent).not.toContain(ADDRESS);
  });
});

test("names the fee with which a payment counts at once, where the chain has one", async () => {
  await open(state({ feeRate: of("12.5") }));
  await expect.element(page.getByText(/^Pay a network fee of at least 12\.5 satoshi per byte\./)).toBeVisible();
});

test("names none where the chain has no estimate", async () => {
  await open(state());
  await expect.element(page.getByText(/^Only BTC/)).toBeVisible();
  await expect.element(page.getByText(/network fee/)).not.toBeInTheDocument();
});

test.each<[Partial<PayerState>, string, RegExp]>([
  [{ status: "DETECTED", quantitySeen: DUE }, "Your payment is on its way", /confirms it 2 times/],
  [{ status: "PROCESSING", quantitySeen: DUE }, "Your payment has arrived", /nothing more for you to do/],
  [
    { status: "PROCESSING", amountStatus: "PARTIAL", quantityReceived: of("0.002"), quantitySeen: of("0.00220876") },
    "Your payment has arrived",
    /nothing more for you to do/,
  ],
  [
    { status: "DETECTED", quantitySeen: of("0.002"), expiryTime: OVER },
    "Your payment is on its way",
    /^That is 0\.002.BTC of 0\.00420876.BTC, and the time is up/,
  ],
  [
    { status: "COMPLETED", amountStatus: "PAID", quantityReceived: DUE, late: true },
    "Your payment was not in time",
    /^0\.00420876.BTC arrived, but not all of it while the price held/,
  ],
  [
    { status: "EXPIRED", quantityDeclined: DUE, expiryTime: OVER },
    "Your payment was not accepted",
    /^0\.00420876.BTC arrived and was not accepted/,
  ],
  [
    { status: "COMPLETED", amountStatus: "PAID", quantityReceived: of("0.00420876") },
    "Paid",
    /^0\.00420876.BTC arrived/,
  ],
  [
    { status: "COMPLETED", amountStatus: "OVERPAID", quantityReceived: of("0.005") },
    "Overpaid",
    /^You sent 0\.00079124.BTC more/,
  ],
  [
    { status: "COMPLETED", amountStatus: "UNDERPAID", quantityReceived: of("0.004"), expiryTime: OVER },
    "Not all of it arrived in time",
    /^0\.004.BTC of 0\.00420876.BTC/,
  ],
  [{ status: "EXPIRED", expiryTime: OVER }, "This payment has expired", /^No BTC arrived/],
  [{ status: "EXPIRED", reversed: true }, "Your payment was taken back", /^The network has taken back a transaction/],
  [
    { status: "COMPLETED", amountStatus: "PAID", quantityReceived: DUE, reversed: true },
    "Your payment was taken back",
    /does not pay this bill any more\. 0\.00420876.BTC is there\./,
  ],
])("%o is told as %s, and no code is left to scan", async (changes, title, words) => {
  await open(state(changes));
  await expect.element(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(page.getByRole("img", { name: /QR code/ })).not.toBeInTheDocument();
});

test("what comes shows by itself; a state that could not be loaded is said, and what was known stays", async () => {
  await open(state());
  answerAlso({
    "GET /pay/pay-1/state": state({
      status: "PROCESSING",
      amountStatus: "PARTIAL",
      quantityReceived: of("0.004"),
      serverTime: START + 4_000,
    }),
  });
  const later = () => {
    pass(4_000);
    return sum();
  };
  await expect.poll(later).toBe("0.00020876 BTC");
  answerAlso({ "GET /pay/pay-1/state": refusal(404, "NOT_FOUND", "gone") });
  const alerts = () => {
    later();
    return page.getByRole("alert").elements().length;
  };
  await expect.poll(alerts, { timeout: 10_000 }).toBe(1);
  await expect.element(page.getByRole("alert")).toMatchTextContent(/could not be loaded/);
  expect(sum()).toBe("0.00020876 BTC");
});

test("a code holds the amount until the payer asks for the address alone", async () => {
  await open(state());
  await expect.element(page.getByRole("img", { name: "QR code with the address and the amount" })).toBeVisible();
  await page.getByRole("button", { name: "Address only" }).click();
  await expect.element(page.getByRole("img", { name: "QR code with the address", exact: true })).toBeVisible();
});

describe("once it has ended", () => {
  const paid = state({
    status: "COMPLETED",
    amountStatus: "PAID",
    quantityReceived: of("0.00420876"),
    deposits: [{ txHash: "f00d12", quantity: DUE, firstSeen: Date.parse("2026-11-21T12:04:05Z") }],
    merchantName: "Corner Shop",
    returnUrl: "https://shop.example/thanks?order=7",
  });

  test("the facts stand on a slip to print, with whom they paid and the way back by its host's name", async () => {
    await open(paid);
    const slip = page.getByRole("region", { name: "Receipt" });
    await expect.element(slip).toMatchTextContent(/Paid toCorner Shop/);
    await expect.element(slip).toMatchTextContent(/Amount received0\.00420876.BTC/);
    await expect.element(slip).toMatchTextContent(/For a bill of250\.00.EUR/);
    await expect.element(slip).toMatchTextContent(/Payment IDpay-1/);
    await expect.element(slip).toMatchTextContent(/Sent21 Nov 2026, 12:04:05.UTCTransactionf00d12/);
    const back = page.getByRole("link", { name: "Back to shop.example" }).element();
    expect(back.getAttribute("href")).toBe("https://shop.example/thanks?order=7");
    expect(back.getAttribute("rel")).toBe("noreferrer");
    await expect.element(page.getByRole("button", { name: "Print receipt" })).toBeVisible();
  });

  test.each([
    ["OVERPAID", "0.005"],
    ["UNDERPAID", "0.004"],
  ] as const)("of a bill that is %s it says what came, and not what was due", async (amountStatus, received) => {
    const quantityReceived = of(received);
    const quantityMissing = missingOf({ quantityReceived });
    await open({ ...paid, amountStatus, quantityReceived, quantityMissing, expiryTime: OVER });
    const slip = page.getByRole("region", { name: amountStatus === "OVERPAID" ? "Receipt" : "Details of the payment" });
    await expect.element(slip).toMatchTextContent(new RegExp(`Amount received${received.replace(".", "\\.")}\\d*.BTC`));
    await expect.element(slip).not.toMatchTextContent(/0\.00420876/);
  });

  test.each([
    ["late", { late: true }],
    ["taken back in part", { reversed: true }],
    ["underpaid", { amountStatus: "UNDERPAID", quantityReceived: of("0.004"), quantityMissing: of("0.00020876") }],
  ] as const)("of a bill that is %s nothing is called a receipt, paid or thanked for", async (_, changes) => {
    await open({ ...paid, ...changes, expiryTime: OVER });
    const slip = page.getByRole("region", { name: "Details of the payment" });
    await expect.element(slip).toMatchTextContent(/ShopCorner Shop/);
    await expect.element(page.getByRole("button", { name: "Print details" })).toBeVisible();
    await expect.element(page.getByText(/^Please do not send/)).toBeVisible();
    expect(document.body.textContent).not.toMatch(/Receipt|receipt|Paid|Thank/);
  });

  test("what was declined or is of another asset is named beside what counts, and a refund beside what was declined", async () => {
    await open({ ...paid, quantityDeclined: of("0.001"), wrongAsset: true });
    await expect.element(page.getByText(/^0\.001.BTC arrived and was not accepted/)).toBeVisible();
    await expect.element(page.getByText(/^Something other than BTC arrived/)).toBeVisible();
    const refunds = [{ cryptoType: "BTC", quantity: DUE, status: "REQUESTED" }] as const;
    await open(state({ status: "EXPIRED", expiryTime: OVER, quantityDeclined: DUE, refunds: [...refunds] }));
    await expect.element(page.getByRole("heading", { name: "Your payment was not accepted" })).toBeVisible();
    await expect.element(page.getByText(/^Your refund of 0\.00420876.BTC is requested/)).toBeVisible();
    expect(document.body.textContent).not.toMatch(/No BTC arrived|No money/);
  });

  test("a wrong asset that goes back is said once, by its refund", async () => {
    const refunds = [{ cryptoType: "BCH", quantity: of("1"), status: "SENT" }] as const;
    await open(state({ status: "EXPIRED", expiryTime: OVER, wrongAsset: true, refunds: [...refunds] }));
    await expect.element(page.getByText(/^Your refund of 1.BCH was sent/)).toBeVisible();
    await expect.element(page.getByText(/^Something other/)).not.toBeInTheDocument();
  });

  test("without settings nobody is named and nothing leads away", async () => {
    const { merchantName: _name, returnUrl: _url, ...plain } = paid;
    await open(plain);
    const slip = page.getByRole("region", { name: "Receipt" });
    await expect.element(slip).toMatchTextContent(/Amount received/);
    await expect.element(slip).not.toMatchTextContent(/Paid to/);
    expect(page.getByRole("link").elements()).toEqual([]);
  });

  test("while it is open there is no slip, but its merchant is named", async () => {
    await open(state({ merchantName: "Corner Shop", returnUrl: "https://shop.example/" }));
    await expect.element(page.getByText("Payment to Corner Shop")).toBeVisible();
    expect(page.getByRole("region", { name: "Receipt" }).elements()).toEqual([]);
    expect(page.getByRole("link", { name: /^Back to/ }).elements()).toEqual([]);
  });
});
