import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary, retireBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { listAddress } from "#lib/screening/listed.fixture.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { cancelPrepared } from "./end-prepared.ts";
import { prepareTransaction } from "./prepare.ts";
import { getPrepared } from "./read-prepared.ts";
import { sendDue, sendPrepared } from "./send-prepared.ts";
import { takeSigned } from "./take-signed.ts";

// Where nothing may go any more since it was prepared, nothing is signed for, and nothing sent.

const PLACES = [
  "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
];

let world: World;
let hugo: Ctx;
let operator: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  hugo = await personOfHouse(world, "Hugo");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  for (const quantity of ["0.3", "0.2", "0.4"]) await world.retained(quantity, { bech32: true });
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

type Made = { preparedId: string; payoutIds: string[]; beneficiaryId: string; address: string };

/** A payout each to the beneficiaries, in one transaction. */
async function prepared(addresses: readonly string[], quantity: string): Promise<Made> {
  const payoutIds: string[] = [];
  let last = "";
  for (const address of addresses) {
    const { beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address });
    const input = { asset: "BTC", quantity: Decimal.from(quantity), reference: "out", beneficiaryId } as const;
    payoutIds.push(JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<PayoutRecord>).text).payoutId);
    last = beneficiaryId;
  }
  const { preparedId } = await prepareTransaction(hugo, { network: "bitcoin", payoutIds });
  return { preparedId, payoutIds, beneficiaryId: last, address: addresses.at(-1) ?? "" };
}
const signed = async ({ preparedId }: Made) => (await signPrepared(operator, { preparedId })).signed;
const states = ({ payoutIds }: Made) =>
  Promise.all(
    payoutIds.map(
      async (payoutId) => (JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord).status,
    ),
  );
test("a signature is refused once a beneficiary was retired; taken back, its payout is cancelled and the other one free to go", async () => {
  const made = await prepared([PLACES[0] ?? "", PLACES[1] ?? ""], "0.01");
  const text = await signed(made);
  await retireBeneficiary(world.ctx, made);
  await expect(takeSigned(hugo, { ...made, signed: text })).rejects.toEqual(code("INVALID_STATE", /RETIRED/));
  expect([(await getPrepared(hugo, made)).status, await states(made)]).toEqual(["PREPARED", ["PREPARED", "PREPARED"]]);
  await cancelPrepared(hugo, { ...made, note: "retired" });
  expect(await states(made)).toEqual(["APPROVED", "CANCELLED"]);
});

test("what is signed is not sent once a beneficiary was retired: the node is given nothing, by the worker neither", async () => {
  const made = await prepared([PLACES[1] ?? ""], "0.02");
  const { txHash = "" } = await takeSigned(hugo, { ...made, signed: await signed(made) });
  await retireBeneficiary(world.ctx, made);
  await expect(sendPrepared(hugo, made)).rejects.toEqual(code("INVALID_STATE", /RETIRED/));
  expect(await sendDue(hugo, 10)).toBe(0);
  expect([(await getPrepared(hugo, made)).status, await states(made)]).toEqual(["SIGNED", ["SIGNED"]]);
  expect(await world.app.database.prisma.sandboxTransfer.count({ where: { txHash } })).toBe(0);
});

test("nor to an address that a list of sanctioned ones names since; what was sent before goes on", async () => {
  const before = await prepared([PLACES[1] ?? ""], "0.03");
  await takeSigned(hugo, { ...before, signed: await signed(before) });
  await sendPrepared(hugo, before);
  const made = await prepared([PLACES[2] ?? ""], "0.04");
  await takeSigned(hugo, { ...made, signed: await signed(made) });
  await listAddress(world.ctx, made.address);
  await expect(sendPrepared(hugo, made)).rejects.toEqual(code("INVALID_STATE", /held: its address/));
  expect((await sendPrepared(hugo, before)).status).toBe("BROADCAST");
  expect(await states(before)).toEqual(["BROADCAST"]);
});
