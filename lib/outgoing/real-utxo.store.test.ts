import { purposes } from "#lib/worker/due.ts";
import { HDKey } from "@scure/bip32";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SEED } from "#e2e/world/owner.ts";
import { startUtxoNode, type UtxoNode } from "#e2e/world/litecoin.ts";
import { lettersOf, withMail } from "#e2e/world/letters.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { bitcoinChain } from "#lib/chains/bitcoin.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { differenceOf, proveCustody } from "./prove-custody.ts";
import { extendChange } from "#lib/wallets/change.ts";
import { base58check } from "#lib/wallets/base58check.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";

/** What a person with the keys does, on a real node. */
describe("coins taken on a real node of Bitcoin Core's family", () => {
  let world: World;
  let utxo: UtxoNode;
  let worker: Ctx;
  let hugo: Ctx;
  beforeAll(async () => {
    [world, utxo] = await Promise.all([openWorld({ alone: true }), startUtxoNode()]);
    hugo = await personOfHouse(world, "Hugo", "operator");
    const chain = bitcoinChain(
      { network: "bitcoin", reorgLimit: 10, landmarks: [{ height: 0, hash: utxo.genesis }] },
      utxo.node,
    );
    const app = { ...withMail(world.app), slots: new Slots(), chains: { bitcoin: chain } };
    worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
    await world.price("BTC", "EUR", "60000");
    await extendChange(worker);
    await settle();
  });
  afterAll(async () => {
    await utxo?.stop();
    await world?.close();
  });

  const settle = () => runUntilIdle(worker, 30_000);
  const scriptOf = async (bill: MadeBill) => (await findPayable(world.ctx, bill.deposit_address))?.script ?? "";
  const held = async () => {
    const of = async (code: string) => amountOf("BTC", await balanceOf(worker, code, "BTC")).toString();
    return [await of("custody:bitcoin"), await of("house:missing"), await of("house:network-fee")];
  };
  const cases = async () => (await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data;
  const less = (a: string, b: string) => Decimal.from(a).minus(Decimal.from(b)).toString();
  /** A bill that is paid and treated, with the place of its key and what the payment's output is worth. */
  const paid = async () => {
    const bill = await world.bill({ fiatReceivable: Decimal.from("600"), bech32: true });
    const txHash = await utxo.pay(await scriptOf(bill), bill.quantity.toString());
    await utxo.mine(2);
    await settle();
    const [row] = (
      await world.app.database.pool.query<{ index: string; output_index: number }>(
        `select a.index::text, d.output_index from deposit d join deposit_address a on a.bill_id = d.bill_id where d.tx_hash = $1`,
        [txHash],
      )
    ).rows;
    return { bill, coin: { txid: txHash, vout: row?.output_index ?? -1 }, index: Number(row?.index) };
  };
  const keyOf = (path: string): string => {
    const key = HDKey.fromMasterSeed(Buffer.from(SEED, "hex")).derive(path).privateKey;
    return base58check(Uint8Array.from([0xef, ...(key ?? []), 0x01]));
  };
  const sign = async (coin: { txid: string; vout: number }, index: number, outputs: Record<string, string>[]) => {
    const draft = await utxo.ask("createrawtransaction", [[coin], outputs]);
    const signed = (await utxo.ask("signrawtransactionwithkey", [draft, [keyOf(`m/84'/0'/0'/0/${index}`)]])) as {
      hex: string;
      complete: boolean;
    };
    expect(signed.complete).toBe(true);
    return signed.hex;
  };
  const changeScript = async (index: number) =>
    (
      await world.app.database.pool.query<{ script: string }>(
        "select c.script from change_address c join wallet w on w.id = c.wallet_id where w.kind = 'BTC_P2WPKH' and c.index = $1",
        [index],
      )
    ).rows[0]?.script ?? "";

  test("a case in the mempool, booked with one block, away with its branch and back: the books follow", async () => {
    const { bill, coin, index } = await paid();
    const before = await held();
    const thief = (await utxo.ask("getnewaddress")) as string;
    const change = await utxo.addressOf(await changeScript(7));
    const changeAmount = less(bill.quantity.toString(), "0.0061");
    const hex = await sign(coin, index, [{ [thief]: "0.006" }, { [change]: changeAmount }]);
    const txHash = (await utxo.ask("sendrawtransaction", [hex])) as string;
    await settle();
    expect(await held()).toEqual(before);
    expect(await cases()).toMatchObject([{ causeFacts: { txHash, to: thief, booked: false } }]);
    expect(await lettersOf(world.app, /left Bitcoin without approval$/)).toMatchObject([
      { recipient: "hugo@example.com" },
    ]);

    const [block = ""] = await utxo.mine(1);
    await settle();
    const stolen = [less(before[0] ?? "", "0.0061"), "0.006", "0.0001"];
    expect(await held()).toEqual(stolen);
    expect(await world.broken()).toEqual([]);

    // Another branch without it, then the same again.
    await utxo.ask("invalidateblock", [block]);
    const miner = (await utxo.ask("getnewaddress")) as string;
    for (let empty = 0; empty < 2; empty += 1) await utxo.ask("generateblock", [miner, []]);
    await settle();
    expect(await held()).toEqual(before);
    expect(await cases()).toMatchObject([{ causeFacts: { txHash, booked: false } }]);
    await utxo.mine(1);
    await settle();
    expect(await held()).toEqual(stolen);
    expect(await world.broken()).toEqual([]);
    // The node has what the books have, change among it.
    const { proofs } = await proveCustody(worker, purposes);
    expect(proofs.map((proof) => [proof.asset, differenceOf(proof)])).toEqual([["BTC", 0n]]);
    await utxo.mine(1);
    await settle();
    const { rows } = await world.app.database.pool.query(
      "select status, times_posted, times_reversed from outgoing where tx_hash = $1",
      [txHash],
    );
    expect(rows).toEqual([{ status: "FINAL", times_posted: 2, times_reversed: 1 }]);
  });

  test("one that is replaced by another before a block is gone, and the other takes its place", async () => {
    const { bill, coin, index } = await paid();
    const before = await held();
    const thief = (await utxo.ask("getnewaddress")) as string;
    const all = less(bill.quantity.toString(), "0.0001");
    const first = (await utxo.ask("sendrawtransaction", [await sign(coin, index, [{ [thief]: all }])])) as string;
    await settle();
    const instead = await sign(coin, index, [{ [thief]: less(all, "0.001") }]);
    const miner = (await utxo.ask("getnewaddress")) as string;
    await utxo.ask("generateblock", [miner, [instead]]);
    await settle();
    const { rows } = await world.app.database.pool.query<{ status: string }>(
      "select status from outgoing where tx_hash = $1",
      [first],
    );
    expect(rows).toEqual([{ status: "GONE" }]);
    expect(await held()).toEqual([
      less(before[0] ?? "", bill.quantity.toString()),
      Decimal.from(before[1] ?? "")
        .plus(Decimal.from(all))
        .minus(Decimal.from("0.001"))
        .toString(),
      Decimal.from(before[2] ?? "")
        .plus(Decimal.from("0.0011"))
        .toString(),
    ]);
    expect(await world.broken()).toEqual([]);
  });

  test("the owner's own consolidation into an address handed out is no payment", async () => {
    const { bill, coin, index } = await paid();
    const other = await world.bill();
    const hex = await sign(coin, index, [
      { [await utxo.addressOf(await scriptOf(other))]: less(bill.quantity.toString(), "0.0001") },
    ]);
    await utxo.ask("sendrawtransaction", [hex]);
    await settle();
    await utxo.mine(3);
    await settle();
    expect(await world.payment(other.paymentId)).toMatchObject({ amountStatus: "UNPAID", deposits: [] });
    expect(await world.broken()).toEqual([]);
  });
});
