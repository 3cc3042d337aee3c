import { setAgreed } from "#e2e/world/agreed.ts";
import { HDKey } from "@scure/bip32";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { addWallet } from "./add-wallet.ts";
import { SANDBOX_WALLETS } from "./sandbox-keys.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { activateWallet, listWallets, makeWallet, retireWallet } from "./wallets.ts";

type Shown = Awaited<ReturnType<typeof makeWallet>>;

let world: World;
const asStaff = (name: string): Ctx =>
  contextFor(world.app, {
    actor: { kind: "staff", userId: "00000000-0000-7000-8000-000000000000", name, role: "admin" },
    account: world.ctx.account,
    requestId: "test",
  });
const list = async () => (await listWallets(world.ctx)).data;

/** An account key of a seed of one's own. */
function freshKey(purpose: number): string {
  const seed = new Uint8Array(32).fill(7);
  return HDKey.fromMasterSeed(seed).derive(`m/${purpose}'/0'/0'`).publicExtendedKey;
}
const key = { kind: "BTC_P2PKH", xpub: freshKey(44), path: "m/44'/0'/0'" } as const;
const make = async (more: object = {}): Promise<Shown> => await makeWallet(asStaff("Ada"), { ...key, ...more });

beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
});
afterAll(async () => world?.close());

describe("a wallet", () => {
  test("is added first: shown with its first addresses, it receives nothing", async () => {
    const wallet = await make({ firstIndex: 40 });
    expect(wallet).toMatchObject({ active: false, handedOut: 0, derived: 0, createdBy: "staff:Ada" });
    expect(wallet["descriptor"]).toMatch(/^pkh\(xpub.*\/0\/\*\)#[a-z0-9]{8}$/);
    expect(wallet.addresses.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    const bill = await world.bill();
    expect(wallet.addresses.map(({ address }) => address)).not.toContain(bill.deposit_address);
    await expect(make()).rejects.toMatchObject({ code: "INVALID_STATE" });
  });

  test("is activated by whoever names its first address; and not by one alone where two are asked for", async () => {
    const wallet = (await list()).find(({ active, kind }) => !active && kind === "BTC_P2PKH");
    if (!wallet) throw new Error("it was added before");
    const { walletId } = wallet;
    const firstAddress = wallet.addresses[0]?.address ?? "";
    const wrong = { walletId, firstAddress: wallet.addresses[1]?.address ?? "" };
    await expect(activateWallet(asStaff("Grace"), wrong)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await changeSettings(world.ctx, { secondPerson: "always" });
    await expect(activateWallet(asStaff("Ada"), { walletId, firstAddress })).rejects.toThrow("second person");
    // A start of the sandbox offers its wallets again; those that are there already need nobody.
    for (const known of SANDBOX_WALLETS) expect(await addWallet(world.ctx, known)).toBeUndefined();
    await setAgreed(world.ctx, { secondPerson: "never" });
    const body = await activateWallet(asStaff("Grace"), { walletId, firstAddress });
    expect(body).toMatchObject({ walletId, active: true, activatedBy: "staff:Grace" });
    await expect(activateWallet(asStaff("Grace"), { walletId, firstAddress })).rejects.toMatchObject({
      code: "INVALID_STATE",
    });
  });

  test("hands out addresses behind those its key has used before", async () => {
    const bill = await world.bill();
    const rows = await world.ctx.db.$queryRaw<{ index: bigint }[]>`
      select index from deposit_address where bill_id = ${bill.paymentId}::uuid`;
    expect(rows.map(({ index }) => Number(index))).toEqual([40]);
  });

  test("that was replaced is watched for ever, and tells its gaps", async () => {
    const old = (await list()).find(({ active, kind }) => !active && kind === "BTC_P2PKH");
    expect(old).toMatchObject({ active: false, handedOut: 1, paid: 0, longestGap: 0 });
    const [row] = await world.ctx.db.$queryRaw<{ address: string; bill: string; index: bigint }[]>`
      select address, index, bill_id::text as bill from deposit_address
      where wallet_id = ${old?.walletId}::uuid and bill_id is not null`;
    await sendDeposit(world.ctx, { address: row?.address ?? "", quantity: Decimal.from("0.01"), confirmations: 2 });
    await world.settle();
    expect(await world.payment(row?.bill ?? "")).toMatchObject({ amountStatus: "OVERPAID" });
    expect((await list()).find(({ walletId }) => walletId === old?.walletId)).toMatchObject({
      paid: 1,
      longestGap: Number(row?.index),
    });
  });

  test.each([
    [
      "a private key",
      {
        xpub: "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
      },
    ],
    ["a path that is none", { path: "44/0/0" }],
  ])("is refused for %s", async (_name, more) => {
    await expect(make(more)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  test("of the published test seed is refused in live", async () => {
    const [published] = SANDBOX_WALLETS;
    if (!published) throw new Error("there are sandbox wallets");
    const live = { ...asStaff("Ada"), app: { ...world.app, mode: "live" as const } };
    await expect(addWallet(live, published)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });
});

describe("a wallet of an account", () => {
  const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(8)).derive("m/44'/0'/0'").publicExtendedKey;
  const own = { kind: "BTC_P2PKH", xpub, path: "m/44'/0'/0'", account: "other" } as const;
  const billOf = async (ctx: Ctx): Promise<string> => {
    const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: Decimal.from("100"), subaccount: "s" } as const;
    return (await requestAddress(ctx, { ...input, bech32: false })).deposit_address;
  };
  const activeFor = async (account: string | undefined) =>
    (await list()).filter((wallet) => wallet["active"] && wallet["kind"] === own.kind && wallet["account"] === account);

  test("goes before the house's for that account alone, and stays watched when it is given up", async () => {
    const app = await activeFor(undefined);
    const made = await makeWallet(asStaff("Ada"), own);
    expect(made).toMatchObject({ account: "other", active: false });
    const firstAddress = made.addresses[0]?.address ?? "";
    await activateWallet(asStaff("Grace"), { walletId: made.walletId, firstAddress });
    expect(await activeFor(undefined)).toEqual(app);
    expect(await activeFor("other")).toHaveLength(1);
    expect(await billOf(world.other)).toBe(firstAddress);
    expect(await billOf(world.ctx)).not.toBe(made.addresses[1]?.address);
    const retire = () => retireWallet(asStaff("Grace"), { walletId: made.walletId, note: "their keys are lost" });
    expect(await retire()).toMatchObject({ active: false, handedOut: 1, openGap: 1 });
    expect(await billOf(world.other)).not.toBe(made.addresses[1]?.address);
    await expect(retire()).rejects.toMatchObject({ code: "INVALID_STATE" });
  });

  test("is refused for an account that is not there; the house's is not given up", async () => {
    const another = HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).derive("m/44'/0'/0'").publicExtendedKey;
    await expect(makeWallet(asStaff("Ada"), { ...own, xpub: another, account: "nobody" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    const [app] = await activeFor(undefined);
    const input = { walletId: app?.walletId ?? "", note: "no more" };
    await expect(retireWallet(asStaff("Grace"), input)).rejects.toMatchObject({ code: "INVALID_STATE" });
  });
});

test("the wrong asset on a sibling chain is held with the path to its key", async () => {
  const bill = await world.bill({ cryptoType: "BTC", bech32: false });
  await sendDeposit(world.ctx, {
    address: bill.deposit_address,
    quantity: Decimal.from("0.5"),
    cryptoType: "BCH",
    confirmations: 6,
  });
  await world.settle();
  const payment = await world.payment(bill.paymentId);
  expect(payment.labels).toEqual(["HELD", "WRONG_ASSET"]);
  expect(payment.deposits[0]?.reason).toBe(
    "0.5 BCH on bitcoincash was received for a bill in BTC; staff pay it back or decline it.",
  );
  const { data } = await listCases(world.ctx, { kind: "WRONG_ASSET" });
  expect(data[0]?.cause).toMatch(/It was received by the key m\/44'\/0'\/0'\/0\/\d+ of the wallet [0-9a-f]{8}\./);
});
