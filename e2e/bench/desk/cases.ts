import type { Page } from "playwright";

/** A view of the list and where it is found. */
export type Case = { name: string; url: string };

type Sample = {
  paymentId: string;
  address: string;
  reference: string;
  subaccount: string;
  deposits: { txHash: string }[];
};

const FILTERS = [
  "status=PENDING",
  "status=COMPLETED",
  "status=EXPIRED",
  "amountStatus=UNDERPAID",
  "amountStatus=OVERPAID",
  "label=LATE",
  "label=HELD",
  "cryptoType=BTC",
  "cryptoType=USDT&networkType=tron",
  "fiat=JPY",
  "strategy=RAI",
  "convertible=true",
  "status=COMPLETED&cryptoType=BTC&fiat=EUR&strategy=RFQ",
];
const SORTS = ["createdAt", "-expiryTime", "expiryTime", "-fiatReceivable", "fiatReceivable", "-quantityReceived"];

/** Filters, sorts and searches, the last ones for a payment of the database's own. */
export async function casesOf(page: Page): Promise<Case[]> {
  const sample = await page.evaluate(async () => {
    const asked = await fetch(`/payment/v1/payment?startTime=${Date.now() - 3_600_000}&status=COMPLETED&limit=1`);
    return ((await asked.json()) as { data: Sample[] }).data[0];
  });
  if (!sample) throw new Error("no payment is completed yet");
  const within = (query: string): Case => ({ name: query, url: `/payments?range=90d&${query}` });
  const search = (by: string, value: string): Case => ({
    name: `search by ${by}`,
    url: `/payments?range=90d&${by}=${encodeURIComponent(value)}`,
  });
  return [
    ...FILTERS.map(within),
    ...SORTS.map((sort) => within(`sort=${sort}`)),
    search("paymentId", sample.paymentId),
    search("address", sample.address),
    search("reference", sample.reference),
    search("subaccount", sample.subaccount),
    search("txHash", sample.deposits[0]?.txHash ?? ""),
  ];
}
