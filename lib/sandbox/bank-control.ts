import { playLine } from "#lib/bank/take-statement.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { playBankEndpoint } from "./contract.ts";

/** The bank books a line, and tells of it at once; the same reference again changes nothing. */
export async function playBank(
  ctx: Ctx,
  { currency, amount, reference, at, counterparty }: InputOf<typeof playBankEndpoint>,
): Promise<OutputOf<typeof playBankEndpoint>> {
  const isCredit = amount.units > 0n;
  const size = isCredit ? amount : Decimal.of(-amount.units, amount.scale);
  const units = unitsOf("amount", size, scaleOf(currency));
  return ctx.transaction(async (tx) => {
    const { statementId, unexpected } = await playLine(tx, currency, {
      side: isCredit ? "CREDIT" : "DEBIT",
      units,
      reference,
      reversalOf: undefined,
      endToEnd: reference,
      remittance: undefined,
      counterparty,
      counterpartyIban: undefined,
      valuedAt: undefined,
      bookedAt: at ?? (await tx.now()),
    });
    return answerWith(tx, { statementId, unexpected });
  });
}
