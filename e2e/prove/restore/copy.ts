import type { FreshDatabase } from "#e2e/world/database.ts";
import type { UtxoNode } from "#e2e/world/litecoin.ts";
import type { LocalExchange } from "#e2e/world/market-maker.ts";
import { type MadeBill, recordOf } from "#e2e/world/sandbox.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { bitcoinChain } from "#lib/chains/bitcoin.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { needAccount } from "#lib/kernel/tenants.ts";
import { krakenVenue } from "#lib/liquidity/venues/kraken.ts";
import { moveClock, setMarketPrice } from "#lib/sandbox/market-controls.ts";
import { closeApp, openApp } from "#lib/services.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import type { MoneyOut } from "./money-out.ts";

/** Payouts that are asked for before the backup. */
const PAYOUTS = 4;
const SETTLE_MS = 5 * 60_000;
/** Past the lifetime of every bill made before. */
const LATE_MS = 25 * 60_000;

export type Stand = { database: FreshDatabase; dataDir: string; kraken: LocalExchange; node: UtxoNode };
/** Bills that were paid and kept as crypto, and bills that are paid when it is too late. */
export type Ready = { retained: MadeBill[]; late: MadeBill[]; out: MoneyOut };

/** The program on one of several copies of a database, on the one real node, with the one exchange. */
export type Copy = Awaited<ReturnType<typeof openCopy>>;

export async function openCopy({ database, dataDir, kraken, node }: Stand) {
  const { env } = checkEnv({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: "error" });
  const app = await openApp(env);
  const venue = krakenVenue({ ...kraken.keys, timeoutMs: 5_000 });
  const landmarks = [{ height: 0, hash: node.genesis }];
  const chain = bitcoinChain({ network: "bitcoin", reorgLimit: 10, landmarks }, node.node);
  Object.assign(app, { venues: [venue], venue });
  const onNode = { ...app, slots: new Slots(), chains: { bitcoin: chain } };
  const worker = contextFor(onNode, { actor: { kind: "worker" }, requestId: "proof" });
  const house = contextFor(onNode, { actor: { kind: "operator" }, requestId: "proof" });
  const operator = contextFor(app, { actor: { kind: "operator" }, requestId: "proof" });
  const ctx = contextFor(app, {
    actor: { kind: "key", keyId: "ak_proof", scopes: [] },
    account: await needAccount(operator, "acme"),
    requestId: "proof",
  });
  const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await app.database.pool.query(text, values)).rows as T[];
  const settle = () => runUntilIdle(worker, SETTLE_MS);
  const bill = (strategy: "RFQ" | "RAI" | "ACA"): Promise<MadeBill> =>
    requestAddress(ctx, {
      cryptoType: "BTC",
      fiat: "EUR",
      fiatReceivable: Decimal.from("100"),
      subaccount: "shop-1",
      strategy,
      bech32: true,
    });
  const pay = async ({ deposit_address, quantity }: MadeBill) => {
    const [place] = await rows<{ script: string }>("select script from deposit_address where address = $1", [
      deposit_address,
    ]);
    return node.payUnits(place?.script ?? "", quantity.floorUnits(8));
  };
  const payAll = async (bills: readonly MadeBill[]) => {
    for (const each of bills) await pay(each);
    await node.mine(3);
    await settle();
  };

  const away = { ...venue, executedSince: () => Promise.reject(new Error("away")) };
  return {
    worker: worker as Ctx,
    /** The same, whose venue does not answer. */
    deaf: { ...worker, app: { ...worker.app, venues: [away] } } as Ctx,
    operator,
    /** The operator, on the node. */
    house,
    account: ctx,
    rows,
    settle,
    payAll,
    begin: async () =>
      void (await setMarketPrice(operator, { base: "BTC", quote: "EUR", price: Decimal.from("60000") })),
    /** Many make bills at once. */
    async ask(writers: number, rounds = 1): Promise<MadeBill[]> {
      const made: MadeBill[] = [];
      for (let round = 0; round < rounds; round += 1)
        made.push(...(await Promise.all(Array.from({ length: writers }, () => bill("RFQ")))));
      return made;
    },
    /** Leaves one address ready in each pool, so that the next bills need new ones. */
    emptyPools: () =>
      rows(`update deposit_address set set_aside_at = business_now() where bill_id is null and set_aside_at is null
        and index <> (select min(index) from deposit_address free where free.wallet_id = deposit_address.wallet_id
          and free.bill_id is null and free.set_aside_at is null)`),
    async prepare(count: number): Promise<Omit<Ready, "out"> & { payable: MadeBill[] }> {
      const several = (strategy: "RAI" | "ACA", of = count) =>
        Promise.all(Array.from({ length: of }, () => bill(strategy)));
      const [retained, payable] = [await several("RAI"), await several("RAI", PAYOUTS)];
      await payAll([...retained, ...payable]);
      return { retained, payable, late: await several("ACA") };
    },
    /** A conversion of what was kept of each bill. */
    async sell(bills: readonly MadeBill[]): Promise<void> {
      for (const { paymentId } of bills) {
        const [held] = await rows<{ units: string }>(
          "select unconverted_units::text as units from bill where id = $1",
          [paymentId],
        );
        const made = await createConversion(ctx, {
          baseSymbol: "BTC",
          quoteSymbol: "EUR",
          quantity: Decimal.of(BigInt(held?.units ?? "0"), 8),
          items: [{ paymentId }],
        });
        const { invoiceId } = recordOf(made);
        await quoteConversion(ctx, { invoiceId });
        await executeConversion(ctx, { invoiceId });
      }
      await settle();
    },
    async expire(): Promise<void> {
      await moveClock(operator, { advanceMs: LATE_MS });
      kraken.advance(LATE_MS);
    },
    clock: async () => (await rows<{ ms: string }>("select clock_offset_ms::text as ms from deployment"))[0]?.ms ?? "0",
    close: closeApp,
  };
}
