import type { InputOf } from "#lib/contract/endpoint.ts";
import type { FileOut } from "#lib/contract/out.ts";
import { print } from "#lib/documents/print.ts";
import { invoiceSheet, statementSheet } from "#lib/documents/statement-document.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { voiceOf } from "#lib/mail/voice-of.ts";
import { houseSettings } from "#lib/settings/change-settings.ts";
import { getPeriodStatement, statedSettlement } from "#lib/settlements/statement.ts";
import {
  type getPeriodFileEndpoint,
  type getSettlementFileEndpoint,
  STATEMENT_FILES,
  type StatementRecord,
} from "#lib/settlements/statement-contract.ts";
import type { Value } from "./columns.ts";
import { csvLine } from "./csv.ts";
import { headsIn } from "./heads.ts";
import { sheetOf } from "./sheet.ts";

type StatementFile = (typeof STATEMENT_FILES)[number];

/** A settlement's statement or fee invoice as a file; for the house, of any account. Refuses with NOT_FOUND. */
export async function getSettlementFile(
  ctx: Ctx,
  { settlementId, file }: InputOf<typeof getSettlementFileEndpoint>,
): Promise<FileOut> {
  const { statement, paidTo, invoice } = await statedSettlement(ctx, settlementId);
  if (file === "invoice.pdf" && invoice) {
    const { house } = await houseSettings(ctx);
    const from = { issuer: house.issuerName || undefined, tax: house.feeTaxNote || undefined };
    return fileOf(`${invoice.number}.pdf`, await print(ctx, () => invoiceSheet(statement, invoice, from)));
  }
  return written(ctx, statement, { file: needed(file), name: statement.settlement?.reference ?? "", paidTo });
}

/** The statement of any period of the account as a file. Refuses with RANGE_TOO_LONG, and with NOT_FOUND another file. */
export async function getPeriodFile(
  ctx: Ctx,
  { file, ...period }: InputOf<typeof getPeriodFileEndpoint>,
): Promise<FileOut> {
  const kind = needed(file);
  const statement = await getPeriodStatement(ctx, period);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const name = `statement-${statement.asset}-${day(statement.from)}-${day(statement.to)}`;
  return written(ctx, statement, { file: kind, name, paidTo: undefined });
}

function needed(file: string): StatementFile {
  const found = STATEMENT_FILES.find((each) => each === file);
  if (!found) throw new Refusal("NOT_FOUND", "There is no such file.");
  return found;
}

async function written(
  ctx: Ctx,
  statement: StatementRecord,
  { file, name, paidTo }: { file: StatementFile; name: string; paidTo: string | undefined },
): Promise<FileOut> {
  const ending = file.split(".").at(-1) ?? "";
  const now = await ctx.now();
  if (file === "statement.pdf")
    return fileOf(
      `${name}.${ending}`,
      await print(ctx, (zone) => statementSheet(statement, paidTo, { at: now, zone })),
    );
  const rows = rowsOf(statement);
  if (file === "statement.xlsx") {
    const { language } = await voiceOf(ctx);
    return fileOf(`${name}.${ending}`, await sheetOf(headsIn(language, "settlement", COLUMNS), rows));
  }
  return fileOf(`${name}.${ending}`, new TextEncoder().encode([COLUMNS, ...rows].map(csvLine).join("")));
}

function fileOf(fileName: string, made: Uint8Array): FileOut {
  const bytes = Uint8Array.from(made);
  return { fileName, bytes, size: bytes.byteLength };
}

/** The columns of a statement's file, by the API's own names. */
export const COLUMNS = [
  "line",
  "at",
  "kind",
  "asset",
  "networkType",
  "paymentId",
  "reference",
  "subaccount",
  "invoiceId",
  "payoutId",
  "transactionId",
  "count",
  "amount",
  "balance",
];

/** Opening, every movement, closing; then the fees, which move nothing. */
function rowsOf(statement: StatementRecord): Value[][] {
  const { asset, networkType = "", from, to, opening, closing, lines, fees, settlement } = statement;
  const iso = (at: number) => new Date(at).toISOString();
  const row = (line: string, at: string, values: Partial<Record<string, Value>>): Value[] =>
    COLUMNS.map((name) => ({ line, at, asset, networkType, ...values })[name] ?? "");
  return [
    row("OPENING", iso(from), { balance: opening }),
    ...lines.map(({ at, event: _, ...line }) => row("MOVEMENT", iso(at), line)),
    row("CLOSING", iso(to), { balance: closing }),
    ...fees.map(({ count, ...fee }) =>
      row("FEE", "", { ...fee, networkType: fee.networkType ?? "", count: Decimal.from(count) }),
    ),
    ...(settlement
      ? [row("RESERVE", "", { amount: settlement.reserve }), row("DUE", "", { amount: settlement.due })]
      : []),
  ];
}
