import { requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { makeComment } from "#lib/cases/comments.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { setStock } from "#lib/inventory/inventory.ts";
import type { Crypto } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { listDestinations } from "#lib/moves/destinations.ts";
import { listMoves } from "#lib/moves/read-moves.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import type { playTransferEndpoint } from "#lib/sandbox/contract.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";
import type { Scene } from "./cast.ts";
import { OPERATORS_IBAN } from "./play-money.ts";

const VENUE = "venue:sandbox";
const BANK = "bank:main";
const WITHDRAWN = Decimal.from("25000");

/** What the house brings to its venue: bills are sold there before their coins are moved. */
const CAPITAL = [
  { asset: "BTC", quantity: "2" },
  { asset: "BCH", quantity: "110" },
  { asset: "USDT", networkType: "eth", quantity: "40000" },
  { asset: "USDT", networkType: "tron", quantity: "40000" },
  { asset: "USDC", quantity: "40000" },
] as const;

/** Of one coin less is there than is wanted: the desk proposes a move. */
const STOCKS = [
  { asset: "BTC", floor: "0.5", target: "1" },
  { asset: "BCH", floor: "80", target: "100" },
  { asset: "USDT", floor: "20000", target: "40000" },
] as const satisfies readonly { asset: Crypto; floor: string; target: string }[];

/** What the house of the demo does with its own means, from before the first bill of the present on. */
export const TREASURY_SCENES: readonly Scene[] = [
  ...CAPITAL.map((capital): Scene => {
    const { networkType } = { networkType: undefined, ...capital };
    return {
      before: 3,
      name: ["capital", capital.asset, networkType].filter(Boolean).join("-"),
      by: "rates",
      play: ({ ctx }) => bringIn(ctx, { asset: capital.asset, networkType, quantity: Decimal.from(capital.quantity) }),
    };
  }),
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

type Wanted = Pick<InputOf<typeof playTransferEndpoint>, "asset" | "networkType" | "quantity">;

/** The move and the venue's deposit in one transaction: the deposit finds the move it is. */
const bringIn = (ctx: Ctx, wanted: Wanted) =>
  ctx.transaction(async (tx) => {
    await requestMoveOrAsk(tx, { ...wanted, kind: "CAPITAL_IN", to: VENUE, note: "Stock to sell from." });
    await playTransfer(tx, { ...wanted, kind: "DEPOSIT" });
  });

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
  if (!sent) throw new Refusal("NOT_FOUND", "Nothing is on its way to the bank.");
  return sent;
}
