import { createHash } from "node:crypto";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { bankAccountOf } from "#lib/moves/destinations.ts";
import { readCamt } from "./camt.ts";
import type { takeStatementEndpoint } from "./contract.ts";
import { refuseSum, type Statement, type StatementLine } from "./statement.ts";
import { findStatement, holdAccount, insertStatement, lastStatement, type StatementRow } from "./store.ts";
import { takeLine, type Taken } from "./take-lines.ts";

type Answer = OutputOf<typeof takeStatementEndpoint>;
type TakenStatement = Answer["data"][number];

/**
 * Takes in the statements of a camt.053 file, all of it or nothing: each file once, each line once. Refuses with
 * VALIDATION_FAILED a file that is none, an account that is not on the list of destinations, lines that do not add up, and
 * a line that said something else before. What nobody expects is booked as such; a statement that does not begin where
 * the last one ended says how far.
 */
export async function takeStatement(ctx: Ctx, { text }: InputOf<typeof takeStatementEndpoint>): Promise<Answer> {
  const digest = createHash("sha256").update(text).digest("hex");
  const statements = readCamt(text);
  for (const statement of statements) refuseSum(statement);
  return ctx.transaction(async (tx) => {
    const data: TakenStatement[] = [];
    for (const statement of statements) {
      const place = await placeOf(tx, statement);
      data.push(await take(tx, { place, statement, source: "CAMT053", digest }));
    }
    return answerWith(tx, { data });
  });
}

async function placeOf(tx: Ctx, { iban, asset, reference }: Statement): Promise<string> {
  const place = iban === undefined ? undefined : await bankAccountOf(tx, iban, asset);
  if (place === undefined)
    throw invalid("text", `Statement ${reference} is of an account that is not on the list of destinations.`);
  return place;
}

type Taking = { place: string; statement: Statement; source: "CAMT053" | "SANDBOX"; digest: string };

async function take(tx: Ctx, { place, statement, source, digest }: Taking): Promise<TakenStatement> {
  const { asset, balances, reference, closedAt, lines } = statement;
  await holdAccount(tx.db, place, asset);
  const known = await findStatement(tx.db, place, asset, digest);
  if (known) return taken(known, [], lines.length);
  const last = balances && (await lastStatement(tx.db, place, asset));
  const made = await insertStatement(tx.db, {
    id: tx.id(),
    place,
    asset,
    reference,
    opening: balances?.opening,
    closing: balances?.closing,
    gap: last && last.at <= closedAt ? (balances?.opening ?? 0n) - last.closing : 0n,
    source,
    digest,
    closedAt,
    takenBy: actorName(tx.actor),
    takenAt: await tx.now(),
  });
  const became: Taken[] = [];
  for (const line of lines) became.push(await takeLine(tx, { statementId: made.id, place, asset }, line));
  await recordAudit(tx, {
    action: "bank.take",
    accountId: (await houseOf(tx.app)).id,
    objectKind: "bank-statement",
    objectId: made.id,
    detail: { place, asset, reference, digest, source, lines: lines.length, unexpected: countOf(became, "UNEXPECTED") },
  });
  return taken(made, became);
}

const countOf = (became: readonly Taken[], what: Taken): number => became.filter((one) => one === what).length;

function taken(row: StatementRow, became: readonly Taken[], all?: number): TakenStatement {
  const { asset, opening, closing } = row;
  const known = all ?? countOf(became, "KNOWN");
  return {
    statementId: row.id,
    place: row.place,
    currency: asset,
    reference: row.reference,
    opening: opening === undefined ? undefined : amountOf(asset, opening),
    closing: closing === undefined ? undefined : amountOf(asset, closing),
    gap: amountOf(asset, row.gap),
    isNew: all === undefined,
    lines: became.length - countOf(became, "KNOWN"),
    known,
    unexpected: countOf(became, "UNEXPECTED"),
  };
}

/** One line as the sandbox plays it, of the first bank account, whether it is on the list or not. */
export function playLine(tx: Ctx, asset: Fiat, line: StatementLine): Promise<TakenStatement> {
  const digest = createHash("sha256")
    .update(JSON.stringify([asset, line.reference]))
    .digest("hex");
  const { reference, bookedAt: closedAt } = line;
  const statement = { iban: undefined, asset, reference, balances: undefined, closedAt, lines: [line] };
  return take(tx, { place: "bank:main", statement, source: "SANDBOX", digest });
}
