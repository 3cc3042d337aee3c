import { z } from "zod";
import { decodeAnswer } from "#lib/contract/plan-of.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { shownAsset } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { requestedAsset } from "#lib/kernel/requested-asset.ts";
import { feeLine, settlementRecord } from "./contract.ts";
import { ownAccount, unknownSettlement } from "./get-settlements.ts";
import type {
  getPeriodStatementEndpoint,
  getSettlementStatementEndpoint,
  StatementRecord,
} from "./statement-contract.ts";
import {
  type MovementLine,
  type Period,
  type StatedSettlement,
  statementHead,
  statementLines,
  statementOf,
} from "./store.ts";

/** A statement is made as a whole: longer ones are asked for in parts. */
const MOST_LINES = 50_000;
const FEES = z.object({ fees: z.array(feeLine) });

/** The statement of any period of the account. Refuses with RANGE_TOO_LONG one of more than 50 000 movements. */
export async function getPeriodStatement(
  ctx: Ctx,
  { from, to, ...input }: InputOf<typeof getPeriodStatementEndpoint>,
): Promise<StatementRecord> {
  const asset = requestedAsset(input);
  const now = await ctx.now();
  const until = to !== undefined && to < now ? to : now;
  if (until <= from) throw invalid("to", "The period ends before it begins.");
  const { id, name } = accountOf(ctx);
  return madeOf(ctx, name, { accountId: id, asset, from, to: until });
}

/** The statement of a settlement of the account. Refuses with NOT_FOUND an unknown or foreign one. */
export async function getSettlementStatement(
  ctx: Ctx,
  { settlementId }: InputOf<typeof getSettlementStatementEndpoint>,
): Promise<StatementRecord> {
  return (await statedSettlement(ctx, settlementId)).statement;
}

/** A settlement with its statement, its payee and its fee invoice; for the house, of any account. Refuses with NOT_FOUND. */
export async function statedSettlement(
  ctx: Ctx,
  settlementId: string,
): Promise<Pick<StatedSettlement, "paidTo" | "invoice"> & { statement: StatementRecord }> {
  const found = isId(settlementId) ? await statementOf(ctx.db, settlementId, await ownAccount(ctx)) : undefined;
  if (!found) throw unknownSettlement();
  const { account, currency, from, to, record, paidTo, invoice, zone } = found;
  const settlement = decodeAnswer(settlementRecord, record);
  const made = await madeOf(ctx, account.name, { accountId: account.id, asset: currency, from, to });
  must(made.closing.compare(settlement.closing) === 0, "a settlement's statement ends where the settlement does");
  return { paidTo, invoice, statement: { ...made, zone, settlement } };
}

async function madeOf(ctx: Ctx, username: string, period: Period): Promise<StatementRecord> {
  const { asset, from, to } = period;
  const head = await statementHead(ctx.db, period);
  must(head, "a statement has a head");
  const lines = await statementLines(ctx.db, period, MOST_LINES + 1);
  if (lines.length > MOST_LINES) {
    const message = `This period has more than ${MOST_LINES} movements; ask for parts of it.`;
    throw new Refusal("RANGE_TOO_LONG", message, { errors: [{ field: "from", message }] });
  }
  const exact = (units: bigint) => amountOf(asset, units);
  let balance = head.opening;
  const shown = lines.map(({ at, units, ...line }) => {
    balance += units;
    return { at: at.getTime(), ...line, amount: exact(units), balance: exact(balance) };
  });
  return {
    username,
    ...shownAsset(asset),
    zone: head.zone,
    from: from.getTime(),
    to: to.getTime(),
    opening: exact(head.opening),
    closing: exact(balance),
    movements: lines.length,
    byKind: [...groups(lines, ({ kind }) => kind)]
      .map(([kind, of]) => ({ kind, amount: exact(sumOf(of.map(({ units }) => units))), count: of.length }))
      .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    fees: decodeAnswer(FEES, `{"fees":${head.fees}}`).fees,
    payments: sums(lines, (line) => (line.invoiceId === undefined && !line.payoutId ? line.paymentId : undefined)).map(
      ([paymentId, units]) => ({ paymentId, amount: exact(units) }),
    ),
    invoices: sums(lines, ({ invoiceId }) => invoiceId).map(([invoiceId, units]) => ({
      invoiceId,
      amount: exact(units),
    })),
    lines: shown,
  };
}

function groups<Key>(lines: readonly MovementLine[], keyOf: (line: MovementLine) => Key): Map<Key, MovementLine[]> {
  const found = new Map<Key, MovementLine[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const group = found.get(key);
    if (group) group.push(line);
    else found.set(key, [line]);
  }
  return found;
}

const sums = (lines: readonly MovementLine[], keyOf: (line: MovementLine) => string | undefined): [string, bigint][] =>
  [...groups(lines, keyOf)].flatMap(([key, of]) =>
    key === undefined ? [] : [[key, sumOf(of.map(({ units }) => units))]],
  );
