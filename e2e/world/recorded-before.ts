import pg from "pg";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { World } from "./sandbox.ts";

/** A payout of BTC that an earlier release recorded by a hash, before anything of it was seen. */
export async function recordedBefore(world: World, quantity: string, txHash: string): Promise<void> {
  const input = { asset: "BTC", quantity: Decimal.from(quantity), reference: "by hand" } as const;
  const { payoutId } = JSON.parse((await recordPayout(world.ctx, input)).text) as { payoutId: string };
  const owner = new pg.Client(world.databaseUrl);
  await owner.connect();
  await owner.query(
    `begin; alter table payout disable trigger user;
     update payout set tx_hash = '${txHash}' where id = '${payoutId}';
     alter table payout enable trigger user; commit`,
  );
  await owner.end();
}
