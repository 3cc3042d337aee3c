import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type BitcoinNode, COIN_FIELDS } from "#lib/chains/bitcoin.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { jsonRpc, jsonRpcBatch } from "#lib/chains/json-rpc.ts";
import { freePort } from "#lib/postgres/free-port.ts";
import { answering, killed, startNode } from "./node-process.ts";

/** A real node of Bitcoin Core's family on a chain of its own, with a wallet that signs and sends. */
export type UtxoNode = {
  node: BitcoinNode;
  url: string;
  genesis: string;
  ask(method: string, params?: readonly unknown[]): Promise<unknown>;
  mine(blocks: number): Promise<string[]>;
  /** The address by which this node calls a script; its strings differ from the main net's, the scripts do not. */
  addressOf(script: string): Promise<string>;
  /** The wallet pays a script; `amount` in coins. Answers the transaction's id. */
  pay(script: string, amount: string): Promise<string>;
  payUnits(script: string, units: bigint): Promise<string>;
  /** Mines a block that spends the same coins otherwise: back to the wallet, or to `script` at a higher fee. Answers that transaction's id. */
  mineInstead(txHash: string, script?: string): Promise<string>;
  /** Ends the node and starts it again with the same chain and an empty mempool. */
  restartForgetful(): Promise<void>;
  stop(): Promise<void>;
};

const NAMES = ["bitcoind", "litecoind"];
const FOLDERS = (process.env["PATH"] ?? "").split(":");
const INSTALL_MS = 3 * 60_000;
const MATURE_BLOCKS = 101;
/** A hundred blocks are mined by one question, on a machine that has other work too. */
const ANSWER_MS = 60_000;
const FEE_UNITS = 100_000n;

type Decoded = {
  vin: { txid: string; vout: number }[];
  vout: { value: string; scriptPubKey: { hex: string } }[];
};

const unitsOf = (coins: string): bigint => Decimal.from(coins).floorUnits(8);
const coinsOf = (units: bigint): string => Decimal.of(units, 8).toString();

const found = (): string | undefined =>
  NAMES.flatMap((name) => FOLDERS.map((folder) => join(folder, name))).find((path) => existsSync(path));

/** bitcoind when there is one, else litecoind, which Debian has and root may install. Undefined when neither can be had. */
export function utxoBinary(): string | undefined {
  const present = found();
  if (present) return present;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    process.stdout.write("litecoind is missing: it is being installed.\n");
    const commands = [
      ["apt-get", "update", "-q"],
      ["apt-get", "install", "-qy", "--no-install-recommends", "litecoind"],
    ];
    for (const [command = "", ...args] of commands)
      spawnSync(command, args, {
        stdio: "ignore",
        timeout: INSTALL_MS,
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
  }
  return found();
}

export async function startUtxoNode(...options: readonly string[]): Promise<UtxoNode> {
  const binary = utxoBinary();
  if (!binary)
    throw new Error(
      "Neither bitcoind nor litecoind is on this machine: install one (Debian: apt-get install litecoind).",
    );
  const folder = mkdtempSync(join(tmpdir(), "desk-utxo-"));
  const port = await freePort();
  writeConfig(binary, folder, port);
  const start = (...more: string[]) =>
    startNode(binary, [`-datadir=${folder}`, ...configOf(binary, folder), ...options, ...more]);
  let child = start();
  process.once("exit", () => child.kill("SIGKILL"));
  const url = `http://desk:regtest@127.0.0.1:${port}`;
  const reading = { exact: COIN_FIELDS, timeoutMs: ANSWER_MS };
  const node: BitcoinNode = {
    ask: jsonRpc("bitcoin", url, reading),
    askMany: jsonRpcBatch("bitcoin", url, reading),
    scan: jsonRpc("bitcoin", url, { exact: COIN_FIELDS, patient: true }),
  };
  const ask = (method: string, params: readonly unknown[] = []) => node.ask(method, params);
  await answering(child, () => ask("getblockcount"));
  await ask("createwallet", ["payer"]);
  const miner = (await ask("getnewaddress")) as string;
  // To an address of its own each time: a branch must not repeat the blocks of one that was declared invalid.
  const mine = async (blocks: number) =>
    (await ask("generatetoaddress", [blocks, await ask("getnewaddress")])) as string[];
  await mine(MATURE_BLOCKS);
  const addressOf = async (script: string) => {
    const decoded = (await ask("decodescript", [script])) as { address?: string; addresses?: string[] };
    return decoded.address ?? decoded.addresses?.[0] ?? "";
  };
  const pay = async (script: string, amount: string) => {
    const txHash = (await ask("sendtoaddress", [await addressOf(script), amount])) as string;
    const { hex } = (await ask("gettransaction", [txHash])) as { hex: string };
    // After a forgetful start the wallet keeps what it sends to itself.
    await ask("sendrawtransaction", [hex, 0]).catch(() => undefined);
    return txHash;
  };
  return {
    node,
    url,
    genesis: (await ask("getblockhash", [0])) as string,
    ask,
    mine,
    addressOf,
    pay,
    payUnits: (script, units) => pay(script, coinsOf(units)),
    async mineInstead(txHash, script) {
      const raw = (await ask("getrawtransaction", [txHash, true])) as Decoded;
      const paid = raw.vout.find(({ scriptPubKey }) => scriptPubKey.hex === script)?.value;
      let total = 0n;
      for (const { txid, vout } of raw.vin) {
        const spent = (await ask("getrawtransaction", [txid, true])) as Decoded;
        total += unitsOf(spent.vout[vout]?.value ?? "0");
      }
      const change = total - (paid ? unitsOf(paid) : 0n) - FEE_UNITS;
      const outputs = [...(paid && script ? [{ [await addressOf(script)]: paid }] : []), { [miner]: coinsOf(change) }];
      const inputs = raw.vin.map(({ txid, vout }) => ({ txid, vout }));
      const draft = await ask("createrawtransaction", [inputs, outputs]);
      const signed = (await ask("signrawtransactionwithwallet", [draft])) as { hex: string };
      await ask("generateblock", [miner, [signed.hex]]);
      return ((await ask("decoderawtransaction", [signed.hex])) as { txid: string }).txid;
    },
    async restartForgetful() {
      await ask("gettxoutsetinfo"); // which writes the chain to disk first
      await killed(child);
      rmSync(join(folder, "regtest", "mempool.dat"), { force: true });
      child = start("-walletbroadcast=0");
      await answering(child, () => ask("getblockcount"));
      await ask("loadwallet", ["payer"]).catch(() => undefined);
    },
    async stop() {
      await killed(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The same file for both programs, each of which ignores the name of the other's. */
const configOf = (binary: string, folder: string): string[] => [
  `-conf=${join(folder, `${basename(binary).replace(/d$/, "")}.conf`)}`,
];

function writeConfig(binary: string, folder: string, port: number): void {
  const common = ["regtest=1", "server=1", "txindex=1", "[regtest]", "rpcuser=desk", "rpcpassword=regtest"];
  const own = [`rpcport=${port}`, "listen=0", "dnsseed=0", "fallbackfee=0.0001"];
  const litecoin = ["vbparams=mweb:-2:-2"];
  const lines = binary.endsWith("litecoind") ? [...own, ...litecoin] : own;
  const [path = ""] = configOf(binary, folder).map((text) => text.replace("-conf=", ""));
  writeFileSync(path, `${[...common, ...lines].join("\n")}\n`);
}
