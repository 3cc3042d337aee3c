import type { Anvil } from "#e2e/world/anvil.ts";
import type { World } from "#e2e/world/sandbox.ts";

/** keccak256("Transfer(address,address,uint256)"), the event of ERC-20 (EIP-20). */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

type NodeBlock = { number: string; hash: string; parentHash: string; timestamp: string };
type NodeLog = {
  address: string;
  topics: string[];
  data: string;
  blockHash: string;
  blockNumber: string;
  transactionHash: string;
  transactionIndex: string;
  logIndex: string;
};

/** What of our record of a chain is not what its node says, block by block and payment by payment: nothing more, nothing less. */
export async function differencesFrom(anvil: Anvil, world: World): Promise<string[]> {
  const tip = Number(await anvil.ask("eth_blockNumber"));
  return [...(await blockDifferences(anvil, world, tip)), ...(await paymentDifferences(anvil, world, tip))];
}

async function blockDifferences(anvil: Anvil, world: World, tip: number): Promise<string[]> {
  const heights = Array.from({ length: tip + 1 }, (_, height) => height);
  const blocks = await Promise.all(
    heights.map((height) => anvil.ask("eth_getBlockByNumber", [hexOf(height), false]) as Promise<NodeBlock>),
  );
  const truth = blocks.map(
    (block) => `${Number(block.number)} ${block.hash} on ${block.parentHash} at ${Number(block.timestamp)}`,
  );
  const { rows } = await world.app.database.pool.query<{ recorded: string }>(
    `select height || ' ' || hash || ' on ' || parent_hash || ' at ' || extract(epoch from block_time)::bigint as recorded
     from chain_block where network = 'eth' and not orphaned order by height`,
  );
  return differences(
    "block",
    truth,
    rows.map(({ recorded }) => recorded),
  );
}

/** Every transfer of the token to a script that a bill of ours was ever given, on whichever network that bill is. */
async function paymentDifferences(anvil: Anvil, world: World, tip: number): Promise<string[]> {
  const { pool } = world.app.database;
  const scripts = await pool.query<{ script: string }>("select script from deposit_address where bill_id is not null");
  const ours = new Set(scripts.rows.map(({ script }) => script));
  const logs = (await anvil.ask("eth_getLogs", [{ fromBlock: "0x0", toBlock: hexOf(tip) }])) as NodeLog[];
  const places = placesInTransactions(logs);
  const truth = logs.flatMap((log, at) => {
    const script = log.topics[2]?.slice(-40).toLowerCase() ?? "";
    const isOurs = log.topics[0] === TRANSFER && log.address === anvil.tokens.usdt && ours.has(script);
    if (!isOurs) return [];
    const what = `${log.transactionHash}:${places[at]} of ${BigInt(log.data)} to ${script}`;
    return [`${what} in ${Number(log.blockNumber)} ${log.blockHash} at ${Number(log.transactionIndex)}`];
  });
  const recorded = await pool.query<{ recorded: string }>(
    `select tx_hash || ':' || output_index || ' of ' || quantity_units || ' to ' || (select script from deposit_address a where a.bill_id = d.bill_id) || ' in '
       || coalesce(block_height::text, '-') || ' ' || coalesce(block_hash, '-') || ' at ' || coalesce(position::text, '-') as recorded
     from deposit d where network = 'eth'`,
  );
  return differences(
    "payment",
    truth,
    recorded.rows.map((row) => row.recorded),
  );
}

/** Where each log stands among all logs of its own transaction. */
function placesInTransactions(logs: readonly NodeLog[]): number[] {
  const seen = new Map<string, number>();
  return logs.map(({ transactionHash }) => {
    const place = seen.get(transactionHash) ?? 0;
    seen.set(transactionHash, place + 1);
    return place;
  });
}

function differences(what: string, truth: readonly string[], recorded: readonly string[]): string[] {
  const [there, known] = [new Set(truth), new Set(recorded)];
  return [
    ...truth.filter((each) => !known.has(each)).map((each) => `${what} not recorded: ${each}`),
    ...recorded.filter((each) => !there.has(each)).map((each) => `${what} recorded that is not so: ${each}`),
    ...(recorded.length === known.size ? [] : [`${recorded.length - known.size} of ${what} recorded twice`]),
  ];
}

const hexOf = (height: number): string => `0x${height.toString(16)}`;
