import { CRYPTO_ASSETS, type Network } from "#lib/kernel/assets.ts";
import { type Connections, decimalFrom, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { sumOf } from "#lib/kernel/money.ts";
import {
  type BlockHeader,
  type Chain,
  type OutputScan,
  type TransactionOutcome,
  type Spending,
  type Transfer,
  wholeMempool,
} from "./chain.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./simulated.sql.ts";

/** The greatest depth of the sandbox's reorganisation control, in blocks. */
const REORG_LIMIT = 100;

/** The sandbox's chain behind the same interface as a node: blocks, a mempool and reorganisations kept in the database. */
export function simulatedChain(network: Network, db: Connections): Chain {
  const blockAt = async (height: number) => (await sql.blockAt(db, { network, height }))[0];
  return {
    network,
    reorgLimit: REORG_LIMIT,
    async header(height) {
      const block = await blockAt(height);
      return block && headerOf(block);
    },
    async head() {
      const [tip] = await sql.tipOf(db, { network });
      if (!tip) throw new Error(`the sandbox chain ${network} has no blocks`);
      return headerOf(tip);
    },
    async block(height) {
      const block = await blockAt(height);
      if (!block) return undefined;
      // Most blocks have nothing in them.
      const rows = block.holds ? await sql.transfersIn(db, { blockHash: block.hash }) : [];
      return { ...headerOf(block), transfers: rows.map(transferOf), spending: spendingOf(rows) };
    },
    async mempool() {
      // Mostly there is nothing in it, and every round of the worker asks.
      const [{ waits } = { waits: false }] = await sql.isAnyInMempool(db, { network });
      if (!waits) return wholeMempool([], []);
      const rows = await sql.mempoolOf(db, { network });
      return wholeMempool(rows.map(transferOf), spendingOf(rows));
    },
    async feeOf(txHash) {
      const [transfer] = await sql.feeOf(db, { network, txHash });
      if (!transfer?.feeRate && !transfer?.replaceable) return undefined;
      return { rate: transfer.feeRate ? decimalFrom(transfer.feeRate) : undefined, replaceable: transfer.replaceable };
    },
    async unspent(outputs) {
      const rows = await sql.worthOf(db, { network, outputs });
      return new Map(rows.map(({ name, units }) => [name, unitsFrom(units)]));
    },
    ...((network === "bitcoin" || network === "bitcoincash") && {
      scan: simulatedScan(network, db),
      async feeEstimate() {
        const [chain] = await sql.feeEstimateOf(db, { network });
        return chain?.feeEstimate ? decimalFrom(chain.feeEstimate) : undefined;
      },
      inputsOf: async (txHash) => (await sql.inputsOf(db, { network, txHash }))[0]?.spends,
    }),
    async balances(asset, scripts) {
      const held = new Map(scripts.map((script) => [script, 0n]));
      const rows = await sql.movedBy(db, { network, asset, scripts });
      for (const { script, sourceScript, units: moved } of rows) {
        const units = unitsFrom(moved);
        const before = held.get(script);
        if (before !== undefined) held.set(script, before + units);
        const had = held.get(sourceScript ?? "");
        if (had !== undefined) held.set(sourceScript ?? "", had - units);
      }
      return held;
    },
    async finalOutcome(txHash): Promise<TransactionOutcome> {
      const [transfer] = await sql.outcomeOf(db, { network, txHash });
      if (!transfer) return "GONE";
      if (transfer.state === "GONE") return transfer.goneReason === "DOUBLE_SPENT" ? "DOUBLE_SPENT" : "GONE";
      return transfer.state === "MINED" ? "MINED" : "PENDING";
    },
  };
}

/** At once, so that there is nothing to abort. */
function simulatedScan(network: Network, db: Connections): OutputScan {
  return {
    async start(scripts) {
      const rows = await sql.unspentOf(db, { network, scripts });
      return {
        height: Number((await sql.tipOf(db, { network }))[0]?.height ?? 0),
        outputs: rows.map(({ units, height, ...row }) => ({ ...row, units: unitsFrom(units), height: Number(height) })),
      };
    },
    progress: async () => 100,
    abort: async () => undefined,
  };
}

type Row = RowOf<typeof sql.transfersIn>;

/** Transactions that say what they use up: those of the owner's wallet; a payer's come from nowhere. */
function spendingOf(rows: readonly Row[]): Spending[] {
  const spenders = Map.groupBy(
    rows.filter(({ spends }) => spends.length > 0),
    ({ txHash }) => txHash,
  );
  return [...spenders].map(([txHash, outputs]) => ({
    txHash,
    inputs: outputs[0]?.spends ?? [],
    paidUnits: sumOf(outputs.map(({ units }) => unitsFrom(units))),
  }));
}

type BlockRow = RowOf<typeof sql.tipOf>;

const headerOf = (block: BlockRow): BlockHeader => ({
  height: Number(block.height),
  hash: block.hash,
  parentHash: block.parentHash,
  time: block.blockTime,
});

const transferOf = (row: Row): Transfer => ({
  txHash: row.txHash,
  outputIndex: row.outputIndex,
  position: row.position ?? 0,
  asset: wordFrom(CRYPTO_ASSETS, row.asset),
  script: row.script,
  units: unitsFrom(row.units),
  sourceAddress: row.sourceAddress,
  address: row.address,
  ...(row.spends.length > 0 ? { spends: row.spends } : {}),
  ...(row.sourceScript === null ? {} : { sourceScript: row.sourceScript }),
});
