import type { Balance } from "#components/overview/overview-data.ts";
import type { Movement } from "./ledger-data.ts";

/** `broken`: a balance does not follow from the one before. `agrees`: the newest ones are the account's balances now. */
export type Proof = { broken: Movement | undefined; agrees: boolean; count: number };

const placeOf = (row: Movement) => `${row.asset} ${row.networkType ?? ""} ${row.account}`;

/** Recomputes every balance shown from the amounts beside it; rows are newest first, without gaps. */
export function proofOf(rows: readonly Movement[], balances: readonly Balance[]): Proof {
  const newest = new Map<string, Movement>();
  const expected = new Map<string, Movement["balance"]>();
  let broken: Movement | undefined;
  for (const row of rows) {
    const place = placeOf(row);
    const wanted = expected.get(place);
    if (wanted && wanted.compare(row.balance) !== 0) broken ??= row;
    if (!newest.has(place)) newest.set(place, row);
    expected.set(place, row.balance.minus(row.amount));
  }
  const agrees = [...newest.values()].every((row) => {
    const held = balances.find((one) => one.asset === row.asset && one.networkType === row.networkType);
    return held?.[row.account].compare(row.balance) === 0;
  });
  return { broken, agrees, count: rows.length };
}
