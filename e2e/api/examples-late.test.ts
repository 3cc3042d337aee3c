import { expect, test } from "vitest";
import type { Api, MadeBill } from "#e2e/world/api.ts";
import { books, proven, worldForEach } from "#e2e/world/examples.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";

// The worked examples 7, 8c, 8d, 9, 11 and 13, played by calls: late, below a limit, in an invoice, reorganised.

let api: Api;
worldForEach((opened) => {
  api = opened;
});

const price = (base: string, quote: string, bid: number) => api.control("prices", { base, quote, price: bid });
const expire = () => api.control("clock", { advanceMs: 20 * 60_000 + 1 });

test("7: late under ACA, a market order in two fills, without an explicit fee", async () => {
  await price("USDT", "EUR", 0.92);
  const terms = { cryptoType: "USDT", networkType: "tron", fiatReceivable: 500, strategy: "ACA", feeModel: "EXPLICIT" };
  const bill = await api.bill(terms);
  expect([bill.price, bill.quantity]).toEqual([0.92, 548.967941]);
  await expire();
  const levels = [
    { price: 0.9195, quantity: 300 },
    { price: 0.919, quantity: 5_000 },
  ];
  await api.control("book", { base: "USDT", quote: "EUR", levels });
  await api.pay(bill, "548.967941", "tron");
  const record = await proven(api, bill, 6);
  expect(record).toMatchObject({
    status: "COMPLETED",
    amountStatus: "PAID",
    labels: ["LATE"],
    quantityConverted: 548.967941,
    quantityUnconverted: 0,
    feeQuantity: 0,
    fiatReceived: 499.6,
    deposits: [{ status: "CONVERTED", late: true }],
  });
  expect(record.deposits[0]?.fills).toMatchObject([
    {
      method: "MARKET",
      feeModel: "SPREAD",
      quantity: 548.967941,
      feeQuantity: 0,
      price: 0.9100805,
      fiat: 499.6,
    },
  ]);
  expect(await books(api)).toEqual({
    "acc:available EUR": "-49960",
    "custody:tron USDT@tron": "548967941",
    "house:book EUR": "-505",
    "venue:sandbox EUR": "50465",
    "venue:sandbox USDT@tron": "-548967941",
  });
});

const LMT = { cryptoType: "USDT", fiat: "JPY", fiatReceivable: 10_000, strategy: "LMT" };

test("8c: over, and the fresh price is not above the limit: the surplus is retained less the fee", async () => {
  await price("USDT", "JPY", 150.25);
  const bill = await api.bill({ ...LMT, limitPrice: 148.5 });
  await price("USDT", "JPY", 149.9);
  await api.pay(bill, "80", "eth");
  expect(await proven(api, bill, 6)).toMatchObject({
    status: "COMPLETED",
    amountStatus: "OVERPAID",
    labels: ["LIMIT_NOT_MET"],
    limitMet: true,
    quantityConverted: 67.228021,
    quantityUnconverted: 12.70812,
    feeQuantity: 0.063859,
    fiatReceived: 10_000,
    deposits: [{ status: "CONVERTED", reasonCode: "LIMIT_NOT_MET" }],
  });
});

test("8d: better than the limit, but late: retained less the fee", async () => {
  await price("USDT", "JPY", 150.25);
  const bill = await api.bill({ ...LMT, limitPrice: 148.7 });
  await expire();
  await api.pay(bill, "67.228021", "eth");
  expect(await proven(api, bill, 6)).toMatchObject({
    amountStatus: "PAID",
    labels: ["LATE"],
    limitMet: true,
    quantityConverted: 0,
    quantityUnconverted: 66.891881,
    feeQuantity: 0.33614,
    fiatReceived: 0,
    deposits: [{ status: "CREDITED", reasonCode: "BILL_EXPIRED" }],
  });
  expect(await books(api)).toEqual({
    "acc:available USDT@eth": "-66891881",
    "custody:eth USDT@eth": "67228021",
    "house:fee:transaction USDT@eth": "-336140",
  });
});

test("9: an invoice by explicit fee adds up over its items", async () => {
  await price("BTC", "EUR", 58_123.45);
  const retained: MadeBill[] = [];
  for (let made = 0; made < 3; made += 1) retained.push(await api.bill({ feeModel: "EXPLICIT" }));
  await expire();
  for (const [at, quantity] of ["0.00220876", "0.00050055", "0.01000099"].entries())
    if (retained[at]) await api.pay(retained[at], quantity, "bitcoin");
  const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: 0.0127103 };
  const items = retained.map(({ paymentId }) => ({ paymentId }));
  const made = (await api.post("/payment/v1/conversion", { ...input, items })).as<{ invoiceId: string }>();
  expect(made).toMatchObject({
    status: "CREATED",
    feeModel: "EXPLICIT",
    items: [{ quantity: 0.00220876 }, { quantity: 0.00050055 }, { quantity: 0.01000099 }],
  });
  const { invoiceId } = made;
  expect((await api.post("/payment/v1/conversion/quote", { invoiceId })).as()).toMatchObject({
    price: 58_123.45,
    feeModel: "EXPLICIT",
    feeQuantity: 0.0001271,
    fiatReceivable: 731.37,
  });
  expect((await api.post("/payment/v1/conversion/execute", { invoiceId })).as()).toMatchObject({
    status: "EXECUTED",
    price: 58_123.45,
    feeQuantity: 0.0001271,
    fiatReceived: 731.37,
  });
  const sold: object[] = [];
  for (const bill of retained) sold.push(...((await proven(api, bill)).deposits[0]?.fills ?? []));
  const fill = { method: "CONVERSION", feeModel: "EXPLICIT", price: 58_123.45, invoiceId };
  expect(sold).toMatchObject([
    { ...fill, quantity: 0.00220876, feeQuantity: 0.00002208, fiat: 127.09 },
    { ...fill, quantity: 0.00050055, feeQuantity: 0.00000501, fiat: 28.8 },
    { ...fill, quantity: 0.01000099, feeQuantity: 0.00010001, fiat: 575.48 },
  ]);
  expect(await books(api)).toMatchObject({ "acc:available EUR": "-73137", "house:fee:service BTC": "-12710" });
});

test("11: under in time, by explicit fee, where the price after the fee would not meet the limit", async () => {
  await price("USDC", "EUR", 0.9213);
  const terms = { cryptoType: "USDC", fiatReceivable: 1_000, strategy: "LMT", limitPrice: 0.92, feeModel: "EXPLICIT" };
  const bill = await api.bill(terms);
  expect([bill.price, bill.quantity]).toEqual([0.9213, 1_096.386639]);
  await api.pay(bill, "1000", "eth");
  await expire();
  expect(await proven(api, bill, 6)).toMatchObject({
    status: "COMPLETED",
    amountStatus: "UNDERPAID",
    limitMet: true,
    labels: [],
    quantityConverted: 990,
    quantityUnconverted: 0,
    feeQuantity: 10,
    fiatReceived: 912.08,
  });
});

test("13: reorganised after 60.00 of it were paid out, which the account owes until it is mined again", async () => {
  await price("BTC", "EUR", 60_000);
  const bill = await api.bill();
  await price("BTC", "EUR", 60_010);
  const txHash = await api.pay(bill, bill.quantity, "bitcoin", 2);
  const to = await api.post("/manage/v1/beneficiaries", { name: "Acme GmbH", asset: "EUR", iban: ibanOf(13) });
  const { beneficiaryId } = to.as<{ beneficiaryId: string }>();
  const payout = { asset: "EUR", quantity: 60, beneficiaryId, reference: "wire 13", bankReference: "B-13" };
  expect((await api.post("/manage/v1/payouts", payout)).status).toBe(200);
  const euros = async () => {
    const { data } = (await api.get("/manage/v1/balances")).as<{ data: { asset: string }[] }>();
    return data.find(({ asset }) => asset === "EUR");
  };
  expect(await euros()).toMatchObject({ available: 40, owed: 0 });

  await api.control("reorg", { network: "bitcoin", depth: 2, drop: [txHash] });
  await api.settle();
  expect(await proven(api, bill)).toMatchObject({
    status: "PENDING",
    amountStatus: "UNPAID",
    labels: ["REVERSED"],
    quantityReceived: 0,
    fiatReceived: 0,
    deposits: [{ txHash, status: "DROPPED" }],
  });
  expect(await euros()).toMatchObject({ available: 0, owed: 60 });
  expect(await books(api)).toEqual({
    "acc:owed EUR": "6000",
    "bank EUR": "-6000",
    "house:book BTC": "168351",
    "house:book EUR": "-10102",
    "venue:sandbox BTC": "-168351",
    "venue:sandbox EUR": "10102",
  });
});
