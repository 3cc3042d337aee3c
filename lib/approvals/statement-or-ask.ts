import type { takeStatementEndpoint, MappingRecord, setMappingEndpoint } from "#lib/bank/contract.ts";
import { requestOfMapping, setMapping, wantedMapping } from "#lib/bank/mappings.ts";
import {
  AT_MOST_MS,
  type BankFile,
  fileOf,
  isTaken,
  keepUpload,
  noteRefusal,
  type StatementSheet,
  sheetsOf,
  takeFile,
} from "#lib/bank/take-statement.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Waiting } from "#lib/contract/out.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { isRefusal, Refusal } from "#lib/kernel/errors.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { ask, needsAnother } from "./ask.ts";
import { plain } from "./or-ask.ts";
import type { PlainRequest } from "./store.ts";

/** What a case says of a file that the program could not take in, through no fault of the file's. */
const NOT_TAKEN = new Refusal("INTERNAL", "The program could not take it in; its log says why.");

type Taken = OutputOf<typeof takeStatementEndpoint>;

/**
 * Takes in a bank's file; where a second person is needed, a person's waits for one (202), kept as it was uploaded, and a
 * key's is taken at once. A file that is refused as a whole is noted, and is a case.
 */
export async function takeStatementOrAsk(
  ctx: Ctx,
  input: InputOf<typeof takeStatementEndpoint>,
): Promise<Taken | Waiting<ApprovalRecord>> {
  const file = await fileOf(ctx, input);
  try {
    const asks = ctx.actor.kind !== "key" && (await needsAnother(ctx)) && !(await isTaken(ctx, file));
    if (asks) return await askForFile(ctx, file);
    return await ctx.transaction(async (tx) => answerWith(tx, await takeFile(tx, file)), AT_MOST_MS);
  } catch (error) {
    await noteRefusal(ctx, file, isRefusal(error) ? error : NOT_TAKEN);
    throw error;
  }
}

async function askForFile(ctx: Ctx, file: BankFile): Promise<Waiting<ApprovalRecord>> {
  const uploadId = ctx.id();
  return ask(ctx, {
    what: "bank-statement",
    request: requestOf(uploadId, file, await sheetsOf(ctx, file)),
    before: (tx) => keepUpload(tx, uploadId, file),
  });
}

/** What the second person compares: whose file it is, its digest, and what came and went by it. */
function requestOf(uploadId: string, { fileName, digest }: BankFile, sheets: readonly StatementSheet[]): PlainRequest {
  const each = (say: (sheet: StatementSheet) => string | undefined) => {
    const answers = sheets.flatMap((sheet) => say(sheet) ?? []);
    return answers.length === sheets.length ? answers.join("; ") : undefined;
  };
  const amount = ({ statement: { asset } }: StatementSheet, units: bigint) =>
    `${amountOf(asset, units).toString()} ${asset}`;
  const total = (sheet: StatementSheet, side: "CREDIT" | "DEBIT") =>
    amount(sheet, sumOf(sheet.statement.lines.filter((line) => line.side === side).map(({ units }) => units)));
  return plain({
    uploadId,
    fileName,
    digest,
    accounts: each(({ place }) => place),
    statements: each(({ statement }) => statement.reference),
    lines: String(sumOf(sheets.map(({ statement }) => BigInt(statement.lines.length)))),
    credits: each((sheet) => total(sheet, "CREDIT")),
    debits: each((sheet) => total(sheet, "DEBIT")),
    opening: each((sheet) => sheet.statement.balances && amount(sheet, sheet.statement.balances.opening)),
    closing: each((sheet) => sheet.statement.balances && amount(sheet, sheet.statement.balances.closing)),
  });
}

/** Sets how an account's CSV is read; where a second person is needed it asks for one (202). */
export async function setMappingOrAsk(
  ctx: Ctx,
  input: InputOf<typeof setMappingEndpoint>,
): Promise<MappingRecord | Waiting<ApprovalRecord>> {
  const wanted = await wantedMapping(ctx, input);
  if (await needsAnother(ctx)) return ask(ctx, { what: "bank-mapping", request: requestOfMapping(wanted) });
  return ctx.transaction(async (tx) => answerWith(tx, await setMapping(tx, wanted)));
}
