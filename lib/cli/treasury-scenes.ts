import { requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { makeComment } from "#lib/cases/comments.ts";
import { setStock } from "#lib/inventory/inventory.ts";
import type { Crypto } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { listDestinations } from "#lib/moves/destinations.ts";
import { listMoves } from "#lib/moves/read-moves.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";
import { NotYet, type Scene } from "./cast.ts";
import { OPERATORS_IBAN, VENUE } from "./play-money.ts";

const BANK = "bank:main";
const WITHDRAWN = Decimal.from("25000");

/** Of one coin less is there than is wanted: the desk proposes a move. */
const STOCKS = [
  { asset: "BTC", floor: "0.5", target: "1" },
  { asset: "BCH", floor: "80", target: "100" },
  { asset: "USDT", floor: "20000", target: "40000" },
] as const satisfies readonly { asset: Crypto; floor: string; target: string }[];

/** What the house of the demo does with its own means now; it has had them since the story began. */
export const TREASURY_SCENES: readonly Scene[] = [
  ...STOCKS.map(
    ({ asset, floor, target }): Scene => ({
      before: 4,
      name: `stock-${asset}`,
      by: "rates",
      play: ({ ctx }) =>
        setStock(ctx, { venue: "sandbox", asset, floor: Decimal.from(floor), target: Decimal.from(target) }),
    }),
  ),
  { before: 12, name: "to-bank", by: "rates", play: ({ ctx }) => withdraw(ctx) },
  {
    before: 13,
    name: "move-noted",
    by: "approver",
    patient: true,
    async play({ ctx }) {
      const { moveId: objectId } = await moveToBank(ctx);
      return makeComment(ctx, { kind: "MOVE", objectId, note: "Value date tomorrow; the bank was told." });
    },
  },
  { before: 15, name: "bank-credit", by: "rates", patient: true, play: ({ ctx }) => credit(ctx) },
];

const withdraw = (ctx: Ctx) =>
  ctx.transaction(async (tx) => {
    const { data } = await listDestinations(tx);
    const to = data.find(({ place, asset, endedAt }) => place === BANK && asset === "EUR" && endedAt === undefined);
    if (!to) throw new Refusal("NOT_FOUND", "There is no bank account to withdraw to.");
    const wanted = { asset: "EUR", quantity: WITHDRAWN } as const;
    const { destinationId } = to;
    const route = { kind: "TO_BANK", from: VENUE, to: BANK, destinationId } as const;
    await requestMoveOrAsk(tx, { ...wanted, ...route, note: "Proceeds of the week." });
    await playTransfer(tx, { ...wanted, kind: "WITHDRAWAL", address: OPERATORS_IBAN, label: to.label });
  });

/** The bank books what has left the venue, under the reference of the move. */
async function credit(ctx: Ctx) {
  const sent = await moveToBank(ctx);
  return playBank(ctx, {
    currency: "EUR",
    amount: WITHDRAWN,
    reference: sent.reference,
    counterparty: "Sandbox venue",
  });
}

async function moveToBank(ctx: Ctx) {
  const { data } = await listMoves(ctx, {});
  const sent = data.find(({ kind, status }) => kind === "TO_BANK" && status === "SENT");
  if (!sent) throw new NotYet("nothing is on its way to the bank");
  return sent;
}
