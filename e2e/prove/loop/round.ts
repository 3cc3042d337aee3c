import { krakenFunding } from "#e2e/world/kraken-account.ts";
import { openKraken } from "#e2e/world/kraken.ts";
import { startUtxoNode } from "#e2e/world/litecoin.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { type MadeBill, openWorld } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { camt } from "#lib/bank/bank.fixture.ts";
import { takeStatementOrAsk } from "#lib/approvals/statement-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import type { FileOut } from "#lib/contract/out.ts";
import { makePayoutFile, readPayoutFile } from "#lib/payouts/make-file.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { listSettlements } from "#lib/settlements/get-settlements.ts";
import { prepareTransaction } from "#lib/signing/prepare.ts";
import { getPrepared } from "#lib/signing/read-prepared.ts";
import { sendPrepared } from "#lib/signing/send-prepared.ts";
import { takeSigned } from "#lib/signing/take-signed.ts";
import { extendChange } from "#lib/wallets/change.ts";
import { runUntilIdle } from "#lib/worker/rounds.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { killedAt } from "./kill.ts";
import { before } from "./outside.ts";
import { type Bank, differences } from "./places.ts";

const SETTLE_MS = 30_000;
const DAY_MS = 86_400_000;
/** A worker sends about so many for what one step brings. */
const MOST_STATEMENTS = 120;
const OURS = ibanOf(900);
const VENUE_ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const THE_DAY = "2026-11-23";

/** What follows would stand on what is wrong already. */
class Astray extends Error {}

type Played = { steps: number; faults: string[]; told: string };

/** So many rounds of the money, one after the other, each from a payer to the PSP's bank. */
export async function goRound(rounds: number, kills: number, chance: Chance): Promise<Played> {
  const [exchange, node, world] = [await openKraken(), await startUtxoNode(), await openWorld({ alone: true })];
  const faults: string[] = [];
  let steps = 0;
  let killed = 0;
  try {
    await world.price("BTC", "EUR", "60000");
    const outside = { nodeUrl: node.url, genesis: node.genesis, keys: exchange.keys };
    const app = before(world.app, outside);
    const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "proof" });
    const { actor, account } = await personOfHouse(world, "Hugo");
    const hugo = contextFor(app, { actor, account, requestId: "proof" });
    await extendChange(worker);
    const bank: Bank & { lines: number } = { closing: Decimal.ZERO, lines: 0 };

    /** One thing happens, workers die of what is due, it is done twice, and all places are compared. */
    const step = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
      const done = await act();
      for (let kill = 0; kill < kills; kill += 1)
        if (await killedAt(chance.whole(1, MOST_STATEMENTS), app.env, outside)) killed += 1;
      steps += 1;
      const found = [];
      for (const _ of [1, 2])
        if (!(await runUntilIdle(worker, SETTLE_MS))) found.push("what is due does not come to rest");
      found.push(...(await differences(worker, hugo, exchange, bank)));
      faults.push(...found.map((fault) => `step ${steps}, ${name}: ${fault}`));
      if (faults.length > 0) throw new Astray(name);
      return done;
    };
    const later = async (ms: number) => {
      await world.later(ms);
      exchange.advance(ms);
    };
    const statement = async (amount: Decimal, endToEnd?: string) => {
      const opening = bank.closing;
      bank.lines += 1;
      bank.closing = opening.plus(amount);
      const isCredit = amount.units > 0n;
      const size = isCredit ? amount : Decimal.ZERO.minus(amount);
      const reference = `line-${bank.lines}`;
      const entry = {
        amount: size.toFixed(2),
        side: isCredit ? "CRDT" : "DBIT",
        reference,
        ...(endToEnd && { endToEnd }),
      } as const;
      const told = { iban: OURS, opening: opening.toFixed(2), closing: bank.closing.toFixed(2), day: THE_DAY };
      const xml = camt({ ...told, id: `STMT-${bank.lines}`, entries: [entry] });
      await takeStatementOrAsk(hugo, { text: xml });
    };
    const expect = (is: unknown, wanted: unknown, what: string) => {
      if (is === wanted) return;
      faults.push(`step ${steps}: ${what} is ${String(is)}, not ${String(wanted)}`);
      throw new Astray(what);
    };
    const moved = async ({ moveId }: MoveRecord) => (await getMove(hugo, { moveId })).status;

    /** Settlements of the account over just so much, by what became of them. */
    const settled = async () => {
      const records = (await listSettlements(world.ctx, { limit: 100 })).data.map(
        ({ text }) => JSON.parse(text) as { due: number; status: string },
      );
      return records.filter(({ due }) => due === 600).map(({ status }) => status);
    };

    const listed = async (place: string, asset: "BTC" | "EUR", address: string) =>
      ((await addDestinationOrAsk(hugo, { place, asset, address, label: place })) as { destinationId: string })
        .destinationId;
    const stock = await step("the venue's address is listed", () => listed("venue:kraken", "BTC", VENUE_ADDRESS));
    const ours = await step("our bank account is listed", () => listed("bank:main", "EUR", OURS));
    const { beneficiaryId } = await step("the PSP's bank account is listed", () =>
      makeBeneficiary(world.ctx, { name: "Acme GmbH", asset: "EUR", iban: ibanOf(7) }),
    );
    await step("terms of settlement are set", () =>
      setTermsOrAsk(hugo, { account: "acme", currency: "EUR", schedule: "DAILY", beneficiaryId }),
    );

    for (let round = 1; round <= rounds; round += 1) {
      const bill: MadeBill = await step("a bill is made", () =>
        world.bill({ fiatReceivable: Decimal.from("600"), bech32: true }),
      );
      await step("its payer pays", async () => {
        const script = (await findPayable(world.ctx, bill.deposit_address))?.script ?? "";
        await node.payUnits(script, bill.quantity.floorUnits(8));
      });
      await step("a block has it: credited, and sold at the venue", () => node.mine(3));
      expect((await world.payment(bill.paymentId)).fiatReceived, 600, "what the bill received");

      const sweep = (await step("a move to the venue is asked for", () =>
        requestMoveOrAsk(hugo, {
          kind: "TO_VENUE",
          from: "custody:bitcoin",
          to: "venue:kraken",
          asset: "BTC",
          destinationId: stock,
          quantity: Decimal.from("0.01"),
          note: "sold",
        }),
      )) as MoveRecord;
      const prepared = await step("it is prepared", () =>
        prepareTransaction(hugo, { network: "bitcoin", moveIds: [sweep.moveId], feeRate: Decimal.from("12") }),
      );
      const { signed } = await step("it is signed elsewhere", () => signPrepared(hugo, prepared));
      const { txHash = "" } = await step("it comes back and is compared", () =>
        takeSigned(hugo, { ...prepared, signed }),
      );
      await step("it is sent", () => sendPrepared(hugo, prepared));
      await step("a block has it", () => node.mine(3));
      expect(await moved(sweep), "SENT", "the move");
      expect((await getPrepared(hugo, prepared)).status, "CONFIRMED", "the transaction");
      await step("the venue credits it", async () => {
        const quantity = Decimal.from("0.01");
        const deposit = { kind: "DEPOSIT", asset: "BTC", venueRef: `D${round}`, quantity, fee: Decimal.ZERO } as const;
        const where = { state: "DONE", txHash, address: VENUE_ADDRESS, label: undefined } as const;
        await later(60_000);
        exchange.funding.push({ ...krakenFunding({ ...deposit, ...where, agoMs: 0 }), at: exchange.now() });
      });
      expect(await moved(sweep), "ARRIVED", "the move");

      const withdrawal = (await step("a move to the bank is asked for", () =>
        requestMoveOrAsk(hugo, {
          kind: "TO_BANK",
          from: "venue:kraken",
          to: "bank:main",
          asset: "EUR",
          destinationId: ours,
          quantity: Decimal.from("595.00"),
          note: "for the PSP",
        }),
      )) as MoveRecord;
      await step("the venue sends it", async () => {
        const sent = {
          kind: "WITHDRAWAL",
          asset: "EUR",
          venueRef: `W${round}`,
          quantity: Decimal.from("595"),
        } as const;
        const how = {
          fee: Decimal.from("1.50"),
          state: "DONE",
          txHash: undefined,
          address: OURS,
          label: "bank",
        } as const;
        await later(60_000);
        exchange.funding.push({ ...krakenFunding({ ...sent, ...how, agoMs: 0 }), at: exchange.now() });
      });
      expect(await moved(withdrawal), "SENT", "the move to the bank");
      await step("the bank has it", () => statement(Decimal.from("595.00")));
      expect(await moved(withdrawal), "ARRIVED", "the move to the bank");

      await step("the owner puts capital into the bank", async () => {
        const { moveId } = (await requestMoveOrAsk(hugo, {
          kind: "CAPITAL_IN",
          to: "bank:main",
          asset: "EUR",
          quantity: Decimal.from("10"),
          note: "capital",
        } as never)) as MoveRecord;
        await statement(Decimal.from("10.00"), moveId.replaceAll("-", ""));
      });
      await step("a day passes: it is settled and asked for", () => later(2 * DAY_MS));
      await step("prices are fresh again", () => world.price("BTC", "EUR", "60000"));
      expect((await settled()).length, round, "how often 600 were due");
      const file = await step("a file for the bank is made", () => makePayoutFile(hugo, { currency: "EUR" }));
      const { bytes } = (await readPayoutFile(hugo, file)) as Extract<FileOut, object>;
      const [, endToEnd = ""] = /<EndToEndId>(\w+)</.exec(new TextDecoder().decode(bytes as Uint8Array)) ?? [];
      await step("the bank has paid it", () => statement(Decimal.from("-600.00"), endToEnd));
      expect(
        (await settled()).every((status) => status === "PAID"),
        true,
        "that all settlements are paid",
      );
    }
  } catch (error) {
    if (!(error instanceof Astray)) faults.push(`step ${steps + 1}: ${(error as Error).message}`);
  } finally {
    await exchange.close();
    await node.stop();
    await world.close();
  }
  return { steps, faults, told: `${rounds} rounds of 600 EUR in BTC, ${killed} workers killed` };
}
