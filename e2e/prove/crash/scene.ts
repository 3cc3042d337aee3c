import { encode } from "next-auth/jwt";
import type { FreshDatabase } from "#e2e/world/database.ts";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { createKey } from "#lib/keys/create-key.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { createUser } from "#lib/people/create-user.ts";
import { SCOPES } from "#lib/contract/permissions.ts";
import { openSession, sessionSecret } from "#lib/people/session.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { addDestination } from "#lib/moves/destinations.ts";
import { requestMove } from "#lib/moves/request-move.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { createEndpoint } from "#lib/webhooks/endpoints.ts";

type Key = { keyId: string; secret: string };

/** A world with every kind of action about to be done, halted: what its web and its worker do next is where they are killed. */
export type Scene = {
  database: FreshDatabase;
  dataDir: string;
  /** Of two accounts; a second person agrees to what leaves either. */
  key: Key;
  duo: Key;
  /** Signed in: the first account's treasurer, who decides its holds, and two of the house's: one asks for moves, the other agrees. */
  treasurer: string;
  decider: string;
  mover: string;
  /** Where capital goes back to, an approved move of capital that the bank is about to tell of, and one to be cancelled. */
  owner: string;
  expected: string;
  toGiveUp: string;
  /** Bills and what stands on them, for the actions to name. */
  retained: string;
  toConvert: string;
  toCancel: string;
  toRelease: string;
  toDecline: string;
};

const BY_OPERATOR = { actor: { kind: "operator" }, requestId: "scene" } as const;
const LIFETIME_MS = 20 * 60_000;
const PAID = Decimal.from("0.002");
const HELD = Decimal.from("0.004");
const LIMIT = "0.003";
const RETAINED = Decimal.from("0.00199");
const RATE = 5_000;

/** `url`: where webhooks of the first account go. */
export async function setScene(url: string): Promise<Scene> {
  const world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.92");
  await changeSettings(world.ctx, { "depositLimit.BTC": LIMIT, quoteLifetimeMs: "60000" });
  const account = await openAccount(world.ctx, "duo");
  const duoCtx = contextFor(world.app, { ...BY_OPERATOR, account });
  const house = await houseOf(world.app);
  const secret = { name: "crash", scopes: SCOPES, ratePerSecond: RATE };
  const signedIn = {
    key: await createKey(world.ctx, secret),
    duo: await createKey(duoCtx, secret),
    treasurer: await cookieFor(duoCtx, "treasurer", accountOf(world.ctx).id),
    decider: await cookieFor(duoCtx, "decider", house.id),
    mover: await cookieFor(duoCtx, "mover", house.id),
  };
  const moves = await leaveMoves(contextFor(world.app, { ...BY_OPERATOR, account: house }));
  await changeSettings(duoCtx, { secondPerson: "always" });
  await late(world);
  const [retained, toConvert, toCancel] = [
    await world.retained("0.002"),
    await world.retained("0.002"),
    await world.retained("0.002"),
  ];
  const held = [await heldBill(world), await heldBill(world)];
  const paid = await world.bill();
  await world.pay(paid, paid.quantity);
  await payFor(world, duoCtx);
  const input = {
    baseSymbol: "BTC",
    quoteSymbol: "EUR",
    quantity: RETAINED,
    items: [{ paymentId: toCancel.paymentId }],
  };
  const invoice = recordOf(await createConversion(world.ctx, input));
  await createEndpoint(world.ctx, { url });
  await leaveDue(world);
  const scene = {
    ...signedIn,
    ...moves,
    retained: retained.paymentId,
    toConvert: toConvert.paymentId,
    toCancel: invoice.invoiceId,
    toRelease: held[0] ?? "",
    toDecline: held[1] ?? "",
  };
  return { ...scene, ...(await world.leave()) };
}

async function leaveMoves(house: Ctx): Promise<Pick<Scene, "owner" | "expected" | "toGiveUp">> {
  const bank = { place: "bank:main", asset: "EUR", address: "DE89370400440532013000", label: "ours" } as const;
  await addDestination(house, bank);
  const capital = { place: "owner", asset: "EUR", address: "NL91ABNA0417164300", label: "the owner" } as const;
  const { destinationId } = await addDestination(house, capital);
  const quantity = Decimal.from("250");
  const wanted = { kind: "CAPITAL_IN", to: bank.place, asset: "EUR", quantity, note: "to begin with" } as const;
  const [expected, toGiveUp] = [await requestMove(house, wanted), await requestMove(house, wanted)];
  if (!("reference" in expected && "reference" in toGiveUp)) throw new Error("a move waits");
  return { owner: destinationId, expected: expected.reference, toGiveUp: toGiveUp.moveId };
}

async function heldBill(world: World): Promise<string> {
  const bill = await world.bill({ fiatReceivable: Decimal.from("235") });
  await world.pay(bill, HELD);
  return (await world.payment(bill.paymentId)).deposits[0]?.txId ?? "";
}

async function payFor(world: World, ctx: Ctx): Promise<void> {
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: Decimal.from("100"), subaccount: "duo" } as const;
  await world.pay(await requestAddress(ctx, input), PAID);
}

/** A payment that came after its bill's end and is sold at the market, and a bill that has ended unpaid. */
async function late(world: World): Promise<void> {
  const [market] = [await world.bill({ strategy: "ACA" }), await world.bill()];
  await world.later(LIFETIME_MS + 1);
  if (market) await sendDeposit(world.ctx, { address: market.deposit_address, quantity: PAID });
}

/** Paid and mined, but not looked at yet; money at the venue that nobody expects; and blocks replaced that held a payment already credited, with it and without. */
async function leaveDue(world: World): Promise<void> {
  const tron = { cryptoType: "USDT", networkType: "tron" } as const;
  const [gone, moved] = [await world.bill(tron), await world.bill(tron)];
  const txHash = await world.pay(gone, gone.quantity, "tron");
  await world.pay(moved, moved.quantity, "tron");
  await reorganise(world.ctx, { network: "tron", depth: 25, drop: [txHash] });
  for (const strategy of ["RFQ", "RAI", "RFQ"] as const) {
    const bill = await world.bill({ strategy });
    await sendDeposit(world.ctx, { address: bill.deposit_address, quantity: PAID });
  }
  const unexpected = { kind: "DEPOSIT", asset: "EUR", quantity: Decimal.from("12"), reference: "nobody's" } as const;
  await playTransfer(world.ctx, unexpected);
  await mineBlocks(world.ctx, { network: "bitcoin", count: 6 });
}

async function cookieFor(ctx: Ctx, name: string, accountId: string): Promise<string> {
  const memberships = [{ accountId, role: "treasurer" as const }];
  const { userId } = await createUser(ctx, { email: `${name}@example.com`, name, memberships });
  const sid = await openSession(ctx.app, userId);
  return `next-auth.session-token=${await encode({ token: { sid }, secret: sessionSecret(ctx.app.secrets) })}`;
}
