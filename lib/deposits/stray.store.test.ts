import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { confirmStray, findStraysToConfirm } from "./stray.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { spendableCoins } from "#lib/signing/store.ts";

// Money to an address of ours whose bill is not known: nobody's, in the books, and its address is never given out.

let world: World;
let hugo: Ctx;
let operator: Ctx;
beforeAll(async () => {
  world = await openWorld();
  hugo = await personOfHouse(world, "Hugo", "operator");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
});
beforeEach(async () => {
  await world.price("BTC", "EUR", "60000");
  await world.bill();
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world.app.database.pool.query(text, values)).rows as T[];

type Address = { id: string; address: string; script: string };
/** An address that creates would take soon, but not the very next one. */
async function nextFree(): Promise<Address> {
  const found = await rows<Address>(
    `select a.id, a.address, a.script from deposit_address a join wallet w on w.id = a.wallet_id
     where w.kind = 'BTC_P2PKH' and w.active and w.account_id is null and a.bill_id is null and a.set_aside_at is null
       and a.index > (select coalesce(max(index), -1) from deposit_address b where b.wallet_id = w.id and b.bill_id is not null)
     order by a.index offset 1 limit 1`,
  );
  if (!found[0]) throw new Error("the pool is empty");
  return found[0];
}
/** A payer sends to an address that no bill has: one of a bill's is rewritten before anybody looks. */
async function sendTo({ address, script }: Pick<Address, "address" | "script">, quantity: string): Promise<string> {
  const decoy = await world.bill({ strategy: "RAI" });
  const { txHash } = await sendDeposit(operator, {
    address: decoy.deposit_address,
    quantity: Decimal.from(quantity),
  });
  await rows("update sandbox_transfer set address = $1, script = $2 where tx_hash = $3", [address, script, txHash]);
  return txHash;
}
const mine = async (count: number) => {
  await mineBlocks(operator, { network: "bitcoin", count });
  await world.settle();
};
const cases = async (ctx: Ctx) => (await listCases(ctx, { kind: "UNKNOWN_BILL" })).data;
const unassigned = async () =>
  (await rows<{ balance: string }>("select balance::text from ledger_account where code = 'house:unassigned'"))[0]
    ?.balance ?? "0";
const strays = () =>
  rows<{ status: string; times_confirmed: number }>(
    "select status, times_confirmed from stray_deposit order by created_at, id",
  );

describe("money to an address that no bill has", () => {
  test("is a case at its sighting, booked as unassigned when confirmed, and gone with its block", async () => {
    const own = await nextFree();
    const txHash = await sendTo(own, "0.25");
    await world.settle();
    expect(await unassigned()).toBe("0");
    const [seen] = await cases(hugo);
    expect(seen).toMatchObject({ asset: "BTC", causeFacts: { network: "bitcoin", address: own.address, txHash } });
    expect(seen?.quantity?.toString()).toBe("0.25");
    expect(seen?.cause).toMatch(
      /^0\.25000000 BTC was received on bitcoin at \S+, the key m\/44'\/0'\/0'\/0\/\d+ of the wallet \w+: an address of ours whose bill is not known\./,
    );
    for (const ctx of [world.ctx, world.other]) expect(await cases(ctx)).toEqual([]);

    await mine(1);
    expect(await unassigned()).toBe("0");
    // However deep it lies: nothing is confirmed while its chain is paused.
    const deep = "update chain_cursor set height = height + 9, agreed_height = null";
    await rows(`${deep}, paused_reason = 'Two nodes disagree.' where network = 'bitcoin'`);
    expect(await findStraysToConfirm(operator, 1)).toEqual([]);
    await rows("update chain_cursor set paused_reason = null where network = 'bitcoin'");
    expect(await findStraysToConfirm(operator, 1)).toHaveLength(1);
    await rows("update chain_cursor set height = height - 9 where network = 'bitcoin'");
    await mine(1);
    expect([await unassigned(), await strays()]).toEqual(["25000000", [{ status: "CONFIRMED", times_confirmed: 1 }]]);
    // A second worker that found it due at the same time books nothing more.
    const [{ id } = { id: "" }] = await rows<{ id: string }>("select id from stray_deposit where tx_hash = $1", [
      txHash,
    ]);
    expect([await confirmStray(operator, id), await unassigned()]).toEqual([false, "25000000"]);
    // Nothing of it is any account's, and no bill ever has the address.
    expect(await rows("select 1 from deposit where tx_hash = $1", [txHash])).toEqual([]);
    for (let made = 0; made < 3; made += 1) expect((await world.bill()).deposit_address).not.toBe(own.address);
    await expect(
      rows("update deposit_address set bill_id = gen_random_uuid() where id = $1", [own.id]),
    ).rejects.toMatchObject({ code: "23001" });

    await reorganise(operator, { network: "bitcoin", depth: 2, drop: [txHash] });
    await world.settle();
    expect([await unassigned(), await strays(), await cases(hugo)]).toEqual([
      "0",
      [{ status: "DROPPED", times_confirmed: 1 }],
      [],
    ]);
  });

  test("comes back by the next block, under a key of its own", async () => {
    const own = await nextFree();
    const txHash = await sendTo(own, "0.5");
    await mine(2);
    await reorganise(operator, { network: "bitcoin", depth: 2 });
    await world.settle();
    await mine(2);
    expect(await unassigned()).toBe("50000000");
    const keys = await rows<{ effect_key: string }>(
      "select effect_key from ledger_transaction where event like 'stray.%' and effect_key like $1 order by effect_key",
      [`bitcoin:${txHash}:%`],
    );
    expect(keys.map(({ effect_key }) => effect_key.replace(`bitcoin:${txHash}:`, ""))).toEqual([
      "0:1",
      "0:1:reversed",
      "0:2",
    ]);
  });

  test("that is spent twice is dropped, and its address stays set aside", async () => {
    const own = await nextFree();
    const txHash = await sendTo(own, "0.1");
    await world.settle();
    const before = await unassigned();
    await reorganise(operator, { network: "bitcoin", depth: 1, doubleSpend: [txHash] });
    await world.settle();
    expect((await strays()).at(-1)).toEqual({ status: "DROPPED", times_confirmed: 0 });
    expect(await unassigned()).toBe(before);
    expect((await world.bill()).deposit_address).not.toBe(own.address);
  });
});

describe("money that a stranger sends to an address of change", () => {
  const nextChange = async (): Promise<
    Pick<Address, "address" | "script"> & { index: string; usedAt: Date | null }
  > => {
    const [found] = await rows<{ address: string; script: string; index: string; usedAt: Date | null }>(
      `select c.address, c.script, c.index, c.used_at as "usedAt" from change_address c join wallet w on w.id = c.wallet_id
       where w.kind = 'BTC_P2WPKH' and w.active and w.account_id is null order by c.index offset 2 limit 1`,
    );
    if (!found) throw new Error("the change of every wallet is derived");
    return found;
  };

  test("is a case at its sighting, nobody's once confirmed, ours to spend, and the key takes no change of ours", async () => {
    await world.settle();
    const before = BigInt(await unassigned());
    const own = await nextChange();
    expect(own.usedAt).toBeNull();
    const txHash = await sendTo(own, "0.125");
    await world.settle();
    const seen = (await cases(hugo)).find(({ causeFacts }) => causeFacts.txHash === txHash);
    expect(seen).toMatchObject({ asset: "BTC", causeFacts: { network: "bitcoin", address: own.address } });
    expect(seen?.cause).toContain(`/1/${own.index} of the wallet `);
    expect((await nextChange()).usedAt).not.toBeNull();
    expect(BigInt(await unassigned())).toBe(before);
    const spendable = async () =>
      (await spendableCoins(world.ctx.db, { network: "bitcoin", asset: "BTC", payoutIds: [] })).filter(
        ({ sourceHash }) => sourceHash === txHash,
      );
    expect(await spendable()).toEqual([]);

    await mine(2);
    expect(BigInt(await unassigned())).toBe(before + 12_500_000n);
    expect(await spendable()).toMatchObject([{ branch: 1, keyIndex: Number(own.index), script: own.script }]);
    expect(await rows("select 1 from deposit where tx_hash = $1", [txHash])).toEqual([]);

    await reorganise(operator, { network: "bitcoin", depth: 2, drop: [txHash] });
    await world.settle();
    expect([BigInt(await unassigned()), await spendable()]).toEqual([before, []]);
    expect((await cases(hugo)).filter(({ causeFacts }) => causeFacts.txHash === txHash)).toEqual([]);
  });

  test("is an account's once it was assigned: the coins stay where they lie, and are spent from there once", async () => {
    await world.settle();
    const own = await nextChange();
    const txHash = await sendTo(own, "0.03");
    await mine(3);
    const custody = async () =>
      (await rows<{ balance: string }>("select balance::text from ledger_account where code = 'custody:bitcoin'"))[0];
    const [before, bill] = [await custody(), await world.bill({ strategy: "RAI" })];
    const { caseId } = (await cases(hugo)).find(({ causeFacts }) => causeFacts.txHash === txHash) ?? { caseId: "" };
    const subjectId = caseId.replace("unknown-bill-", "");
    const ada = await personOfHouse(world, "Ada");
    const { paymentId } = bill;
    await resolveOrAsk(ada, { kind: "ASSIGN", subjectId, account: "acme", paymentId, note: "by its payer's word" });
    expect((await world.payment(paymentId)).deposits).toMatchObject([
      { txHash, address: own.address, status: "CREDITED", quantityUnconverted: 0.03 },
    ]);
    expect(await custody()).toEqual(before);
    const spendable = await spendableCoins(world.ctx.db, { network: "bitcoin", asset: "BTC", payoutIds: [] });
    expect(spendable.filter(({ sourceHash }) => sourceHash === txHash)).toMatchObject([
      { branch: 1, keyIndex: Number(own.index), script: own.script },
    ]);
  });
});

test("an address that is being given to a bill just now is that bill's", async () => {
  const waiting = async (): Promise<boolean> =>
    (
      await rows<{ found: boolean }>(
        "select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%set_aside_at = business_now()%' and pid <> pg_backend_pid()) as found",
      )
    )[0]?.found ?? false;
  const { bill, settled } = await world.ctx.transaction(async (tx) => {
    const made = await requestAddress(tx, {
      cryptoType: "BTC",
      fiat: "EUR",
      fiatReceivable: Decimal.from("100"),
      subaccount: "shop-1",
    });
    const [own] = await rows<Address>("select id, address, script from deposit_address where address = $1", [
      made.deposit_address,
    ]);
    if (!own) throw new Error("it is of the pool");
    await sendTo(own, made.quantity.toString());
    const work = world.settle();
    for (let look = 0; look < 500 && !(await waiting()); look += 1) await new Promise((wake) => setTimeout(wake, 10));
    expect(await waiting()).toBe(true);
    return { bill: made, settled: work };
  });
  await settled;
  expect((await world.payment(bill.paymentId)).deposits).toHaveLength(1);
});
