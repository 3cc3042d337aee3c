import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { ApiRequest, Got } from "#e2e/world/client.ts";
import { ROLES, type Role } from "#lib/contract/permissions.ts";

const SOME_ID = "019a8f3c-8c1e-7abc-8def-0123456789ab";
const CONVERSION = "/payment/v1/conversion";

let api: Api;
const staff = new Map<Role, Partial<ApiRequest>>();
const as = (role: Role): Partial<ApiRequest> => staff.get(role) ?? {};

beforeAll(async () => {
  api = await openApi();
  await api.plainPrices();
  await api.settings({ quoteLifetimeMs: "60000" });
  for (const role of ROLES) staff.set(role, await api.staff(role));
});
afterAll(async () => {
  expect(await api?.broken()).toEqual([]);
  await api?.close();
});

type RetainedBill = { paymentId: string; quantity: number };

async function retained(): Promise<RetainedBill> {
  const bill = await api.bill({ strategy: "RAI" });
  await api.pay(bill, bill.quantity, "bitcoin", 2);
  const { quantityUnconverted: quantity } = await api.payment(bill.paymentId);
  return { paymentId: bill.paymentId, quantity };
}

const treasurer = (method: string, path: string, body: object): Promise<Got> =>
  api.send({ method, target: path, body, ...as("treasurer") });
const create = ({ paymentId, quantity }: RetainedBill) =>
  treasurer("POST", CONVERSION, { baseSymbol: "BTC", quoteSymbol: "EUR", quantity, items: [{ paymentId }] });
const quoteOf = (invoiceId: string) => treasurer("POST", `${CONVERSION}/quote`, { invoiceId });
const sell = (invoiceId: string, quoteId: string) => treasurer("POST", `${CONVERSION}/execute`, { invoiceId, quoteId });
const drop = (invoiceId: string) => treasurer("DELETE", CONVERSION, { invoiceId });

type Deal = { invoiceId: string; quoteId: string; bill: RetainedBill };
type Standing = "CREATED" | "QUOTED" | "quote ended" | "EXECUTED" | "CANCELLED";

async function deal(standing: Standing): Promise<Deal> {
  const bill = await retained();
  const { invoiceId } = (await create(bill)).as<{ invoiceId: string }>();
  if (standing === "CREATED") return { invoiceId, quoteId: SOME_ID, bill };
  const { quoteId } = (await quoteOf(invoiceId)).as<{ quoteId: string }>();
  if (standing === "quote ended") await api.control("clock", { advanceMs: 60_000 });
  if (standing === "EXECUTED") await sell(invoiceId, quoteId);
  if (standing === "CANCELLED") await drop(invoiceId);
  await api.settle();
  return { invoiceId, quoteId, bill };
}

const recordOf = async (invoiceId: string) => {
  const [record] = (await api.get(`${CONVERSION}?invoiceId=${invoiceId}`)).as<Record<string, unknown>[]>();
  return record ?? {};
};

describe("what the state of a conversion does not allow is refused and changes nothing", () => {
  const ok = "200";
  const moved = "409 INVALID_STATE";
  test.each<[Standing, Record<"quote" | "execute" | "cancel", string>]>([
    ["CREATED", { quote: ok, execute: "409 QUOTE_REQUIRED", cancel: ok }],
    ["QUOTED", { quote: ok, execute: ok, cancel: ok }],
    ["quote ended", { quote: ok, execute: "409 QUOTE_EXPIRED", cancel: ok }],
    ["EXECUTED", { quote: moved, execute: ok, cancel: moved }],
    ["CANCELLED", { quote: moved, execute: moved, cancel: ok }],
  ])("%s: %o", async (standing, expected) => {
    for (const [command, answer] of Object.entries(expected)) {
      const { invoiceId, quoteId, bill } = await deal(standing);
      const before = await recordOf(invoiceId);
      const press = {
        quote: () => quoteOf(invoiceId),
        execute: () => sell(invoiceId, quoteId),
        cancel: () => drop(invoiceId),
      };
      const got = await press[command as keyof typeof press]();
      expect(`${command}: ${got.status === 200 ? "200" : `${got.status} ${got.problem.code}`}`).toBe(
        `${command}: ${answer}`,
      );
      await api.settle();
      const after = await recordOf(invoiceId);
      if (answer === ok) expect(after["quantity"]).toBe(bill.quantity);
      else expect(after).toEqual(before);
    }
  });

  test("an executed conversion that is executed again by its quote stays one sale", async () => {
    const { invoiceId, quoteId, bill } = await deal("EXECUTED");
    await sell(invoiceId, quoteId);
    await api.settle();
    const { deposits } = await api.payment(bill.paymentId);
    expect(deposits.flatMap(({ fills }) => fills.map((fill) => fill.quantity))).toEqual([bill.quantity]);
  });

  test("crypto that is locked is neither converted again nor paid out, nor more than is free", async () => {
    const { bill } = await deal("CREATED");
    const payOut = (paymentId: string, quantity: number) =>
      treasurer("POST", "/manage/v1/payouts", { asset: "BTC", quantity, paymentId, reference: "r" });
    const free = await retained();
    const answers = [
      await create(bill),
      await payOut(bill.paymentId, bill.quantity),
      await create({ ...free, quantity: free.quantity + 0.000_000_01 }),
      await payOut(free.paymentId, free.quantity + 0.000_000_01),
    ];
    expect(answers.map(({ status }) => status >= 400 && status < 500)).toEqual([true, true, true, true]);
    expect((await api.payment(free.paymentId)).quantityUnconverted).toBe(free.quantity);
    expect((await payOut(free.paymentId, free.quantity)).status).toBe(200);
    expect((await api.payment(free.paymentId)).quantityPaidOut).toBe(free.quantity);
  });
});

describe("what the state of a deposit does not allow is refused and changes nothing", () => {
  const decide = (txId: string, command: string) =>
    api.post(`/manage/v1/deposits/${txId}/${command}`, { note: "known" }, as("treasurer"));

  async function deposited(state: "CREDITED" | "CONVERTED" | "HELD" | "DECLINED" | "UNCONFIRMED") {
    const isHeld = state === "HELD" || state === "DECLINED";
    if (isHeld) await api.settings({ "depositLimit.BTC": "0.00000001" });
    const bill = await api.bill({ strategy: state === "CREDITED" ? "RAI" : "RFQ" });
    await api.pay(bill, bill.quantity, "bitcoin", state === "UNCONFIRMED" ? 0 : 2);
    if (isHeld) await api.settings({ "depositLimit.BTC": "default" });
    const [deposit] = (await api.payment(bill.paymentId)).deposits;
    const txId = deposit?.txId ?? "";
    if (state === "DECLINED") await decide(txId, "decline");
    return { paymentId: bill.paymentId, txId };
  }

  test.each(["CREDITED", "CONVERTED", "DECLINED", "UNCONFIRMED"] as const)(
    "%s is neither released nor declined",
    async (state) => {
      const { paymentId, txId } = await deposited(state);
      const before = await api.payment(paymentId);
      expect(before.deposits.map(({ status }) => status)).toEqual([state]);
      for (const command of ["release", "decline"]) {
        const { status, problem } = await decide(txId, command);
        expect([command, status, problem.code]).toEqual([command, 409, "INVALID_STATE"]);
      }
      expect(await api.payment(paymentId)).toEqual(before);
    },
  );

  test.each([
    ["release", "CONVERTED"],
    ["decline", "DECLINED"],
  ])("HELD: %s makes it %s, and only it", async (command, after) => {
    const [one, other] = [await deposited("HELD"), await deposited("HELD")];
    expect((await decide(one.txId, command)).status).toBe(200);
    await api.settle();
    expect((await api.payment(one.paymentId)).deposits.map(({ status }) => status)).toEqual([after]);
    expect((await api.payment(other.paymentId)).deposits.map(({ status }) => status)).toEqual(["HELD"]);
  });
});
