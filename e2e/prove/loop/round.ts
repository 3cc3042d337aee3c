import { krakenFunding } from "#e2e/world/kraken-account.ts";
import { openKraken } from "#e2e/world/kraken.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { type MadeBill, openWorld } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { camt } from "#lib/bank/bank.fixture.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import type { FileOut } from "#lib/contract/out.ts";
import { proveCustody } from "#lib/outgoing/prove-custody.ts";
import { readPayoutFile } from "#lib/payouts/make-file.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { listSettlements } from "#lib/settlements/get-settlements.ts";
import { getPrepared } from "#lib/signing/read-prepared.ts";
import { extendChange } from "#lib/wallets/change.ts";
import { purposes } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { setMarketPrice } from "#lib/sandbox/market-controls.ts";
import { type Coin, openNet } from "./coins.ts";
import { ACTS, type Act } from "./acts.ts";
import { openVictims } from "./kill.ts";
import { before } from "./outside.ts";
import { type Bank, differences } from "./places.ts";

const SETTLE_MS = 30_000;
const DAY_MS = 86_400_000;
/** A worker sends about so many for what one step brings. */
const MOST_STATEMENTS = 120;
const MOST_OF_AN_ACT = 40;
const OURS = ibanOf(900);
const THE_DAY = "2026-11-23";

/** What follows would stand on what is wrong already. */
class Astray extends Error {}

type Played = { steps: number; faults: string[]; figures: string };

type Course = { coin: Coin; rounds: number; kills: number; chance: Chance };

/** So many rounds of the money, one after the other, each from a payer to the PSP's bank. */
export async function goRound({ coin, rounds, kills, chance }: Course): Promise<Played> {
  const [exchange, net, world] = [await openKraken(), await openNet(coin), await openWorld({ alone: true })];
  const [price, swept] = [Decimal.from(coin.price), Decimal.from(coin.sweep)];
  const victims = kills > 0 ? openVictims(world.app.env) : undefined;
  const faults: string[] = [];
  let steps = 0;
  let killed = 0;
  let acts = 0;
  try {
    exchange.prices.set(coin.pair, price);
    const operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "proof" });
    const priced = () => setMarketPrice(operator, { base: coin.cryptoType, quote: "EUR", price });
    await priced();
    const outside = { ...net.outside, coin, keys: exchange.keys };
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
        if (await victims?.work(chance.whole(1, MOST_STATEMENTS), outside)) killed += 1;
      steps += 1;
      const found = [];
      for (const _ of [1, 2])
        if (!(await runUntilIdle(worker, SETTLE_MS))) found.push("what is due does not come to rest");
      found.push(...(await differences(worker, hugo, { exchange, bank, coin })));
      faults.push(...found.map((fault) => `step ${steps}, ${name}: ${fault}`));
      if (faults.length > 0) throw new Astray(name);
      return done;
    };
    const who = { actor, account };
    /** What a person asks for, on a process that dies of it first; then once more, as who is not sure does it. */
    const request = async <A extends Act>(act: A, input: Parameters<(typeof ACTS)[A]>[1]) => {
      for (let kill = 0; kill < kills; kill += 1)
        if (await victims?.act(chance.whole(1, MOST_OF_AN_ACT), outside, { who, act, input })) acts += 1;
      return (await ACTS[act](hugo, input as never)) as Awaited<ReturnType<(typeof ACTS)[A]>>;
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
      const content = { iban: OURS, opening: opening.toFixed(2), closing: bank.closing.toFixed(2), day: THE_DAY };
      const xml = camt({ ...content, id: `STMT-${bank.lines}`, entries: [entry] });
      await request("statement", { text: xml });
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

    const crypto = {
      asset: coin.cryptoType,
      ...(coin.cryptoType === "USDT" && {
        networkType: coin.asset === "USDT@tron" ? ("tron" as const) : ("eth" as const),
      }),
    };
    const listed = async (place: string, of: typeof crypto | { asset: "EUR" }, address: string) =>
      ((await addDestinationOrAsk(hugo, { place, ...of, address, label: place })) as { destinationId: string })
        .destinationId;
    const stock = await step("the venue's address is listed", () => listed("venue:kraken", crypto, coin.venueAddress));
    const ours = await step("our bank account is listed", () => listed("bank:main", { asset: "EUR" }, OURS));
    const { beneficiaryId } = await step("the PSP's bank account is listed", () =>
      makeBeneficiary(world.ctx, { name: "Acme GmbH", asset: "EUR", iban: ibanOf(7) }),
    );
    await step("terms of settlement are set", () =>
      setTermsOrAsk(hugo, { account: "acme", currency: "EUR", schedule: "DAILY", beneficiaryId }),
    );

    for (let round = 1; round <= rounds; round += 1) {
      const bill: MadeBill = await step("a bill is made", () =>
        world.bill({
          cryptoType: coin.cryptoType,
          fiatReceivable: Decimal.from("600"),
          ...(coin.network === "bitcoin" && { bech32: true }),
          ...(crypto.networkType && { networkType: crypto.networkType }),
        }),
      );
      await step("its payer pays", () => net.pay(operator, bill));
      await step("a block has it: credited, and sold at the venue", () => net.mine(operator));
      expect((await world.payment(bill.paymentId)).fiatReceived, 600, "what the bill received");

      const sweep = await step("a move to the venue is asked for", () =>
        request("move", {
          kind: "TO_VENUE",
          from: `custody:${coin.network}`,
          to: "venue:kraken",
          ...crypto,
          destinationId: stock,
          quantity: coin.sweep,
          note: `sold ${round}`,
        }),
      );
      const { network, feeRate } = coin;
      const prepared = await step("it is prepared", () =>
        request("prepare", { network, moveId: sweep.moveId, ...(feeRate && { feeRate }) }),
      );
      const { gasStep } = await getPrepared(hugo, prepared);
      if (gasStep)
        await step("the owner gives the address its gas, and says so", async () => {
          await net.gas(gasStep.address);
          await runUntilIdle(worker, SETTLE_MS);
          await proveCustody(worker, purposes);
          await request("owns", { note: `gas ${round}` });
        });
      const { signed } = await step("it is signed elsewhere", () => signPrepared(hugo, prepared));
      const { txHash = "" } = await step("it comes back and is compared", () =>
        request("signed", { preparedId: prepared.preparedId, signed }),
      );
      await step("it is sent", () => request("send", { preparedId: prepared.preparedId }));
      await step("a block has it", () => net.mine(operator));
      expect(await moved(sweep), "SENT", "the move");
      expect((await getPrepared(hugo, prepared)).status, "CONFIRMED", "the transaction");
      await step("the venue credits it", async () => {
        const what = { kind: "DEPOSIT", asset: coin.asset, quantity: swept, fee: Decimal.ZERO } as const;
        const deposit = { ...what, venueRef: `D${round}` };
        const where = { state: "DONE", txHash, address: coin.venueAddress, label: undefined } as const;
        await later(60_000);
        exchange.funding.push({ ...krakenFunding({ ...deposit, ...where, agoMs: 0 }), at: exchange.now() });
      });
      expect(await moved(sweep), "ARRIVED", "the move");

      const withdrawal = await step("a move to the bank is asked for", () =>
        request("move", {
          kind: "TO_BANK",
          from: "venue:kraken",
          to: "bank:main",
          asset: "EUR",
          destinationId: ours,
          quantity: "595.00",
          note: `for the PSP ${round}`,
        }),
      );
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
        const { moveId } = await request("move", {
          kind: "CAPITAL_IN",
          to: "bank:main",
          asset: "EUR",
          quantity: "10",
          note: `capital ${round}`,
        });
        await statement(Decimal.from("10.00"), moveId.replaceAll("-", ""));
      });
      await step("a day passes: it is settled and asked for", () => later(2 * DAY_MS));
      await step("prices are fresh again", priced);
      expect((await settled()).length, round, "how often 600 were due");
      const file = await step("a file for the bank is made", () => request("file", { made: round - 1 }));
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
    victims?.close();
    await exchange.close();
    await net.stop();
    await world.close();
  }
  return {
    steps,
    faults,
    figures: `${coin.asset}: ${rounds} rounds of 600 EUR, ${killed} workers and ${acts} requests of people killed`,
  };
}
