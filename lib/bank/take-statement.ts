import { createHash } from "node:crypto";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { type Fiat, isFiat } from "#lib/kernel/assets.ts";
import { actorName, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { codeOfPlace } from "#lib/ledger/move-journal.ts";
import { bankAccountOf } from "#lib/moves/destinations.ts";
import { recordedAtBank } from "#lib/payouts/pay-by-bank.ts";
import { hintOfCamt, readCamt } from "./camt.ts";
import type { takeStatementEndpoint } from "./contract.ts";
import { lastDayOf, readCsv } from "./csv.ts";
import { failureOf, fileFault } from "./file-fault.ts";
import { mappingFrom, readingOf } from "./mapping.ts";
import { currentMapping, findUpload, insertRefusal, insertUpload, type MappingRow } from "./mapping-store.ts";
import {
  daysOf,
  refuseAhead,
  refuseSum,
  signed,
  type Statement,
  type StatementLine,
  workdaysBetween,
} from "./statement.ts";
import {
  closingOfLines,
  digestOfLines,
  findStatement,
  hasBalances,
  holdAccount,
  holdLines,
  insertStatement,
  isReadOtherwise,
  linesByReference,
  neighboursOf,
  type StatementRow,
} from "./store.ts";
import { takeLines } from "./take-lines.ts";
import { matchSums } from "./take-parts.ts";
import { beginsAsXml } from "./xml-start.ts";
import { asciiOf, textOfXml } from "./xml-text.ts";

/** Lines that pay payouts are booked by sets: a file of as many as it may hold takes half a minute on a slow machine. */
export const AT_MOST_MS = 600_000;

type Answer = OutputOf<typeof takeStatementEndpoint>;
type TakenStatement = Answer["data"][number];

/** A file as it came, and by which mapping it is read where it is CSV. */
export type BankFile = { fileName: string; bytes: Uint8Array; digest: string; mapping: MappingRow | undefined };

/** A statement of a file, of which account of ours it is and how it is read. */
export type StatementSheet = {
  place: string;
  statement: Statement;
  source: "CAMT053" | "CSV" | "SANDBOX";
  reading: string;
};

const formatOf = ({ mapping }: Pick<BankFile, "mapping">) => (mapping ? ("CSV" as const) : ("CAMT053" as const));
const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * The file that a caller gives: XML as text or as bytes, or CSV as bytes with its account, which has a mapping. Refuses with
 * VALIDATION_FAILED what is neither, and with INVALID_STATE an account without a mapping.
 */
export async function fileOf(ctx: Ctx, input: InputOf<typeof takeStatementEndpoint>): Promise<BankFile> {
  const { text, content, place, currency, fileName } = input;
  if (text !== undefined) {
    if (content !== undefined || place !== undefined || currency !== undefined)
      throw invalid("text", "Give text of camt.053, or content of CSV with place and currency, not both.");
    return camtOf(Buffer.from(text, "utf8"), fileName);
  }
  if (content === undefined) throw invalid("text", "text or content of camt.053 is required, or content of CSV.");
  const bytes = Buffer.from(content, "base64");
  if (place === undefined && currency === undefined && beginsAsXml(bytes)) return camtOf(bytes, fileName);
  if (place === undefined || currency === undefined)
    throw invalid(place === undefined ? "place" : "currency", "content of CSV needs place and currency.");
  const mapping = await currentMapping(ctx.db, place, currency);
  if (!mapping)
    throw new Refusal("INVALID_STATE", `There is no mapping for statements of ${place} in ${currency}: set one first.`);
  return { fileName: fileName ?? "CSV", bytes, digest: digestOf(bytes), mapping };
}

const camtOf = (bytes: Uint8Array, fileName: string | undefined): BankFile => ({
  fileName: fileName ?? "camt.053",
  bytes,
  digest: digestOf(bytes),
  mapping: undefined,
});

/**
 * The statements of a file, exactly. Refuses with VALIDATION_FAILED a file that is none, an account that is not on the
 * list of destinations, lines that do not add up, and days that have not come.
 */
export async function sheetsOf(ctx: Ctx, { bytes, mapping }: BankFile): Promise<StatementSheet[]> {
  const now = await ctx.now();
  if (mapping) {
    const { place, asset } = mapping;
    const how = mappingFrom(mapping.mapping);
    const statement = readCsv(bytes, how, { place, asset });
    refuseAhead("content", statement, now);
    return [{ place, statement, source: "CSV", reading: readingOf(how) }];
  }
  const statements = readCamt(textOfXml(bytes));
  const sheets: StatementSheet[] = [];
  for (const statement of statements) {
    refuseSum(statement);
    refuseAhead("text", statement, now);
    sheets.push({ place: await placeOf(ctx, statement), statement, source: "CAMT053", reading: "CAMT053" });
  }
  // Each begins where the one before it ended, however the file has them.
  return sheets.sort((one, other) => one.statement.closedAt.getTime() - other.statement.closedAt.getTime());
}

/**
 * Takes in the statements of a file, all of it or nothing, in the open transaction: each file once, each line once.
 * Refuses with VALIDATION_FAILED as {@link sheetsOf} does, and a line that said something else before. What nobody
 * expects is booked as such; a statement that does not begin where the last one ended says how far.
 */
export async function takeFile(tx: Ctx, file: BankFile): Promise<Answer> {
  const data: TakenStatement[] = [];
  for (const sheet of await sheetsOf(tx, file)) data.push(await take(tx, sheet, file));
  return { data };
}

const keyOf = (place: string, { asset, reference }: Statement, { digest }: Pick<BankFile, "digest">) => ({
  place,
  asset,
  digest,
  reference,
});

/** Whether every statement of a file was taken in before: then it changes nothing, and nobody is asked. */
export async function isTaken(ctx: Ctx, file: BankFile): Promise<boolean> {
  for (const { place, statement } of await sheetsOf(ctx, file))
    if (!(await findStatement(ctx.db, keyOf(place, statement, file)))) return false;
  return true;
}

/** Keeps a file as it was uploaded, for a second person to agree to. */
export async function keepUpload(tx: Ctx, uploadId: string, file: BankFile): Promise<void> {
  const { fileName, bytes, digest, mapping } = file;
  await insertUpload(tx.db, {
    id: uploadId,
    format: formatOf(file),
    fileName,
    content: bytes,
    digest,
    mappingId: mapping?.id ?? null,
    uploadedBy: actorName(tx.actor),
    uploadedAt: await tx.now(),
  });
}

/** Takes in a file that was kept. Refuses with INVALID_STATE one whose mapping is another one now: it would be read otherwise. */
export async function takeUpload(tx: Ctx, uploadId: string): Promise<void> {
  const upload = await findUpload(tx.db, uploadId);
  must(upload, "a file that waits is there");
  const { fileName, content: bytes, digest, mapping } = upload;
  if (mapping && (await currentMapping(tx.db, mapping.place, mapping.asset))?.id !== mapping.id)
    throw new Refusal("INVALID_STATE", "The mapping of this account has changed since: upload the file again.");
  must(digestOf(bytes) === digest, "a file that waits is as it was uploaded");
  await takeFile(tx, { fileName, bytes, digest, mapping });
}

/** Notes that a file was refused as a whole, and why: it is a case until a person, or a good file of that account and day, closes it. */
export async function noteRefusal(ctx: Ctx, file: BankFile, refusal: Refusal): Promise<void> {
  const { fileName, digest } = file;
  const fault = refusal.message.slice(0, 400);
  const failure = failureOf(refusal);
  await ctx.transaction(async (tx) => {
    const at = await tx.now();
    const by = { uploadedBy: actorName(tx.actor), at };
    const id = tx.id();
    const of = await hintOf(tx, file);
    const refused = { id, format: formatOf(file), fileName, digest, fault, failure, ...of, ...by };
    if (!(await insertRefusal(tx.db, refused))) return;
    await recordAudit(tx, {
      action: "bank.refuse",
      accountId: (await houseOf(tx.app)).id,
      objectKind: "bank-refusal",
      objectId: id,
      detail: { fileName, digest, fault },
    });
  });
}

type Hint = { place: string | null; asset: Fiat | null; day: Date | null };

/** Of which account and day a refused file seems to be. */
async function hintOf(tx: Ctx, { bytes, mapping }: BankFile): Promise<Hint> {
  if (mapping) {
    const { place, asset } = mapping;
    return { place, asset, day: lastDayOf(bytes, mappingFrom(mapping.mapping)) ?? null };
  }
  const { iban, currency, day } = hintOfCamt(asciiOf(bytes));
  const place = iban && isFiat(currency ?? "") ? await bankAccountOf(tx, iban, currency as Fiat) : undefined;
  return { place: place ?? null, asset: place === undefined ? null : (currency as Fiat), day: day ?? null };
}

async function placeOf(ctx: Ctx, { iban, asset, reference }: Statement): Promise<string> {
  const place = iban === undefined ? undefined : await bankAccountOf(ctx, iban, asset);
  if (place === undefined)
    throw fileFault("text", `Statement ${reference} is of an account that is not on the list of destinations.`, {
      code: "UNKNOWN_ACCOUNT",
      statement: reference,
    });
  return place;
}

async function take(
  tx: Ctx,
  { place, statement, source, reading }: StatementSheet,
  { digest, mapping }: Pick<BankFile, "digest" | "mapping">,
): Promise<TakenStatement> {
  const { asset, balances, reference, closedAt, lines } = statement;
  await holdLines(tx.db, asset);
  await holdAccount(tx.db, place, asset);
  const known = await findStatement(tx.db, keyOf(place, statement, { digest }));
  if (known) return taken(known, { known: lines.length });
  const days = daysOf(statement);
  if (days && source !== "SANDBOX" && (await isReadOtherwise(tx.db, { place, asset, reading, ...days })))
    throw fileFault(
      mapping ? "content" : "text",
      "Lines of these days were taken in by another reading (camt.053, or another mapping): begin the file after them.",
      { code: "OTHER_READING" },
    );
  const made = await insertStatement(tx.db, {
    id: tx.id(),
    place,
    asset,
    reference,
    opening: balances?.opening,
    closing: balances?.closing,
    ...(await gapAround(tx, place, statement)),
    source,
    reading,
    mappingId: mapping?.id ?? null,
    approvalId: tx.approval?.approvalId ?? null,
    digest,
    closedAt,
    takenBy: actorName(tx.actor),
    takenAt: await tx.now(),
  });
  const { known: before, nobodys } = await takeLines(tx, { statementId: made.id, place, asset }, lines);
  const matched = await matchSums(tx, nobodys);
  const counts = {
    lines: lines.length - before,
    known: before,
    unexpected: nobodys.filter(({ id }) => !matched.has(id)).length,
  };
  await recordAudit(tx, {
    action: "bank.take",
    accountId: (await houseOf(tx.app)).id,
    objectKind: "bank-statement",
    objectId: made.id,
    detail: {
      ...{ place, asset, reference, digest, source, lines: lines.length, unexpected: counts.unexpected },
      linesDigest: await digestOfLines(tx.db, made.id),
    },
  });
  return taken(made, { isNew: true, ...counts });
}

/**
 * How far a statement does not begin where the one before it ended, or, where it does, not end where the next one begins,
 * whichever was taken in first: by balances where both say them, less the lines that both have; else by the working days
 * between it and the one before. The first that says its balances begins at what the books have.
 */
async function gapAround(tx: Ctx, place: string, statement: Statement): Promise<{ gap: bigint; gapDays: number }> {
  const { asset, balances, closedAt, lines } = statement;
  if (balances && !(await hasBalances(tx.db, { place, asset }))) {
    const gap = await offTheBooks(tx, place, { asset, opening: balances.opening, lines });
    if (gap !== 0n) return { gap, gapDays: 0 };
  }
  const { before, after } = await neighboursOf(tx.db, { place, asset, at: closedAt });
  if (before && (!balances || before.closing === undefined)) {
    const days = daysOf(statement);
    return { gap: 0n, gapDays: days ? workdaysBetween(before.at, days.from) : 0 };
  }
  if (!balances) return { gap: 0n, gapDays: 0 };
  const references = lines.map(({ reference }) => reference);
  const known = await closingOfLines(tx.db, { place, asset }, references);
  const both = (isOf: (closed: Date) => boolean) =>
    sumOf(lines.filter(({ reference }) => isOf(known.get(reference) ?? NEVER)).map(signed));
  const { opening, closing } = balances;
  const gap = before?.closing === undefined ? 0n : opening + both((at) => at <= closedAt) - before.closing;
  if (gap !== 0n || after?.opening === undefined) return { gap, gapDays: 0 };
  return { gap: after.opening + both((at) => at > closedAt) - closing, gapDays: 0 };
}

/**
 * How far it does not begin at what the books have of the account without the lines that it tells again. Payouts that were
 * recorded as made there, of which no line tells yet, may or may not have left by then.
 */
async function offTheBooks(
  tx: Ctx,
  place: string,
  { asset, opening, lines }: { asset: Fiat; opening: bigint; lines: readonly StatementLine[] },
): Promise<bigint> {
  const known = await linesByReference(tx.db, { place, asset }, lines);
  const repeated = sumOf([...known.values()].map(signed));
  const gap = opening + repeated - (await balanceOf(tx, codeOfPlace(place), asset));
  return gap === (await recordedAtBank(tx, { place, asset })) ? 0n : gap;
}

/** Neither before nor after anything. */
const NEVER = new Date(Number.NaN);

type Counts = { isNew?: true; lines?: number; known?: number; unexpected?: number };

function taken(row: StatementRow, { isNew, lines = 0, known = 0, unexpected = 0 }: Counts): TakenStatement {
  const { asset, opening, closing } = row;
  return {
    statementId: row.id,
    place: row.place,
    currency: asset,
    reference: row.reference,
    opening: opening === undefined ? undefined : amountOf(asset, opening),
    closing: closing === undefined ? undefined : amountOf(asset, closing),
    gap: amountOf(asset, row.gap),
    gapDays: row.gapDays,
    isNew: isNew === true,
    lines,
    known,
    unexpected,
  };
}

/** One line as the sandbox plays it, of the first bank account, whether it is on the list or not. */
export function playLine(tx: Ctx, asset: Fiat, line: StatementLine): Promise<TakenStatement> {
  const digest = digestOf(Buffer.from(JSON.stringify([asset, line.reference]), "utf8"));
  const { reference, bookedAt: closedAt } = line;
  const statement = { iban: undefined, asset, reference, balances: undefined, closedAt, lines: [line] };
  return take(
    tx,
    { place: "bank:main", statement, source: "SANDBOX", reading: "SANDBOX" },
    { digest, mapping: undefined },
  );
}
