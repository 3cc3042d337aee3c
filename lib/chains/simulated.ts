import type { Network } from "#lib/kernel/assets.ts";
import type { CryptoAsset } from "#lib/kernel/assets.ts";
import { type Db, unitsFrom } from "#lib/kernel/database.ts";
import { type BlockHeader, type Chain, type FinalOutcome, type Transfer, wholeMempool } from "./chain.ts";
import * as sql from "./simulated.sql.ts";

type HeaderRow = { height: bigint; hash: string; parent_hash: string; block_time: Date };
type TransferRow = {
  tx_hash: string;
  output_index: number;
  position: number | null;
  asset: string;
  script: string;
  source_address: string;
  quantity_units: { toFixed(): string };
};

/** The greatest depth of the sandbox's reorganisation control, in blocks. */
const REORG_LIMIT = 100;

/** The sandbox's chain behind the same interface as a node: blocks, a mempool and reorganisations kept in the database. */
export function simulatedChain(network: Network, db: Db): Chain {
  const header = async (height: number): Promise<BlockHeader | undefined> => {
    const [row] = await sql.header(db, { network, height });
    return row && headerOf(row);
  };
  return {
    network,
    reorgLimit: REORG_LIMIT,
    header,
    async head() {
      const [row] = await sql.head(db, { network });
      if (!row) throw new Error(`the sandbox chain ${network} has no blocks`);
      return headerOf(row);
    },
    async block(height) {
      const found = await header(height);
      if (!found) return undefined;
      const rows = await sql.block(db, { hash: found.hash });
      return { ...found, transfers: rows.map(transferOf) };
    },
    async mempool() {
      const rows = await sql.mempool(db, { network });
      return wholeMempool(rows.map(transferOf));
    },
    async finalOutcome(txHash): Promise<FinalOutcome> {
      const [row] = await sql.finalOutcome(db, { network, txHash });
      if (!row) return "GONE";
      if (row.state === "GONE") return row.gone_reason === "DOUBLE_SPENT" ? "DOUBLE_SPENT" : "GONE";
      return row.state === "MINED" ? "MINED" : "PENDING";
    },
  };
}

const headerOf = (row: HeaderRow): BlockHeader => ({
  height: Number(row.height),
  hash: row.hash,
  parentHash: row.parent_hash,
  time: row.block_time,
});

const transferOf = (row: TransferRow): Transfer => ({
  txHash: row.tx_hash,
  outputIndex: row.output_index,
  position: row.position ?? 0,
  asset: row.asset as CryptoAsset,
  script: row.script,
  units: unitsFrom(row.quantity_units),
  sourceAddress: row.source_address,
});
