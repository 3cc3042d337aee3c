import type pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { rulerOf } from "#e2e/guards/clock.ts";
import { agree } from "#e2e/world/agreed.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { code, personOfHouse, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { readAddress } from "#lib/beneficiaries/address.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { makePayoutFile } from "#lib/payouts/make-file.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { prepareTransaction } from "./prepare.ts";
import { sendPrepared } from "./send-prepared.ts";
import { takeSigned } from "./take-signed.ts";

// Who rules the database changes rows past every guard, between an agreement and its money. Nothing leaves by what was changed.

const [PAID, OTHER] = ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"];
const ALTERED = code("INVALID_STATE", /is not what was asked for/);
let world: World;
let hugo: Ctx;
let operator: Ctx;
let ruler: pg.Client;
let coins: string;
let bank: string;
let venue: { place: string; destinationId: string };
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  hugo = await personOfHouse(world, "Hugo");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  for (const quantity of ["0.3", "0.2", "0.2", "0.2"]) await world.retained(quantity, { bech32: true });
  const sold = await world.bill({ fiatReceivable: Decimal.from("500") });
  await world.pay(sold, sold.quantity);
  await addDestinationOrAsk(hugo, { place: "bank:main", asset: "EUR", address: ibanOf(900), label: "ours" });
  ({ beneficiaryId: coins } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address: PAID }));
  ({ beneficiaryId: bank } = await makeBeneficiary(world.ctx, { name: "Müller", asset: "EUR", iban: ibanOf(1) }));
  const place = `venue:${world.app.venue.name}`;
  const listed = await addDestinationOrAsk(hugo, { place, asset: "BTC", address: OTHER, label: "ours" });
  venue = { place, destinationId: (listed as { destinationId: string }).destinationId };
  ruler = await rulerOf(world.app);
  await ruler.query("set session_replication_role = replica");
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(async () => {
  await ruler.end();
  await world.close();
});

const payout = async (asset: "BTC" | "EUR", quantity: string, beneficiaryId: string): Promise<string> => {
  const input = { asset, quantity: Decimal.from(quantity), reference: "out", beneficiaryId } as const;
  return JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<{ payoutId: string }>).text).payoutId;
};
/** Changes the row of an id for as long as the work takes. */
async function changed(table: string, id: string, change: Record<string, string>, work: () => Promise<unknown>) {
  const names = Object.keys(change).join(", ");
  const { rows } = await ruler.query(`select ${names} from ${table} where id = $1`, [id]);
  const set = (to: object) =>
    ruler.query(
      `update ${table} x set (${names}) = (select ${names} from jsonb_populate_record(x, $2)) where id = $1`,
      [id, JSON.stringify(to)],
    );
  await set(change);
  await work();
  await set(rows[0]);
}

test("a file for the bank pays neither another account, nor another name, quantity or beneficiary than was asked for", async () => {
  const payoutId = await payout("EUR", "12", bank);
  const refused = () => expect(makePayoutFile(hugo, { currency: "EUR" })).rejects.toEqual(ALTERED);
  await changed("beneficiary", bank, { iban: ibanOf(2) }, refused);
  await changed("beneficiary", bank, { name: "Mallory" }, refused);
  await changed("beneficiary", bank, { bic: "COBADEFF" }, refused);
  await changed("payout", payoutId, { quantity_units: "120000" }, refused);
  await changed("payout", payoutId, { reference: "in" }, refused);
  expect(await makePayoutFile(hugo, { currency: "EUR" })).toMatchObject({ payouts: 1 });
});

test("a transaction is prepared, signed and sent for what was agreed to alone", async () => {
  const payoutId = await payout("BTC", "0.1", coins);
  const other = { address: OTHER, script: readAddress("bitcoin", OTHER)?.script ?? "" };
  const prepare = () => prepareTransaction(hugo, { network: "bitcoin", payoutIds: [payoutId] });
  await changed("beneficiary", coins, other, () => expect(prepare()).rejects.toEqual(ALTERED));
  const { preparedId } = await prepare();
  const { signed } = await signPrepared(operator, { preparedId });
  await changed("beneficiary", coins, other, () =>
    expect(takeSigned(hugo, { preparedId, signed })).rejects.toEqual(ALTERED),
  );
  await takeSigned(hugo, { preparedId, signed });
  await changed("payout", payoutId, { quantity_units: "9000000" }, () =>
    expect(sendPrepared(hugo, { preparedId })).rejects.toEqual(ALTERED),
  );
  // What was prepared itself, of which the signer sees what it says now.
  const { rows } = await ruler.query("select script from prepared_output where prepared_id = $1 and kind = 'PAYOUT'", [
    preparedId,
  ]);
  const outputs = (script: string) =>
    ruler.query("update prepared_output set script = $2 where prepared_id = $1 and kind = 'PAYOUT'", [
      preparedId,
      script,
    ]);
  await outputs(other.script);
  await expect(sendPrepared(hugo, { preparedId })).rejects.toEqual(
    code("INVALID_STATE", /otherwise than was agreed to/),
  );
  await outputs(rows[0].script);
  expect(await sendPrepared(hugo, { preparedId })).toMatchObject({ status: "BROADCAST" });
  await world.settle();
});

const movedOut = () => ({ kind: "TO_VENUE", from: "custody:bitcoin", to: venue.place, asset: "BTC" }) as const;

test("a move goes where the list says, as much as was asked for", async () => {
  const { destinationId } = venue;
  const wanted = { ...movedOut(), destinationId, quantity: Decimal.from("0.05"), note: "x" };
  const { moveId } = (await requestMoveOrAsk(hugo, wanted)) as MoveRecord;
  const prepare = () => prepareTransaction(hugo, { network: "bitcoin", moveIds: [moveId] });
  const refused = () => expect(prepare()).rejects.toEqual(ALTERED);
  await changed("destination", destinationId, { address: PAID }, refused);
  await changed("move", moveId, { quantity_units: "15000000" }, refused);
  expect(await prepare()).toMatchObject({ status: "PREPARED" });
});

test("a move that two have agreed to leaves for the address that they were shown, and for no other", async () => {
  await changeSettings(world.ctx, { secondPerson: "always" });
  await personOfHouse(world, "Grace");
  const wanted = { ...movedOut(), destinationId: venue.destinationId, quantity: Decimal.from("0.04"), note: "x" };
  const { approvalId, request } = waits(await requestMoveOrAsk(hugo, wanted));
  await agree(world.app, approvalId);
  const moveId = request?.["moveId"] ?? "";
  const prepare = () => prepareTransaction(hugo, { network: "bitcoin", moveIds: [moveId] });
  const refused = () => expect(prepare()).rejects.toEqual(ALTERED);
  await changed("destination", venue.destinationId, { address: PAID }, refused);
  expect(await prepare()).toMatchObject({ status: "PREPARED" });
});
