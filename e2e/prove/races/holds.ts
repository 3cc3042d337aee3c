import type { World } from "#e2e/world/sandbox.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { declineDeposit, releaseDeposit } from "#lib/deposits/decide-hold.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { atOnce, faultsOf, rowsOf, emittedTwice } from "./at-once.ts";
import { callerOf } from "./bills.ts";

const LIMIT = { "depositLimit.BTC": "0.003" };
const FIAT = Decimal.from("300");
const BLOCKS = 20;
const CODES = ["INVALID_STATE", "INSUFFICIENT_FUNDS"];

/**
 * Two deposits of one bill, each the whole of it and above the limit, are decided by seven at once: each is released,
 * declined or paid back once, and the bill is completed once.
 */
export async function raceHolds(world: World, chance: Chance): Promise<string[]> {
  await changeSettings(world.ctx, LIMIT);
  const bill = await world.bill({ fiatReceivable: FIAT });
  const input = { address: bill.deposit_address, quantity: bill.quantity };
  for (const _ of [1, 2]) await sendDeposit(world.ctx, input);
  await world.settle();
  await mineBlocks(world.ctx, { network: "bitcoin", count: BLOCKS });
  if (!(await world.settle())) throw new Error("the deposits did not settle");
  const held = (await world.payment(bill.paymentId)).deposits.filter(({ status }) => status === "HELD");
  const [first, second] = held.map(({ txId }) => txId);
  if (first === undefined || second === undefined) throw new Error(`${held.length} deposits are held, not two`);
  const release = (txId: string) => () => releaseDeposit(callerOf(world, `release-${txId}`), { txId, note: "known" });
  const decline = (txId: string) => () => declineDeposit(callerOf(world, `decline-${txId}`), { txId, note: "unknown" });
  const back = (txId: string) => () =>
    recordPayout(callerOf(world, `back-${txId}`), { asset: "BTC", quantity: bill.quantity, txId, reference: "back" });
  const acts = [release(first), release(first), release(first), release(second), decline(second), back(second)];
  const tries = await atOnce(chance, acts);
  const ofFirst = faultsOf("one deposit released by three", tries.slice(0, 3), 1, CODES);
  const ofSecond = decidedFaults(tries.slice(3).map(({ answered }) => answered !== undefined));
  const odd = faultsOf("the other one", tries.slice(3), tries.slice(3).filter((each) => each.answered).length, CODES);
  return [...ofFirst, ...ofSecond, ...odd, ...(await billFaults(world, bill.paymentId))];
}

/** Released, or declined, or paid back, or declined first and then paid back; never two of which one undoes the other. */
function decidedFaults([released, declined, back]: readonly boolean[]): string[] {
  const holds = released ? !declined && !back : declined || back;
  return holds ? [] : [`the other one was decided so: ${JSON.stringify({ released, declined, back })}`];
}

async function billFaults(world: World, billId: string): Promise<string[]> {
  const [row] = await rowsOf<{ decided: number; guaranteed: boolean }>(
    world,
    `select count(*) filter (where type in ('payment.deposit.released', 'payment.deposit.declined'))::int as decided,
       (select coalesce(sum(f.quantity_units), 0) = b.quantity_units from fill f join bill b on b.id = f.bill_id
        where b.id = $1 and f.method = 'RFQ' and f.reversed_at is null group by b.id) as guaranteed
     from event where object_id = $1`,
    [billId],
  );
  return [
    ...(await emittedTwice(world, [billId])),
    ...(row?.decided === 2 ? [] : [`${row?.decided} decisions were told of two deposits`]),
    ...(row?.guaranteed ? [] : ["not just the bill's quantity was sold at its price"]),
  ];
}
