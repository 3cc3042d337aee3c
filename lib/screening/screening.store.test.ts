import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "#e2e/world/agreed.ts";
import { auditedOf, code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { releaseForHouse, releaseOwn } from "#lib/approvals/holds.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { counted } from "#e2e/world/counted.ts";
import { batched } from "#lib/kernel/batch.ts";
import { getScreening } from "./get-screening.ts";
import { importList } from "./import-list.ts";
import { bytesOf, currency, ofacXml } from "./ofac.fixture.ts";
import { byList } from "./screener.ts";

const BAD = "0x901bb9583B24d97e995513c6778dc6888AB6870e";
const LATER = "0x7F367cC41522cE07553e823bf3be79A889DEbe1B";
const list = (published: string, ...addresses: string[]) =>
  bytesOf(
    ofacXml([{ uid: "17", last: "EXAMPLE TRADING", ids: addresses.map((one) => currency("ETH", one)) }], published),
  );

let world: World;
let house: Ctx;
let hugo: Ctx;
beforeAll(async () => {
  world = await openWorld();
  await world.price("USDT", "EUR", "0.92");
  house = contextFor(world.app, { actor: { kind: "operator" }, account: await houseOf(world.app), requestId: "test" });
  hugo = await personOfHouse(world, "Hugo", "compliance");
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

/** What a payment from this sender has become once it is confirmed. */
async function paidFrom(sourceAddress: string) {
  const bill = await world.bill({ cryptoType: "USDT" });
  await sendDeposit(world.ctx, {
    address: bill.deposit_address,
    quantity: bill.quantity,
    sourceAddress,
    confirmations: 20,
  });
  await world.settle();
  const { deposits } = await world.payment(bill.paymentId);
  return { paymentId: bill.paymentId, deposit: deposits[0] };
}

test("without a list nothing is screened, and it says so; a sender on it is held, whatever its letters' case", async () => {
  expect(await getScreening(house)).toEqual({ list: undefined, untold: 0, hits: [] });
  const before = await paidFrom(LATER.toLowerCase());
  expect(before.deposit).toMatchObject({ status: "CONVERTED" });
  const imported = await importList(house, list("11/20/2026", BAD));
  expect(imported).toMatchObject({ publishedOn: "2026-11-20", entries: 1, addresses: 1, found: 0 });
  expect(await auditedOf(house, imported.listId)).toMatchObject([
    { action: "screening.import", detail: { sha256: imported.sha256 } },
  ]);
  expect((await paidFrom("0x0000000000000000000000000000000000000001")).deposit).toMatchObject({ status: "CONVERTED" });
  const held = await paidFrom(BAD.toUpperCase().replace("0X", "0x"));
  expect(held.deposit).toMatchObject({ status: "HELD", reasonCode: "SCREENING" });
  expect(held.deposit?.reason).not.toContain("EXAMPLE");
  const { list: inUse, hits } = await getScreening(house);
  expect(inUse).toMatchObject({ sha256: imported.sha256, addresses: 1, importedBy: "operator" });
  expect(hits).toMatchObject([
    {
      paymentId: held.paymentId,
      account: "acme",
      status: "HELD",
      name: "EXAMPLE TRADING",
      entry: "17",
      address: BAD.toLowerCase(),
    },
  ]);
});

test("a new list screens the past again; an older one and part of one are refused, and nothing changes", async () => {
  const { found, listId } = await importList(house, list("11/21/2026", BAD, LATER));
  expect(found).toBe(1);
  const { hits } = await getScreening(house);
  expect(hits.map(({ address, status }) => [address, status])).toEqual([
    [LATER.toLowerCase(), "CONVERTED"],
    [BAD.toLowerCase(), "HELD"],
  ]);
  expect((await listCases(hugo, { kind: "SANCTIONED" })).data).toMatchObject([
    { kind: "SANCTIONED", account: "acme", cause: expect.stringMatching(/EXAMPLE TRADING, CYBER2, 0x7f367c/) },
  ]);
  expect((await listCases(world.ctx, { kind: "SANCTIONED" })).data).toEqual([]);
  await expect(importList(house, list("11/19/2026", BAD))).rejects.toEqual(
    code("INVALID_STATE", /of 2026-11-19 is older/),
  );
  await expect(importList(house, bytesOf(ofacXml([], "11/22/2026")))).rejects.toEqual(code("VALIDATION_FAILED"));
  expect(await world.ctx.db.sanctionsList.findFirst({ orderBy: { id: "desc" } })).toMatchObject({ id: listId });
});

test("deposits of one set are screened by the same statements, each by its own sender", async () => {
  await world.ctx.transaction(async (tx) => {
    const { db, statements } = counted(tx.db);
    const deposits = Array.from({ length: 50 }, (_, at) => ({
      id: tx.id(),
      network: "eth" as const,
      sourceAddress: at === 7 ? BAD : at % 2 === 0 ? `0x${String(at).padStart(40, "0")}` : undefined,
    }));
    const listed = await batched(db, deposits, (deposit) => byList(db, deposit));
    expect(listed.flatMap((isListed, at) => (isListed ? [at] : []))).toEqual([7]);
    // Senders, the list, and the one hit.
    expect(statements()).toBe(3);
  });
});

test("only the house's compliance releases what is held so", async () => {
  const { paymentId, deposit } = await paidFrom(BAD);
  const input = { txId: deposit?.txId ?? "", note: "another of the same name" };
  await expect(releaseOwn(world.ctx, input)).rejects.toEqual(code("FORBIDDEN", /compliance decides/));
  await releaseForHouse(hugo, input);
  expect((await world.payment(paymentId)).deposits[0]).toMatchObject({ status: "CONVERTED" });
  // A fast machine finds the sender and holds the deposit in one millisecond.
  const atOnce = `update deposit d set treated_at = h.found_at from screening_hit h where h.deposit_id = d.id and d.id = '${input.txId}'`;
  await asOwner(world.databaseUrl, atOnce);
  expect((await listCases(hugo, { kind: "SANCTIONED" })).data).toHaveLength(1);
});

test("the program cannot take a name off a list", async () => {
  await expect(world.ctx.db.$executeRawUnsafe("delete from sanctioned_address")).rejects.toThrow(/permission denied/);
  await expect(world.ctx.db.$executeRawUnsafe("update sanctioned_address set address = 'x'")).rejects.toThrow();
});

test("what a listed sender paid to an address of no bill is assigned to nobody", async () => {
  await importList(house, list("11/25/2026", BAD));
  const decoy = await world.bill({ cryptoType: "USDT" });
  const { txHash } = await sendDeposit(world.ctx, {
    ...{ address: decoy.deposit_address, quantity: decoy.quantity, sourceAddress: BAD.toLowerCase() },
  });
  const { pool } = world.app.database;
  const free = await pool.query(
    `select a.address, a.script from deposit_address a join wallet w on w.id = a.wallet_id
     where a.network = 'eth' and w.account_id is null and a.bill_id is null and a.set_aside_at is null order by a.index desc limit 1`,
  );
  const [{ address, script }] = free.rows;
  const moved = "update sandbox_transfer set address = $1, script = $2 where tx_hash = $3";
  await pool.query(moved, [address, script, txHash]);
  await mineBlocks(house, { network: "eth", count: 20 });
  await world.settle();
  const { rows } = await pool.query("select id from stray_deposit where tx_hash = $1 and status = 'CONFIRMED'", [
    txHash,
  ]);
  const bill = await world.bill({ cryptoType: "USDT", strategy: "RAI" });
  const wanted = { kind: "ASSIGN", subjectId: rows[0].id, account: "acme", paymentId: bill.paymentId } as const;
  await expect(resolveOrAsk(house, { ...wanted, note: "its order" })).rejects.toEqual(
    code("INVALID_STATE", /list of sanctions/),
  );
  expect((await world.payment(bill.paymentId)).deposits).toEqual([]);
});
