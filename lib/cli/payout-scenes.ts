import { addDestinationOrAsk, askToMove } from "#lib/approvals/moves-or-ask.ts";
import { askForPlace, askToPay, makeBeneficiaryOrAsk, payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { listBeneficiaries } from "#lib/beneficiaries/beneficiaries.ts";
import { type AssetSymbol, scaleOf } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { listDestinations } from "#lib/moves/destinations.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { balanceCode } from "#lib/ledger/chart.ts";
import { makePayoutFile } from "#lib/payouts/make-file.ts";
import { reserveOf } from "#lib/payouts/parts.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { prepareTransaction } from "#lib/signing/prepare.ts";
import { NotYet, type Scene } from "./cast.ts";
import { SUPPLIER, VENUE } from "./play-money.ts";

/** An address that belongs to nobody's bill here, nor to the venue: a common example of its form. */
const COLD_WALLET = { name: "Own cold wallet", asset: "BTC", address: "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy" } as const;
const FILED = "PO-308";
const PREPARED = "PO-311";

/**
 * Money on its way out now: payouts in every state up to the bank, the signer and the chain, and requests that wait for
 * everyone who opens the desk. The sandbox needs no second person; these ask one all the same. Just after a settlement nothing is
 * free above the reserve: what is paid of the account's fiat is little, and waits until enough has been sold.
 */
export const PAYOUT_SCENES: readonly Scene[] = [
  {
    before: 6,
    name: "payout-filed",
    by: "treasurer",
    patient: true,
    play: ({ ctx }) => paySupplier(ctx, "64", FILED),
  },
  {
    before: 8,
    name: "payout-file",
    by: "approver",
    patient: true,
    play: ({ ctx }) => file(ctx),
  },
  { before: 10, name: "payout-approved", by: "treasurer", patient: true, play: ({ ctx }) => payBesideFile(ctx) },
  { before: 17, name: "beneficiary", by: "treasurer", play: ({ ctx }) => makeBeneficiaryOrAsk(ctx, COLD_WALLET) },
  { before: 18, name: "payout-sent", by: "treasurer", play: ({ ctx }) => paySelf(ctx, "0.003", "PO-310") },
  {
    before: 20,
    name: "payout",
    by: "treasurer",
    play: async ({ ctx }) => payOrAsk(ctx, { ...(await toColdWallet(ctx, "0.01")), reference: PREPARED }),
  },
  { before: 22, name: "payout-prepared", by: "approver", patient: true, play: ({ ctx }) => prepare(ctx) },
  {
    before: 23,
    name: "payout-next",
    by: "treasurer",
    play: async ({ ctx }) => payOrAsk(ctx, { ...(await toColdWallet(ctx, "0.004")), reference: "PO-312" }),
  },
  {
    before: 23,
    name: "payout-asked",
    by: "treasurer",
    patient: true,
    play: async ({ ctx }) => askToPay(ctx, { ...(await toSupplierSoon(ctx, "80")), reference: "PO-313" }),
  },
  {
    before: 24,
    name: "beneficiary-asked",
    by: "treasurer",
    play: ({ ctx }) => askForPlace(ctx, { name: "Brindlewick Coffee", asset: "GBP", iban: "GB33BUKB20201555555555" }),
  },
  {
    before: 24,
    name: "venue-address",
    by: "rates",
    play: ({ ctx }) => listVenuesAddress(ctx),
  },
  { before: 25, name: "move-asked", by: "rates", play: ({ ctx }) => askForStock(ctx) },
];

/**
 * What is asked for again on a day on which nothing waits: requests lapse after a day, and a visitor who tries approvals later
 * finds some all the same.
 */
export const DAILY_REQUESTS: readonly Omit<Scene, "before">[] = [
  {
    name: "payout-asked",
    by: "treasurer",
    play: async ({ ctx }) => {
      const day = (await ctx.now()).toISOString().slice(0, 10);
      return askToPay(ctx, { ...(await toSupplierSoon(ctx, "380")), reference: `PO-${day.replaceAll("-", "")}` });
    },
  },
  { name: "move-asked", by: "rates", play: ({ ctx }) => askForStock(ctx) },
];

type Payee = { name: string; asset: AssetSymbol };
type Wanted = { asset: AssetSymbol; quantity: Decimal; beneficiaryId: string };

const toSupplier = (ctx: Ctx, quantity: string) => paying(ctx, SUPPLIER, quantity);
const toColdWallet = (ctx: Ctx, quantity: string) => paying(ctx, COLD_WALLET, quantity);

async function paying(ctx: Ctx, { name, asset }: Payee, quantity: string): Promise<Wanted> {
  const { data } = await listBeneficiaries(ctx);
  const to = data.find((each) => each.name === name && each.status === "ACTIVE");
  if (!to) throw new Refusal("NOT_FOUND", "There is no beneficiary to be paid.");
  return { asset, quantity: Decimal.from(quantity), beneficiaryId: to.beneficiaryId };
}

/** Once so much is free: just after a settlement that is little above the reserve. */
async function toSupplierSoon(ctx: Ctx, quantity: string): Promise<Wanted> {
  const wanted = await toSupplier(ctx, quantity);
  const { id } = accountOf(ctx);
  const available = await balanceOf(ctx, balanceCode(id, "available"), SUPPLIER.asset);
  const free = available - (await reserveOf(ctx, id, SUPPLIER.asset));
  if (free < wanted.quantity.floorUnits(scaleOf(SUPPLIER.asset)))
    throw new NotYet("too little is free above the reserve");
  return wanted;
}

const paySupplier = async (ctx: Ctx, quantity: string, reference: string) =>
  payOrAsk(ctx, { ...(await toSupplierSoon(ctx, quantity)), reference });

async function file(ctx: Ctx) {
  await needFiled(ctx, "APPROVED");
  return makePayoutFile(ctx, { currency: "EUR" });
}

/** Approved once the file has been made, which it is not in. */
async function payBesideFile(ctx: Ctx) {
  await needFiled(ctx, "PREPARED");
  return paySupplier(ctx, "27.50", "PO-309");
}

async function needFiled(ctx: Ctx, status: "APPROVED" | "PREPARED"): Promise<void> {
  if ((await ctx.db.payout.count({ where: { reference: FILED, status } })) === 0)
    throw new NotYet("the payout that is filed is not that far");
}

/** Approved, and sent by the owner's own wallet in the same transaction: the chain shows what it is. */
const paySelf = (ctx: Ctx, quantity: string, reference: string) =>
  ctx.transaction(async (tx) => {
    const wanted = await toColdWallet(tx, quantity);
    await payOrAsk(tx, { ...wanted, reference });
    await spend(tx, { network: "bitcoin", asset: "BTC", to: COLD_WALLET.address, quantity: wanted.quantity });
  });

async function prepare(ctx: Ctx) {
  const wanted = await ctx.db.payout.findFirst({
    where: { reference: PREPARED, status: "APPROVED" },
    select: { id: true },
  });
  if (!wanted) throw new NotYet("no approved payout waits for the signer");
  return prepareTransaction(ctx, { network: "bitcoin", payoutIds: [wanted.id] });
}

async function listVenuesAddress(ctx: Ctx) {
  const venue = ctx.app.venues.find(({ name }) => VENUE === `venue:${name}`);
  const [address = ""] = (await venue?.account?.depositAddresses("BTC")) ?? [];
  return addDestinationOrAsk(ctx, { place: VENUE, asset: "BTC", address, label: "Sandbox venue, BTC" });
}

async function askForStock(ctx: Ctx) {
  const { data } = await listDestinations(ctx);
  const to = data.find(({ place, endedAt }) => place === VENUE && endedAt === undefined);
  if (!to) throw new Refusal("NOT_FOUND", "There is no address of the venue to send to.");
  const { destinationId } = to;
  const route = { kind: "TO_VENUE", from: "custody:bitcoin", to: VENUE, destinationId } as const;
  return askToMove(ctx, { ...route, asset: "BTC", quantity: Decimal.from("0.05"), note: "Stock to sell from." });
}
