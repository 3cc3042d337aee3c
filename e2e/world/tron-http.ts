import { Trx, utils } from "tronweb";
import type { Anvil } from "./anvil.ts";

type Body = Record<string, unknown>;
type Receipt = { status: string; gasUsed: string; blockNumber: string };
type Header = { number: string; hash: string; timestamp: string };

/** tronweb's own protobuf of Tron, which it leaves under a global name. */
type Message = { serializeBinary(): Uint8Array };
type Proto = {
  Transaction: {
    deserializeBinary(bytes: Uint8Array): Message & { getRawData(): Message; getSignatureList(): Uint8Array[] };
  };
};

export type TronHttp = {
  answer(path: string, body: Body): Promise<object>;
  giveTrx(script: string, sun: number): void;
  /** What is asked by a hash of Tron, by the hash it has behind it; and back in an answer. */
  asAnvil<Call extends { params: unknown[] }>(call: Call): Call;
  asTron(answer: unknown): unknown;
};

const [ENERGY_PRICE, BYTE_PRICE, RESULT_BYTES] = [100, 1_000, 64];
const DAY_MS = 86_400_000;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const refused = (code: string, message: string) => ({ result: false, code, message });

/**
 * The HTTP interface of a node of Tron before a real EVM node. A signed transaction is read and its signer found by
 * tronweb, none of it by our own code; it is checked as java-tron does it, in its order, and then done.
 */
export function tronHttp(anvil: Anvil, chainId: number): TronHttp {
  const trx = new Map<string, number>();
  /** Transactions by Tron's hash, and the one that does it; and whose they are. */
  const done = new Map<string, string>();
  const owners = new Map<string, string>();
  const paths: Readonly<Record<string, (body: Body) => Promise<object>>> = {
    "wallet/getblockbynum": async () => ({ blockID: chainId.toString(16).padStart(64, "0") }),
    "wallet/getaccount": async ({ address }) => {
      const owner = String(address).slice(2);
      const given = trx.get(owner);
      if (given === undefined) return {};
      const own = [...owners].filter(([, of]) => of === owner).map(([txID]) => info(txID, "latest"));
      const fees = (await Promise.all(own)).map((of) => ("fee" in of ? Number(of.fee) : 0));
      return { address, balance: fees.reduce((rest, fee) => rest - fee, given) };
    },
    "wallet/getaccountresource": async () => ({}),
    "wallet/getchainparameters": async () => ({
      chainParameter: [
        { key: "getEnergyFee", value: ENERGY_PRICE },
        { key: "getTransactionFee", value: BYTE_PRICE },
        { key: "getAllowUpdateAccountName" },
      ],
    }),
    "wallet/triggerconstantcontract": async ({ owner_address: from, contract_address: to, parameter }) => {
      const call = { from: evm(from), to: evm(to), data: `0xa9059cbb${parameter}` };
      const energy = await anvil.ask("eth_estimateGas", [call]).catch(() => undefined);
      return energy === undefined
        ? { result: { result: true }, energy_used: 500, transaction: { ret: [{ ret: "FAILED" }] } }
        : { result: { result: true }, energy_used: Number(energy), transaction: { ret: [{}] } };
    },
    "wallet/broadcasthex": ({ transaction }) => take(String(transaction)),
    "wallet/gettransactioninfobyid": ({ value }) => info(String(value), "latest"),
    "wallet/gettransactionbyid": async ({ value }) =>
      done.has(String(value))
        ? {
            ret: [{ contractRet: "SUCCESS" }],
            raw_data: { contract: [{ type: "TriggerSmartContract", parameter: { value: {} } }] },
          }
        : {},
    "walletsolidity/gettransactioninfobyid": ({ value }) => info(String(value), "finalized"),
  };

  async function take(text: string): Promise<object> {
    const { Transaction } = (globalThis as unknown as { TronWebProto: Proto }).TronWebProto;
    const pb = Transaction.deserializeBinary(Buffer.from(text, "hex"));
    const rawHex = hex(pb.getRawData().serializeBinary());
    const raw = utils.deserializeTx.deserializeTransaction("TriggerSmartContract", rawHex);
    const txID = utils.transaction.txPbToTxID(utils.transaction.txJsonToPb({ raw_data: raw })).slice(2);
    const call = lower(raw.contract[0].parameter.value);
    const signature = pb.getSignatureList().map(hex);
    const signer = Trx.ecRecover({ txID, raw_data: raw, raw_data_hex: rawHex, signature } as never);
    if (signature.length !== 1 || utils.address.toHex(String(signer)).toLowerCase() !== call.owner_address)
      return refused("SIGERROR", "Validate signature error");
    if (done.has(txID)) return refused("DUP_TRANSACTION_ERROR", "Dup transaction.");
    const head = (await anvil.ask("eth_getBlockByNumber", ["latest", false])) as Header;
    const wanted = Number.parseInt(raw.ref_block_bytes, 16);
    const based = (await anvil.ask("eth_getBlockByNumber", [`0x${wanted.toString(16)}`, false])) as Header | null;
    if (based?.hash.slice(18, 34) !== raw.ref_block_hash.toLowerCase()) return refused("TAPOS_ERROR", "Tapos failed");
    const now = Number(head.timestamp) * 1000;
    if (raw.expiration <= now || raw.expiration > now + DAY_MS)
      return refused("TRANSACTION_EXPIRATION_ERROR", "Transaction expired");
    const owner = call.owner_address.slice(2);
    const has = trx.get(owner);
    if (has === undefined) return refused("CONTRACT_VALIDATE_ERROR", `Account [${owner}] does not exist`);
    const bandwidth = (text.length / 2 + RESULT_BYTES) * BYTE_PRICE;
    if (has < bandwidth) return refused("BANDWITH_ERROR", "Account resource insufficient error.");
    const from = evm(call.owner_address);
    await anvil.ask("anvil_impersonateAccount", [from]);
    await anvil.ask("anvil_setBalance", [from, "0xde0b6b3a7640000"]);
    const energy = Math.floor(Math.min(raw.fee_limit, has - bandwidth) / ENERGY_PRICE);
    const sent = { from, to: evm(call.contract_address), data: `0x${call.data}`, gas: `0x${energy.toString(16)}` };
    owners.set(txID, owner);
    done.set(txID, String(await anvil.ask("eth_sendTransaction", [sent])));
    return { result: true, txid: txID, code: "SUCCESS" };
  }

  async function info(txID: string, tag: string): Promise<object> {
    const hash = done.get(txID);
    const receipt = hash && ((await anvil.ask("eth_getTransactionReceipt", [hash])) as Receipt | null);
    if (!receipt) return {};
    const { number } = (await anvil.ask("eth_getBlockByNumber", [tag, false])) as Header;
    const blockNumber = Number(receipt.blockNumber);
    if (blockNumber > Number(number)) return {};
    const fee = Number(receipt.gasUsed) * ENERGY_PRICE + 345 * BYTE_PRICE;
    return { id: txID, fee, blockNumber, receipt: { result: receipt.status === "0x1" ? "SUCCESS" : "REVERT" } };
  }

  return {
    giveTrx: (script, sun) => void trx.set(script, (trx.get(script) ?? 0) + sun),
    answer: async (path, body) => paths[path]?.(body) ?? { Error: `there is no ${path}` },
    asAnvil: (call) => replaced(call, (txID) => done.get(txID.slice(2))),
    asTron: (answer) => {
      const names = new Map([...done].map(([txID, hash]) => [hash, `0x${txID}`]));
      return replaced(answer, (hash) => names.get(hash));
    },
  };
}

type Called = { owner_address: string; contract_address: string; data: string };
/** tronweb reads hex in capitals. */
const lower = ({ owner_address: owner, contract_address: contract, data }: Called): Called => ({
  owner_address: owner.toLowerCase(),
  contract_address: contract.toLowerCase(),
  data: data.toLowerCase(),
});

const evm = (account: unknown): string => `0x${String(account).slice(2)}`;

/** The same with each hash that has another name by that name. */
function replaced<Value>(value: Value, nameOf: (hash: string) => string | undefined): Value {
  return JSON.parse(JSON.stringify(value), (_, each) => (typeof each === "string" ? (nameOf(each) ?? each) : each));
}
