import { expect, test } from "vitest";
import type { Api } from "#e2e/world/api.ts";
import { books, proven, worldForEach } from "#e2e/world/examples.ts";

let api: Api;
worldForEach((opened) => {
  api = opened;
});

const price = (base: string, quote: string, bid: string) =>
  api.post("/sandbox/v1/prices", `{"base":"${base}","quote":"${quote}","price":${bid}}`);
const expire = () => api.control("clock", { advanceMs: 20 * 60_000 + 1 });

test("1: exact", async () => {
  await price("BTC", "EUR", "60000");
  const bill = await api.bill();
  await price("BTC", "EUR", "60010");
  await api.pay(bill, "0.00168351", "bitcoin");
  expect(await proven(api, bill)).toMatchObject({
    status: "COMPLETED",
    amountStatus: "PAID",
    labels: [],
    quantityReceived: 0.00168351,
    quantityConverted: 0.00168351,
    quantityUnconverted: 0,
    feeQuantity: 0,
    fiatReceived: 100,
    deposits: [
      {
        status: "CONVERTED",
        late: false,
        fiatReceived: 100,
        fills: [{ method: "RFQ", feeModel: "SPREAD", quantity: 0.00168351, feeQuantity: 0, price: 59_400, fiat: 100 }],
      },
    ],
  });
  expect(await books(api)).toEqual({
    "acc:available EUR": "-10000",
    "custody:bitcoin BTC": "168351",
    "house:book EUR": "-102",
    "venue:sandbox BTC": "-168351",
    "venue:sandbox EUR": "10102",
  });
});

test("2: in parts across expiry, the rest sold by an invoice", async () => {
  await price("BTC", "EUR", "60000");
  const bill = await api.bill({ fiatReceivable: 250 });
  await api.pay(bill, "0.002", "bitcoin");
  expect(await proven(api, bill)).toMatchObject({ status: "PROCESSING", amountStatus: "PARTIAL", fiatReceived: 118.8 });
  await expire();
  await api.settle();
  expect(await proven(api, bill)).toMatchObject({ status: "COMPLETED", amountStatus: "UNDERPAID" });
  await api.pay(bill, "0.00220876", "bitcoin");
  const late = await proven(api, bill);
  expect(late).toMatchObject({
    status: "COMPLETED",
    amountStatus: "PAID",
    labels: ["LATE", "MULTIPLE"],
    quantityReceived: 0.00420876,
    quantityConverted: 0.002,
    quantityUnconverted: 0.00220876,
    fiatReceived: 118.8,
  });
  expect(late.deposits.map(({ status, reasonCode, late: isLate }) => [status, reasonCode, isLate])).toEqual([
    ["CONVERTED", undefined, false],
    ["CREDITED", "BILL_EXPIRED", true],
  ]);

  await price("BTC", "EUR", "58000");
  const body = `{"baseSymbol":"BTC","quoteSymbol":"EUR","quantity":0.00220876,"items":[{"paymentId":"${bill.paymentId}"}]}`;
  const created = await api.post("/payment/v1/conversion", body);
  expect(created.status).toBe(200);
  const { invoiceId } = created.as<{ invoiceId: string }>();
  expect(await proven(api, bill)).toMatchObject({ quantityLocked: 0.00220876, quantityUnconverted: 0.00220876 });
  const quote = await api.post("/payment/v1/conversion/quote", { invoiceId });
  expect(quote.as()).toMatchObject({ price: 57_420, feeQuantity: 0, fiatReceivable: 126.82 });
  expect((await api.post("/payment/v1/conversion/execute", { invoiceId })).as()).toMatchObject({
    status: "EXECUTED",
    fiatReceived: 126.82,
  });
  expect(await proven(api, bill)).toMatchObject({
    quantityConverted: 0.00420876,
    quantityUnconverted: 0,
    quantityLocked: 0,
    fiatReceived: 245.62,
  });
  expect(await books(api)).toMatchObject({ "acc:available EUR": "-24562", "custody:bitcoin BTC": "420876" });
});

test("3: over, explicit fee, the surplus at a fresh quote", async () => {
  await price("BTC", "EUR", "50000");
  const bill = await api.bill({ feeModel: "EXPLICIT" });
  await price("BTC", "EUR", "49000.12345678");
  await api.pay(bill, "0.0025", "bitcoin");
  const record = await proven(api, bill);
  expect(record).toMatchObject({
    amountStatus: "OVERPAID",
    quantityConverted: 0.00247501,
    quantityUnconverted: 0,
    feeQuantity: 0.00002499,
    fiatReceived: 123.27,
  });
  expect(record.deposits[0]?.fills).toMatchObject([
    { method: "RFQ", feeModel: "EXPLICIT", quantity: 0.00202021, feeQuantity: 0.0000202, price: 50_000, fiat: 100 },
    {
      method: "FRESH",
      feeModel: "EXPLICIT",
      quantity: 0.00047979,
      feeQuantity: 0.00000479,
      price: 49_000.12345678,
      fiat: 23.27,
    },
  ]);
  expect(await books(api)).toEqual({
    "acc:available EUR": "-12327",
    "custody:bitcoin BTC": "250000",
    "house:book EUR": "200",
    "house:fee:service BTC": "-2499",
    "venue:sandbox BTC": "-247501",
    "venue:sandbox EUR": "12127",
  });
});

test("4: three parts add up as one, explicit fee", async () => {
  await price("BTC", "JPY", "15000000");
  const bill = await api.bill({ fiat: "JPY", feeModel: "EXPLICIT", fiatReceivable: 10_000 });
  for (let part = 0; part < 3; part += 1) await api.pay(bill, "0.00022447", "bitcoin");
  const record = await proven(api, bill);
  expect(
    record.deposits.map((deposit) => [deposit.feeQuantity, deposit.quantityConverted, deposit.fiatReceived]),
  ).toEqual([
    [0.00000224, 0.00022223, 3333],
    [0.00000224, 0.00022223, 3333],
    [0.00000225, 0.00022222, 3334],
  ]);
  expect(record).toMatchObject({
    amountStatus: "PAID",
    quantityConverted: 0.00066668,
    feeQuantity: 0.00000673,
    fiatReceived: 10_000,
  });
});

test("5: under in two parts, whose yen add up", async () => {
  await price("BTC", "JPY", "15000000");
  const bill = await api.bill({ fiat: "JPY", fiatReceivable: 10_000 });
  for (let part = 0; part < 2; part += 1) await api.pay(bill, "0.00020004", "bitcoin");
  await expire();
  const record = await proven(api, bill);
  expect(record.deposits.map(({ fiatReceived }) => fiatReceived)).toEqual([2970, 2971]);
  expect(record).toMatchObject({
    status: "COMPLETED",
    amountStatus: "UNDERPAID",
    labels: ["MULTIPLE"],
    quantityConverted: 0.00040008,
    fiatReceived: 5941,
  });
});

test("6: one satoshi over is kept", async () => {
  await price("BTC", "JPY", "15000000");
  const bill = await api.bill({ fiat: "JPY", fiatReceivable: 10_000 });
  await api.pay(bill, "0.00067342", "bitcoin");
  const record = await proven(api, bill);
  expect(record).toMatchObject({
    amountStatus: "OVERPAID",
    quantityConverted: 0.00067341,
    quantityUnconverted: 0.00000001,
    feeQuantity: 0,
    fiatReceived: 10_000,
  });
  expect(record.deposits[0]).toMatchObject({ status: "CONVERTED", reasonCode: "BELOW_MINIMUM" });
});

test("8a and 8b: better than the limit, and equal, which is not better", async () => {
  await price("USDT", "JPY", "150.25");
  const lmt = { cryptoType: "USDT", fiat: "JPY", fiatReceivable: 10_000, strategy: "LMT" };
  const better = await api.bill({ ...lmt, limitPrice: 148.7 });
  await api.pay(better, "67.228021", "eth");
  expect(await proven(api, better, 6)).toMatchObject({
    limitMet: true,
    quantityConverted: 67.228021,
    fiatReceived: 10_000,
    labels: [],
  });
  const equal = await api.bill({ ...lmt, limitPrice: 148.7475 });
  await api.pay(equal, "67.228021", "eth");
  const retained = await proven(api, equal, 6);
  expect(retained).toMatchObject({
    amountStatus: "PAID",
    limitMet: false,
    quantityConverted: 0,
    quantityUnconverted: 66.891881,
    feeQuantity: 0.33614,
    fiatReceived: 0,
    labels: ["LIMIT_NOT_MET"],
  });
  expect(retained.deposits[0]).toMatchObject({ status: "CREDITED", reasonCode: "LIMIT_NOT_MET" });
});

test("10: received as is, over, less the transaction fee", async () => {
  await price("USDC", "JPY", "150");
  const bill = await api.bill({
    cryptoType: "USDC",
    fiat: "JPY",
    fiatReceivable: 15_000,
    strategy: "RAI",
    feeModel: "EXPLICIT",
  });
  await api.pay(bill, "100.5", "eth");
  expect(await proven(api, bill, 6)).toMatchObject({
    status: "COMPLETED",
    amountStatus: "OVERPAID",
    quantityConverted: 0,
    quantityUnconverted: 99.9975,
    feeQuantity: 0.5025,
    fiatReceived: 0,
    deposits: [{ status: "CREDITED", reasonCode: "RECEIVE_AS_IS", fills: [] }],
  });
  expect(await books(api)).toEqual({
    "acc:available USDC@eth": "-99997500",
    "custody:eth USDC@eth": "100500000",
    "house:fee:transaction USDC@eth": "-502500",
  });
});

test("12: over in time under ACA, the surplus at a fresh quote", async () => {
  await price("BCH", "EUR", "412.37");
  const bill = await api.bill({ cryptoType: "BCH", strategy: "ACA", fiatReceivable: 75.5 });
  await price("BCH", "EUR", "410.99");
  await api.pay(bill, "0.3", "bitcoincash");
  expect(await proven(api, bill)).toMatchObject({
    amountStatus: "OVERPAID",
    quantityConverted: 0.3,
    quantityUnconverted: 0,
    fiatReceived: 122.31,
  });
});
