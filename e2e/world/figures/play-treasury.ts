import type { Page } from "playwright/test";
import { done } from "../buttons-world.ts";
import { makeMoneyOut } from "../money-out-world.ts";
import type { Counterpart } from "../person.ts";
import { readMovements } from "./accounts.ts";
import type { Hands } from "./hands.ts";
import { BIDS, setBids } from "./states.ts";

const NORDBANK = { place: "bank:main", asset: "EUR", address: "DE02120300000000202051", label: "Nordbank" };
const COINS = { name: "Acme Coins", asset: "BTC", address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq" };
const CONFIRMATIONS = 25;
/** Cents of the pounds that stay when a payout takes the rest. */
const LEFT_CENTS = 20_05n;
const CENTS = 100;

/** Money in every state in which it leaves, or is on its way, with an account that owes; nothing moves afterwards. */
export async function playMoneyOut(admin: Page, counterpart: Counterpart, hands: Hands): Promise<void> {
  await playTreasury(admin, counterpart);
  const pounds = (await readMovements(hands)).filter(({ asset, kind }) => asset === "GBP" && kind === "available");
  const takeBack = await playDebt(admin, counterpart, pounds.at(-1)?.balance ?? 0n);
  await playPrepared(admin, counterpart);
  await makeMoneyOut(admin, counterpart);
  await takeBack();
  await playComing(counterpart);
  await setBids(hands, BIDS);
}

/**
 * What lies on its way between places: a move that has left the venue with its fee, one that has arrived short of the
 * bank's, one that has not left, a transfer of nobody, and a floor and target at the venue.
 */
async function playTreasury(admin: Page, { control }: Counterpart): Promise<void> {
  const { destinationId } = await done<{ destinationId: string }>(admin, "POST", "/house/v1/destinations", NORDBANK);
  const toBank = async (quantity: number): Promise<string> => {
    const way = { kind: "TO_BANK", from: "venue:sandbox", to: "bank:main", asset: "EUR", quantity };
    return (await done(admin, "POST", "/house/v1/moves", { ...way, destinationId, note: "above the target" }))[
      "reference"
    ] as string;
  };
  const leave = (quantity: number, fee: number) =>
    control("venue-transfers", {
      ...{ kind: "WITHDRAWAL", asset: "EUR", quantity, fee, address: NORDBANK.address, reference: `W-${quantity}` },
    });
  const arriving = await toBank(41.25);
  await leave(41.25, 0.35);
  await control("settle", {});
  await control("bank", { currency: "EUR", amount: 40.15, reference: arriving });
  await toBank(260.75);
  await leave(260.75, 1.55);
  await toBank(73.5);
  await control("venue-transfers", { kind: "DEPOSIT", asset: "GBP", quantity: 12.34, reference: "Q-7" });
  await control("settle", {});
  for (const stock of [
    { asset: "BTC", floor: 0.0125, target: 0.075 },
    { asset: "JPY", floor: 1_000_000, target: 3_000_000 },
  ])
    await done(admin, "PATCH", "/house/v1/inventory", { venue: "sandbox", ...stock });
}

/** A payment that its chain has in a block and not deep enough yet. */
async function playComing({ bill, control }: Counterpart): Promise<void> {
  await control("chain", { autoMine: false });
  const coming = await bill({ cryptoType: "BTC", fiat: "EUR", fiatReceivable: 77, subaccount: "coming" });
  await control("deposits", { address: coming.deposit_address, quantity: coming.quantity, confirmations: 1 });
  await control("settle", {});
}

/**
 * A payment whose pounds are paid out but for a rest. What is answered has its chain take it back, so that the account
 * owes: from then on whatever it pays needs a second person.
 */
async function playDebt(admin: Page, counterpart: Counterpart, available: bigint): Promise<() => Promise<void>> {
  const input = { cryptoType: "BCH", fiat: "GBP", fiatReceivable: 120, subaccount: "owing" };
  const hash = await counterpart.pay(await counterpart.bill(input));
  const cents = available + BigInt(input.fiatReceivable * CENTS) - LEFT_CENTS;
  await done(admin, "POST", "/manage/v1/payouts", {
    ...{ asset: "GBP", quantity: Number(cents) / CENTS, reference: "all but a rest", bankReference: "B-2" },
  });
  return async () => {
    await counterpart.control("reorg", { network: "bitcoincash", depth: CONFIRMATIONS + 2, drop: [hash] });
    await counterpart.control("settle", {});
  };
}

/** A payout of bitcoin, prepared for an external signer. */
async function playPrepared(admin: Page, counterpart: Counterpart): Promise<void> {
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 500, subaccount: "prepared", strategy: "RAI" };
  await counterpart.pay(await counterpart.bill({ ...input, bech32: true }));
  const { beneficiaryId } = await done<{ beneficiaryId: string }>(admin, "POST", "/manage/v1/beneficiaries", COINS);
  const payout = { asset: "BTC", quantity: 0.00123, reference: "coins 7", beneficiaryId };
  const { payoutId } = await done<{ payoutId: string }>(admin, "POST", "/manage/v1/payouts", payout);
  await done(admin, "POST", "/house/v1/prepared-transactions", {
    network: "bitcoin",
    payoutIds: [payoutId],
    moveIds: [],
  });
}
