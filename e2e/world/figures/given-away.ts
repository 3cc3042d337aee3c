import type { Hand } from "./amounts.ts";
import { decimalsOf } from "./amounts.ts";
import { add, figuresOf, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";

const DAYS_MS = 30 * 86_400_000;

/** Bills that promise a price, with their parts at it; each part as crypto, fiat and the market's bid. */
const MADE = `
  select a.name as account, b.subaccount, b.crypto, b.fiat, b.created_at, b.fiat_units::text as asked,
    b.expires_at < business_now() and b.promised_units = 0 as over,
    (select json_agg(json_build_array((f.quantity_units - f.fee_units)::text, f.fiat_units::text, f.market_bid::text))
      from fill f where f.bill_id = b.id and f.method = 'RFQ' and f.reversed_at is null) as parts
  from bill b join account a on a.id = b.account_id
  where b.strategy <> 'RAI' and (b.strategy <> 'LMT' or b.price > b.limit_price)`;

type Part = [units: string, fiat: string, bid: string | null];
type Made = {
  account: string;
  subaccount: string;
  crypto: string;
  fiat: string;
  created_at: Date;
  asked: string;
  over: boolean;
  parts: Part[] | null;
};

/** What promised prices gave away, told anew from bills and fills by rulebook 4.18. */
export async function givenAwayTable(
  sheet: Sheet,
  { hands, now, hand }: { hands: Hands; now: number; hand: Hand },
): Promise<void> {
  const made = ((await hands.rows(MADE)) as Made[]).filter(
    ({ created_at }) => new Date(created_at).getTime() >= now - DAYS_MS,
  );
  const groups = Map.groupBy(made, (bill) =>
    JSON.stringify([dayOf(bill), bill.account, bill.subaccount, pairOf(bill)]),
  );
  const keys = [...groups.keys()].map((key) => JSON.parse(key) as [string, string, string, string]);
  const inOrder = (a: readonly string[], b: readonly string[]): number => {
    const [mine = "", other = ""] = [a[0], b[0]];
    if (mine !== other) return mine < other ? 1 : -1;
    const at = a.findIndex((part, place) => part !== b[place]);
    return at < 0 ? 0 : (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
  };
  for (const key of keys.sort(inOrder)) {
    const [day, account, subaccount, pair] = key;
    const bills = groups.get(JSON.stringify(key)) ?? [];
    const fiat = pair.split("/")[1] ?? "";
    const row = `Given away | [${hand.day(Date.parse(`${day}T12:00:00Z`))}]`;
    const unused = bills.filter(({ over, parts }) => over && parts === null);
    const parts = bills.flatMap((bill) => (bill.parts ?? []).map((part) => worthOf(part, bill)));
    const sum = (of: readonly bigint[]) =>
      hand.money(
        of.reduce((all, each) => all + each, 0n),
        fiat,
      );
    add(sheet, `${row} Bills of`, hand.day(Date.parse(`${day}T12:00:00Z`)));
    const who = figuresOf(`${account}, ${subaccount}`);
    if (who.length > 0) add(sheet, `${row} Account, customer`, ...who);
    add(sheet, `${row} Bills`, `${bills.length}`, ...(unused.length > 0 ? [`${unused.length}`] : []));
    add(sheet, `${row} Promised`, sum(bills.map(({ asked }) => BigInt(asked))));
    add(sheet, `${row} Credited`, sum(parts.map(({ paid }) => paid)));
    add(sheet, `${row} Market value`, sum(parts.map(({ market }) => market ?? 0n)));
    add(sheet, `${row} Never paid`, sum(unused.map(({ asked }) => BigInt(asked))));
    add(
      sheet,
      `${row} Given away`,
      sum(parts.map(({ paid, market }) => (market !== undefined && paid > market ? paid - market : 0n))),
    );
    add(sheet, `${row} Not measured`, sum(parts.map(({ paid, market }) => (market === undefined ? paid : 0n))));
  }
}

const dayOf = ({ created_at }: Made): string => new Date(created_at).toISOString().slice(0, 10);
const pairOf = ({ crypto, fiat }: Made): string => `${crypto}/${fiat}`;

function worthOf([units, fiat, bid]: Part, bill: Made): { paid: bigint; market: bigint | undefined } {
  if (bid === null) return { paid: BigInt(fiat), market: undefined };
  const [whole = "0", fraction = ""] = bid.split(".");
  const scale = 10n ** BigInt(8 + decimalsOf(bill.crypto) - decimalsOf(bill.fiat));
  return { paid: BigInt(fiat), market: (BigInt(units) * BigInt(whole + fraction.padEnd(8, "0"))) / scale };
}
