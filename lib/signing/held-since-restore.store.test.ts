import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "#e2e/world/agreed.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { NETWORKS, type Network } from "#lib/kernel/assets.ts";
import { mineBlocks } from "#lib/sandbox/chain-controls.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { VALID_MS } from "./tron-plan.ts";

// Rulebook 13.35: from which block on a network has told what left it before the restore.

let world: World;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  const operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  for (const network of NETWORKS) await mineBlocks(operator, { network, count: CONFIRMATIONS[network] + 2 });
  await world.settle();
});
afterAll(() => world.close());

/** Whether something may have left, the last block that has its confirmations being so much younger than the restore. */
async function mayHaveLeft(network: Network, youngerMs: number): Promise<boolean> {
  const { pool } = world.app.database;
  const { rows } = await pool.query<{ time: Date }>(
    "select b.block_time as time from chain_cursor c join chain_block b using (network) where network = $1 and not orphaned and b.height = c.height - $2::int + 1",
    [network, CONFIRMATIONS[network]],
  );
  const restoredAt = new Date((rows[0]?.time.getTime() ?? Number.NaN) - youngerMs).toISOString();
  await asOwner(
    world.databaseUrl,
    `update deployment set epoch = 2, restored_at = business_now(), restored_clock = '${restoredAt}', recovered_at = business_now()`,
  );
  const answer = await pool.query("select may_have_left($1, 'X', business_now() - interval '1 hour') as may", [
    `custody:${network}`,
  ]);
  return answer.rows[0]?.may;
}

test.each(NETWORKS)(
  "%s tells it by a block of the restore's time, tron once nothing signed before is taken",
  async (network) => {
    const least = network === "tron" ? VALID_MS : 0;
    expect(await mayHaveLeft(network, least - 1)).toBe(true);
    expect(await mayHaveLeft(network, least)).toBe(false);
  },
);
