import type { ApiRequest, Client } from "#e2e/world/client.ts";
import { amount, type Exact, exactJson, type Fields, listOf, shown, sum } from "./exact.ts";

const DAY_MS = 86_400_000;
/** All that a world has ever held, in the widest range a question may have. */
const EVER = `startTime=${Date.now() - 60 * DAY_MS}&endTime=${Date.now() + 29 * DAY_MS}`;
const PAGE = 500;
const FIATS: readonly Exact[] = ["EUR", "USD", "GBP", "CAD", "JPY"];

/** An account's summary and balances, held against its own payments one by one. For a moment in which nothing moves. */
export async function totalFaults(send: Client, account: string): Promise<string[]> {
  const payments = await allPayments(send);
  const summary = await read(send, { target: `/manage/v1/payments/summary?${EVER}` });
  const balances = await read(send, { target: "/manage/v1/balances" });
  const faults = [...summaryFaults(payments, summary), ...balanceFaults(payments, listOf(balances, "data"))];
  return faults.map((fault) => `${account}: ${fault}`);
}

async function read(send: Client, request: ApiRequest): Promise<Fields> {
  const { status, text } = await send(request);
  if (status !== 200) throw new Error(`${request.target} answered ${status}: ${text}`);
  return exactJson(text) as Fields;
}

async function allPayments(send: Client): Promise<Fields[]> {
  const payments: Fields[] = [];
  for (let after = ""; ; ) {
    const page = await read(send, { target: `/payment/v1/payment?${EVER}&limit=${PAGE}${after}` });
    payments.push(...listOf(page, "data"));
    if (typeof page["startsAfter"] !== "string") return payments;
    after = `&startsAfter=${encodeURIComponent(page["startsAfter"])}`;
  }
}

function summaryFaults(payments: readonly Fields[], summary: Fields): string[] {
  const faults: string[] = [];
  const compare = (what: string, is: bigint, shouldBe: bigint) => {
    if (is !== shouldBe) faults.push(`the summary's ${what} is ${shown(is)}, and the payments have ${shown(shouldBe)}`);
  };
  for (const row of listOf(summary, "byFiat")) {
    const of = payments.filter(({ fiat }) => fiat === row["fiat"]);
    for (const name of ["fiatReceivable", "fiatReceived"])
      compare(`${name} in ${String(row["fiat"])}`, amount(row, name), sum(of, name));
  }
  for (const row of listOf(summary, "byAsset")) {
    const of = payments.filter(
      ({ cryptoType, networkType }) => cryptoType === row["cryptoType"] && networkType === row["networkType"],
    );
    for (const name of ["quantity", "quantityReceived", "quantityUnconverted"])
      compare(`${name} in ${String(row["cryptoType"])}`, amount(row, name), sum(of, name));
  }
  return faults;
}

/** Crypto by its deposits: what is pending, locked and free of them is what the account has with the house. */
function balanceFaults(payments: readonly Fields[], balances: readonly Fields[]): string[] {
  const deposits = payments.flatMap((payment) => listOf(payment, "deposits"));
  return balances.flatMap((balance) => {
    if (FIATS.includes(balance["asset"] ?? null)) return [];
    const isOf = (record: Fields) =>
      record["cryptoType"] === balance["asset"] && record["networkType"] === balance["networkType"];
    const own = deposits.filter(isOf);
    const locked = sum(payments.filter(isOf), "quantityLocked");
    const claims = [
      ["pending", sum(own, "quantityPending")],
      ["locked", locked],
      ["available", sum(own, "quantityUnconverted") - locked],
    ] as const;
    return claims.flatMap(([name, shouldBe]) =>
      amount(balance, name) === shouldBe
        ? []
        : [
            `${name} ${String(balance["asset"])} is ${shown(amount(balance, name))}, and its deposits have ${shown(shouldBe)}`,
          ],
    );
  });
}
