import type { Page } from "playwright";

/** A view of the list and where it is found. */
export type View = { name: string; url: string };

/** What names one payment of the database's own. */
export type Sample = { paymentId: string; address: string; reference: string; subaccount: string; txHash: string };

type Answered = Omit<Sample, "txHash"> & { deposits: { txHash: string }[] };

export const FILTERS: readonly string[] = [
  "status=PENDING",
  "status=PROCESSING",
  "status=COMPLETED",
  "status=EXPIRED",
  "amountStatus=UNPAID",
  "amountStatus=UNDERPAID",
  "amountStatus=OVERPAID",
  "label=LATE",
  "label=HELD",
  "label=LIMIT_NOT_MET",
  "cryptoType=BTC",
  "cryptoType=USDT&networkType=tron",
  "fiat=JPY",
  "fiat=CAD",
  "strategy=RAI",
  "strategy=LMT",
  "convertible=true",
  "subaccount=shop-3&status=COMPLETED",
  "status=COMPLETED&cryptoType=BTC&fiat=EUR&strategy=RFQ",
];
export const SORTS: readonly string[] = [
  "createdAt",
  "-expiryTime",
  "expiryTime",
  "-fiatReceivable",
  "fiatReceivable",
  "-quantityReceived",
  "quantityReceived",
];
export const SORTED_FILTERS: readonly string[] = [
  "status=COMPLETED&sort=-fiatReceivable",
  "cryptoType=BCH&sort=quantityReceived",
];

/** A completed payment of the last hours that has a reference, for the searches. */
export async function sampleOf(page: Page): Promise<Sample> {
  const sample = await page.evaluate(async () => {
    const since = Date.now() - 24 * 3_600_000;
    const response = await fetch(`/payment/v1/payment?startTime=${since}&status=COMPLETED&limit=100`);
    return ((await response.json()) as { data: Answered[] }).data.find(({ reference }) => reference);
  });
  if (!sample) throw new Error("no payment is completed yet");
  return { ...sample, txHash: sample.deposits[0]?.txHash ?? "" };
}

/** Filters, sorts and exact searches. */
export function casesOf(sample: Sample): View[] {
  const within = (query: string): View => ({ name: query, url: `/payments?range=90d&${query}` });
  const search = (by: keyof Sample): View => ({
    name: `${by}=…`,
    url: `/payments?range=90d&${by}=${encodeURIComponent(sample[by])}`,
  });
  return [
    ...FILTERS.map(within),
    ...SORTS.map((sort) => within(`sort=${sort}`)),
    ...SORTED_FILTERS.map(within),
    ...(["paymentId", "address", "reference", "subaccount", "txHash"] as const).map(search),
  ];
}
