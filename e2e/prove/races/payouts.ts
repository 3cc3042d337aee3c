import { setAgreed } from "#e2e/world/agreed.ts";
import { Waiting } from "#lib/contract/out.ts";
import { must } from "#lib/kernel/errors.ts";
import type { World } from "#e2e/world/sandbox.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { createUser } from "#lib/people/create-user.ts";
import { openSession } from "#lib/people/session.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { reorganise } from "#lib/sandbox/chain-controls.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { atOnce, faultsOf, rowsOf } from "./at-once.ts";
import { callerOf } from "./bills.ts";

const PAID = Decimal.from("20");
const RETAINED = Decimal.from("19.9");
const DEPTH = 20;
const TAKEN = ["INSUFFICIENT_FUNDS", "NOTHING_TO_CONVERT", "ALREADY_IN_CONVERSION"];

/** One bill's crypto is wanted by two payouts and two invoices; every other time the chain takes it away meanwhile. */
export async function racePayouts(world: World, chance: Chance): Promise<string[]> {
  const bill = await world.bill({ cryptoType: "USDT", networkType: "tron", strategy: "RAI" });
  const txHash = await world.pay(bill, PAID, "tron");
  const reverses = chance.whole(0, 1) === 1;
  if (reverses) await reorganise(world.ctx, { network: "tron", depth: DEPTH, drop: [txHash] });
  const { paymentId } = bill;
  const payOut = (name: string) => () =>
    recordPayout(callerOf(world, name), {
      asset: "USDT",
      networkType: "tron",
      quantity: RETAINED,
      paymentId,
      reference: name,
    });
  const convert = (name: string) => () =>
    createConversion(callerOf(world, name), {
      baseSymbol: "USDT",
      quoteSymbol: "EUR",
      quantity: RETAINED,
      items: [{ paymentId }],
    });
  const settled = reverses ? world.settle() : undefined;
  const tries = await atOnce(chance, [payOut("one"), convert("two"), payOut("three"), convert("four")]);
  await settled;
  const won = tries.filter(({ answered }) => answered !== undefined).length;
  const faults = faultsOf(
    `payouts and invoices${reverses ? " and a reversal" : ""}`,
    tries,
    reverses ? Math.min(won, 1) : 1,
    TAKEN,
  );
  if (reverses && !(await world.settle())) faults.push("the reversal did not come to its end");
  return [...faults, ...(await takenFaults(world, paymentId, reverses))];
}

/** By the records: crypto left once, or is locked once, or, when the chain took it, nothing of it is locked. */
async function takenFaults(world: World, billId: string, reversed: boolean): Promise<string[]> {
  const [row] = await rowsOf<{ payouts: number; live: number; status: string }>(
    world,
    `select (select count(*) from payout_part p where p.deposit_id = d.id)::int as payouts,
       (select count(*) from conversion_item i where i.deposit_id = d.id and i.live)::int as live, d.status
     from deposit d where d.bill_id = $1`,
    [billId],
  );
  const { payouts = 0, live = 0, status = "" } = row ?? {};
  const holds = reversed ? status === "DROPPED" && live === 0 && payouts <= 1 : payouts + live === 1;
  return holds ? [] : [`the bill's crypto was taken so: ${JSON.stringify({ payouts, live, status, reversed })}`];
}

/** Two payouts, each of more than half of what is free in EUR; and one that waits is approved by two people at once. */
export async function raceFiat(world: World, chance: Chance): Promise<string[]> {
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
  const half = (await freeCents(world)) / 2n + 1n;
  const input = { asset: "EUR", quantity: Decimal.of(half, 2), reference: "wire" } as const;
  const pays = [1, 2, 3].map((at) => () => recordPayout(callerOf(world, `wire-${at}`), input));
  const paid = faultsOf("payouts of fiat", await atOnce(chance, pays), 1, ["INSUFFICIENT_FUNDS"]);
  const asker = await person(world, false);
  const deciders = await Promise.all([1, 2].map(() => person(world, true)));
  await changeSettings(world.ctx, { secondPerson: "always" });
  const waiting = await payOrAsk(asker, {
    asset: "EUR",
    quantity: Decimal.from("1"),
    reference: "a",
  });
  must(waiting instanceof Waiting, "a payout waits for a second person");
  // While the account owes anything two of the house have to agree, and nobody twice.
  const { approvalId, needs } = waiting.request;
  const approvals = await atOnce(
    chance,
    [...deciders, ...deciders].map((decider) => () => approve(decider, { approvalId })),
  );
  await setAgreed(world.ctx, { secondPerson: "never" });
  const done = await rowsOf(world, "select from payout where approval_id = $1", [approvalId]);
  return [
    ...paid,
    ...faultsOf("approvals", approvals, needs, needs === 2 ? ["INVALID_STATE", "FORBIDDEN"] : ["INVALID_STATE"]),
    ...(done.length === 1 ? [] : [`approvals: ${done.length} payouts came of one request`]),
  ];
}

async function freeCents(world: World): Promise<bigint> {
  const code = `acc:${world.ctx.account?.id}:available`;
  const [row] = await rowsOf<{ units: string }>(
    world,
    "select balance::numeric(40,0)::text as units from ledger_account where code = $1 and asset = 'EUR'",
    [code],
  );
  return BigInt(row?.units ?? "0");
}

/** A treasurer of the account, or of the house, who decides payouts. */
async function person(world: World, ofHouse: boolean): Promise<Ctx> {
  const account = ofHouse ? await houseOf(world.app) : accountOf(world.ctx);
  const name = world.ctx.id();
  const memberships = [{ accountId: account.id, role: "treasurer" as const }];
  const { userId } = await createUser(world.ctx, { email: `${name}@example.com`, name, memberships });
  const roles = ofHouse ? { role: "", houseRole: "treasurer" } : { role: "treasurer" };
  const sessionId = await openSession(world.app, userId);
  const actor = { kind: "staff", userId, name, sessionId, ...roles } as const;
  return contextFor(world.app, { actor, account, requestId: name });
}
