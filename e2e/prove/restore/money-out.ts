import { agree } from "#e2e/world/agreed.ts";
import type { UtxoNode } from "#e2e/world/litecoin.ts";
import type { MadeBill } from "#e2e/world/sandbox.ts";
import { stateLostHoursOrAsk } from "#lib/approvals/lost-hours-or-ask.ts";
import { askToPay, payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { createUser } from "#lib/people/create-user.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { prepareTransaction } from "#lib/signing/prepare.ts";
import { sendPrepared } from "#lib/signing/send-prepared.ts";
import { takeSigned } from "#lib/signing/take-signed.ts";
import type { Copy } from "./copy.ts";

/** Nobody's address on the main net, and its script. */
const [PAID, SCRIPT] = ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "0014751e76e8199196d454941c45d1b3a323f1433bd6"];
const SECOND_MS = 1_000;

/**
 * What was asked for before the backup: approved and in a block, approved and seen, and approved and never sent, in the
 * hour that is lost; and one that was approved and sent in that hour, and only asked for before.
 */
export type MoneyOut = { mined: PayoutRecord; seen: PayoutRecord; unsent: PayoutRecord; requested: PayoutRecord };

/** Four payouts, each of a bill's own coins and of a sum of its own. */
export async function askForPayouts(copy: Copy, bills: readonly MadeBill[]): Promise<MoneyOut> {
  const { id: accountId } = await houseOf(copy.house.app);
  const person = { email: "second@example.com", name: "Second" };
  await createUser(copy.operator, { ...person, memberships: [{ accountId, role: "admin" }] });
  const { beneficiaryId } = await makeBeneficiary(copy.account, { name: "Acme", asset: "BTC", address: PAID });
  const payout = async (nth: number, how: typeof payOrAsk | typeof askToPay): Promise<PayoutRecord> => {
    const quantity = Decimal.of(BigInt(50_000 + nth), 8);
    const input = {
      asset: "BTC",
      quantity,
      reference: "out",
      beneficiaryId,
      paymentId: bills[nth]?.paymentId,
    } as const;
    return JSON.parse(((await how(copy.account, input)) as Raw<PayoutRecord>).text);
  };
  return {
    mined: await payout(0, payOrAsk),
    seen: await payout(1, payOrAsk),
    unsent: await payout(2, payOrAsk),
    requested: await payout(3, askToPay),
  };
}

/** Prepared, signed by the owner and given to the node. */
export async function sendPayout({ house }: Copy, { payoutId }: PayoutRecord): Promise<void> {
  const feeRate = Decimal.from("20");
  const { preparedId } = await prepareTransaction(house, { network: "bitcoin", payoutIds: [payoutId], feeRate });
  const { signed } = await signPrepared(house, { preparedId });
  await takeSigned(house, { preparedId, signed });
  await sendPrepared(house, { preparedId });
}

/** Approves what was only asked for. */
export const approveRequested = ({ house }: Copy, { requested }: MoneyOut): Promise<void> =>
  agree(house.app, requested.approvalId ?? "");

/** The node's blocks may be a few seconds ahead after many were mined at once: waits until its tip is of the past. */
export async function passTip(node: UtxoNode): Promise<void> {
  const { time } = (await node.ask("getblockheader", [await node.ask("getbestblockhash")])) as { time: number };
  const ahead = (Number(time) + 1) * SECOND_MS - Date.now();
  if (ahead > 0) await new Promise((done) => setTimeout(done, ahead));
}

/**
 * Right after the recovery, before any block: none of them is paid anew, and what has left is known to. What was only asked
 * for is its own payout's once it is approved.
 */
export async function paidAnew(copy: Copy, out: MoneyOut): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, payout] of Object.entries(out)) {
    const fault = await sendPayout(copy, payout).then(
      () => `a payout of before the backup (${name}) is paid anew`,
      (error) => (isRefusal(error) ? undefined : `${name}: ${error}`),
    );
    if (fault !== undefined) faults.push(fault);
  }
  await approveRequested(copy, out).catch((error) => faults.push(`what was asked for is not approved: ${error}`));
  await copy.settle();
  return [
    ...faults,
    ...(await notIn(copy, [out.mined, out.requested], "CONFIRMED")),
    ...(await notIn(copy, [out.seen], "BROADCAST")),
  ];
}

/** Once blocks were made after the restore, what never left is paid; of all, each once, as the node has it. */
export async function paidOnce(copy: Copy, node: UtxoNode, out: MoneyOut): Promise<string[]> {
  await node.mine(CONFIRMATIONS.bitcoin);
  await copy.settle();
  const faults: string[] = [];
  await sendPayout(copy, out.unsent).then(
    () => faults.push("what never left is paid before anybody has asked the signers"),
    (error) =>
      isRefusal(error) && error.code === "LOST_HOURS_OPEN" ? undefined : faults.push(`what never left: ${error}`),
  );
  await stateLostHoursOrAsk(copy.house, { note: "the signer was asked" });
  await sendPayout(copy, out.unsent).catch((error) => faults.push(`what never left is not paid: ${error}`));
  await node.mine(CONFIRMATIONS.bitcoin);
  await copy.settle();
  faults.push(...(await notIn(copy, Object.values(out), "CONFIRMED")));
  const [lost] = await copy.rows<{ count: number }>(
    "select count(*)::int as count from outgoing_amount m where unexplained_units(m) > 0",
  );
  if (lost?.count !== 0) faults.push(`${lost?.count} times money left without a payout`);
  const scan = (await node.ask("scantxoutset", ["start", [`raw(${SCRIPT})`]])) as { unspents: { amount: string }[] };
  const paid = scan.unspents.map(({ amount }) => Decimal.from(String(amount)).toString()).sort();
  const due = Object.values(out).map(({ quantity }) => Decimal.from(String(quantity)).toString());
  if (paid.join() !== due.sort().join())
    faults.push(`${due.join(" ")} BTC were to be paid, the node has ${paid.join(" ")}`);
  return faults;
}

async function notIn(copy: Copy, payouts: readonly PayoutRecord[], status: string): Promise<string[]> {
  const ids = payouts.map(({ payoutId }) => payoutId);
  const rows = await copy.rows<{ id: string; status: string; units: string }>(
    "select id, status, quantity_units::text as units from payout where id = any($1) and status <> $2",
    [ids, status],
  );
  return rows.map((row) => `the payout of ${row.units} satoshi is ${row.status}, not ${status}`);
}
