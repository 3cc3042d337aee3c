import { createHash } from "node:crypto";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { FileOut } from "#lib/contract/out.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import { lostHoursOpen, refuseDebited } from "#lib/outgoing/may-have-left.ts";
import type {
  listPayoutFilesEndpoint,
  makePayoutFileEndpoint,
  PayoutFileRecord,
  readPayoutFileEndpoint,
} from "./file-contract.ts";
import {
  fileContent,
  type FileRow,
  filePayouts,
  insertFile,
  listFileRows,
  lockPayable,
  mayBeInFile,
  mayBePaid,
  ownIban,
  readFileRow,
  timesOfFile,
} from "./file-store.ts";
import { refuseAltered } from "./altered-store.ts";
import { pain001 } from "./pain.ts";

/** One file takes at most this many payouts; the rest waits for the next. */
const MOST = 5_000;

/**
 * Writes the approved payouts of one fiat into a file for a bank account of ours, and prepares them: all in one transaction,
 * so that each stands in one file only, also under concurrent requests and wherever it breaks off. Those whose beneficiary was retired
 * meanwhile stay. Refuses with INVALID_STATE when the bank has no account of ours, or nothing is
 * approved, and after a restore with LOST_HOURS_OPEN and LEFT_UNEXPLAINED what may be paid a second time.
 */
export async function makePayoutFile(
  ctx: Ctx,
  { currency, bank = "main", format = "pain.001.001.03" }: InputOf<typeof makePayoutFileEndpoint>,
): Promise<PayoutFileRecord> {
  return ctx.transaction(async (tx) => {
    const iban = await ownIban(tx.db, `bank:${bank}`, currency);
    if (iban === undefined)
      throw new Refusal("INVALID_STATE", `There is no destination bank:${bank} in ${currency} to pay from.`);
    if (await mayBePaid(tx.db, `bank:${bank}`, currency))
      throw new Refusal(
        "INVALID_STATE",
        `The database was restored, and payouts in ${currency} may have been paid since: take in the statement of bank:${bank} up to the restore first.`,
      );
    if (await mayBeInFile(tx.db, currency)) throw lostHoursOpen();
    await refuseDebited(tx.db, currency);
    const payouts = await lockPayable(tx.db, currency, MOST);
    if (payouts.length === 0) throw new Refusal("INVALID_STATE", `No approved payout in ${currency} waits for a file.`);
    await refuseAltered(
      tx,
      payouts.map(({ id }) => id),
    );
    const id = tx.id();
    const messageId = nameOf(id);
    const content = pain001({
      format,
      messageId,
      ...(await timesOfFile(tx.db, currency)),
      debtor: { name: accountOf(tx).name, iban },
      currency,
      transfers: payouts.map((payout) => ({ ...payout, endToEndId: nameOf(payout.id) })),
    });
    const sha256 = createHash("sha256").update(content).digest("hex");
    const totalUnits = sumOf(payouts.map(({ units }) => units));
    const madeBy = actorName(tx.actor);
    const facts = { bank, currency, messageId, format, payouts: payouts.length, sha256 };
    const madeUserId = tx.actor.kind === "staff" ? tx.actor.userId : null;
    await insertFile(tx.db, { id, ...facts, totalUnits, content, madeBy, madeUserId });
    await filePayouts(tx.db, { payoutIds: payouts.map((payout) => payout.id), fileId: id });
    for (const payout of payouts) {
      await recordAudit(tx, {
        action: "payout.prepare",
        accountId: payout.accountId,
        objectKind: "payout",
        objectId: payout.id,
        detail: { fileId: id, sha256 },
      });
    }
    const total = amountOf(currency, totalUnits).toString();
    await recordAudit(tx, {
      action: "payout.file",
      objectKind: "payout-file",
      objectId: id,
      detail: { ...facts, total },
    });
    const row = await readFileRow(tx.db, id);
    must(row, "a file that was written is there");
    return answerWith(tx, recordOf(row));
  });
}

/** The last files for the bank, newest first. */
export async function listPayoutFiles(ctx: Ctx): Promise<OutputOf<typeof listPayoutFilesEndpoint>> {
  return { data: (await listFileRows(ctx.db)).map(recordOf) };
}

/** The bytes for the bank; each download is audited. Refuses with NOT_FOUND an unknown file. */
export async function readPayoutFile(ctx: Ctx, { fileId }: InputOf<typeof readPayoutFileEndpoint>): Promise<FileOut> {
  const file = isId(fileId) ? await fileContent(ctx.db, fileId) : undefined;
  if (!file) throw new Refusal("NOT_FOUND", "There is no file with this fileId.");
  const { messageId } = file;
  await ctx.transaction((tx) =>
    recordAudit(tx, {
      action: "payout-file.download",
      objectKind: "payout-file",
      objectId: fileId,
      detail: { messageId },
    }),
  );
  const bytes = new TextEncoder().encode(file.content);
  return { fileName: `${messageId}.xml`, bytes, size: bytes.length };
}

/** An identifier as banks take names: 32 of at most 35 characters. */
const nameOf = (id: string): string => id.replaceAll("-", "");

function recordOf({ id, totalUnits, currency, madeAt, ...row }: FileRow): PayoutFileRecord {
  const total = amountOf(currency as Fiat, totalUnits);
  return { fileId: id, ...row, currency, total, madeAt: madeAt.getTime() };
}
