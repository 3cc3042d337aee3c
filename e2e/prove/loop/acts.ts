import { requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { takeStatementOrAsk } from "#lib/approvals/statement-or-ask.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { listMoves } from "#lib/moves/read-moves.ts";
import { listPayoutFiles, makePayoutFile } from "#lib/payouts/make-file.ts";
import { prepareTransaction } from "#lib/signing/prepare.ts";
import { listPrepared } from "#lib/signing/read-prepared.ts";
import { sendPrepared } from "#lib/signing/send-prepared.ts";
import { takeSigned } from "#lib/signing/take-signed.ts";

/** Ether and TRX that somebody has given accounts of ours, as their cases name them. */
async function giftsOf(ctx: Ctx): Promise<string[]> {
  const kind = "UNKNOWN_BILL";
  return (await listCases(ctx, { kind })).data.map(({ caseId }) => caseId.slice(kind.length + 1));
}

/** A move as a person asks for it; no two have the same note. */
export type MoveInput = { quantity: string; note: string } & Record<string, string>;

/**
 * What people do with money, by what can be written down. Who is not sure whether the first try went through looks what is
 * there, and does it where it is not; what may be done twice is just done again.
 */
export const ACTS = {
  async move(ctx: Ctx, input: MoveInput): Promise<MoveRecord> {
    const { data } = await listMoves(ctx, { limit: 100 });
    const known = data.find(({ note }) => note === input.note);
    return (
      known ??
      ((await requestMoveOrAsk(ctx, { ...input, quantity: Decimal.from(input.quantity) } as never)) as MoveRecord)
    );
  },
  async prepare(
    ctx: Ctx,
    input: { network: string; moveId: string; feeRate?: string },
  ): Promise<{ preparedId: string }> {
    const { data } = await listPrepared(ctx, { limit: 100 });
    const known = data.find(({ outputs }) => outputs.some(({ moveId }) => moveId === input.moveId));
    const { network, moveId, feeRate } = input;
    return (
      known ??
      prepareTransaction(ctx, {
        network,
        moveIds: [moveId],
        ...(feeRate && { feeRate: Decimal.from(feeRate) }),
      } as never)
    );
  },
  signed: (ctx: Ctx, input: { preparedId: string; signed: string }) => takeSigned(ctx, input),
  send: (ctx: Ctx, { preparedId }: { preparedId: string }) => sendPrepared(ctx, { preparedId }),
  /** What has come to accounts of ours was the owner's. */
  async owns(ctx: Ctx, { note }: { note: string }): Promise<void> {
    for (const subjectId of await giftsOf(ctx)) await resolveOrAsk(ctx, { kind: "OWN", subjectId, note });
  },
  statement: (ctx: Ctx, { text }: { text: string }) => takeStatementOrAsk(ctx, { text }),
  /** `made` files of the currency there were before. */
  async file(ctx: Ctx, { made }: { made: number }): Promise<{ fileId: string }> {
    const { data } = await listPayoutFiles(ctx);
    const [newest] = data;
    return newest && data.length > made ? newest : makePayoutFile(ctx, { currency: "EUR" });
  },
};
export type Act = keyof typeof ACTS;
