import type { FileOut } from "#lib/contract/out.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { csvLine } from "#lib/exports/csv.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { reportPeriod } from "#lib/kernel/periods.ts";
import type { GivenAway, getGivenAwayEndpoint } from "./given-away-contract.ts";
import { type GivenAwayRow, readGivenAway, readHabits } from "./given-away-store.ts";
import { isOneSided, LEAST_BILLS } from "./one-sided.ts";

type Range = InputOf<typeof getGivenAwayEndpoint>;

/** What promised prices gave away (rulebook 4.18), of the bills made in a range, and who uses them on one side only. */
export async function getGivenAway(ctx: Ctx, range: Range): Promise<OutputOf<typeof getGivenAwayEndpoint>> {
  const { from, to } = await reportPeriod(ctx, range);
  const [rows, habits] = await Promise.all([
    readGivenAway(ctx.db, from, to),
    readHabits(ctx.db, from, to, LEAST_BILLS),
  ]);
  const oneSided = habits.map(({ paid_below, unpaid_above, ...habit }) => ({
    ...habit,
    paidBelow: paid_below,
    unpaidAbove: unpaid_above,
  }));
  return { data: rows.map(shown), oneSided: oneSided.filter(isOneSided) };
}

const COLUMNS = [
  "day",
  "account",
  "subaccount",
  "asset",
  "fiat",
  "bills",
  "promised",
  "paid",
  "market",
  "unusedBills",
  "unused",
  "givenAway",
  "unmeasured",
] as const satisfies readonly (keyof GivenAway)[];

/** The same records as a file. */
export async function saveGivenAway(ctx: Ctx, range: Range): Promise<FileOut> {
  const { data } = await getGivenAway(ctx, range);
  const lines = data.map((record) => csvLine(COLUMNS.map((column) => cellOf(record[column]))));
  const bytes = new TextEncoder().encode([csvLine(COLUMNS), ...lines].join(""));
  return { fileName: "given-away.csv", bytes, size: bytes.length };
}

const cellOf = (value: GivenAway[keyof GivenAway]) => (typeof value === "number" ? Decimal.from(value) : value);

function shown({ crypto, fiat, given, promised, paid, market, unused, unmeasured, ...row }: GivenAwayRow): GivenAway {
  return {
    ...row,
    asset: crypto,
    fiat,
    promised: amountOf(fiat, promised),
    paid: amountOf(fiat, paid),
    market: amountOf(fiat, market),
    unused: amountOf(fiat, unused),
    givenAway: amountOf(fiat, given),
    unmeasured: amountOf(fiat, unmeasured),
  };
}
