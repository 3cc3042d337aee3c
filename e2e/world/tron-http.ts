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
/** What an account costs that the chain does not know yet: the account, and in place of its bytes. */
const [NEW_ACCOUNT, NEW_BYTES] = [1_000_000, 100_000];
const DAY_MS = 86_400_000;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const refused = (code: string, message: string) => ({ result: false, code, message });

/** A transfer of TRX that was taken: what java-tron did with it. */
type Transfer = { to: string; amount: number; fee: number };
/** A transaction that its owner has signed, what the account has, and what its bytes cost. */
type Sent = { txID: string; owner: string; has: number; bandwidth: number };

/**
 * The HTTP interface of a node of Tron before a real EVM node. A signed transaction is read and its signer found by
 * tronweb, none of it by our own code; it is checked as java-tron does it, in its order, and then done.
 */
export function tronHttp(anvil: Anvil, chainId: number): TronHttp {
  const trx = new Map<string, number>();
  /** Transactions by Tron's hash, and the one that does it; and whose they are. */
  const done = new Map<string, string>();
  const owners = new Map<string, string>();
  const transfers = new Map<string, Transfer>();
  const paths: Readonly<Record<string, (body: Body) => Promise<object>>> = {
    "wallet/getblockbynum": async () => ({ blockID: chainId.toString(16).padStart(64, "0") }),
    "wallet/getaccount": async ({ address }) => {
      const balance = await balanceOf(String(address).slice(2));
      return balance === undefined ? {} : { address, balance };
    },
    "wallet/getaccountresource": async () => ({}),
    "wallet/getchainparameters": async () => ({
      chainParameter: [
        { key: "getEnergyFee", value: ENERGY_PRICE },
        { key: "getTransactionFee", value: BYTE_PRICE },
        { key: "getCreateNewAccountFeeInSystemContract", value: NEW_ACCOUNT },
        { key: "getCreateAccountFee", value: NEW_BYTES },
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
    "wallet/gettransactioninfobyid": ({ value }) => info(String(value)),
    "wallet/gettransactionbyid": async ({ value }) => {
      const of = transfers.get(String(value));
      const contract = of
        ? { type: "TransferContract", parameter: { value: { amount: of.amount } } }
        : { type: "TriggerSmartContract", parameter: { value: {} } };
      return done.has(String(value)) ? { ret: [{ contractRet: "SUCCESS" }], raw_data: { contract: [contract] } } : {};
    },
  };

  /** What lies on an account by the blocks there are; undefined for one that no TRX has come to. */
  async function balanceOf(owner: string): Promise<number | undefined> {
    let has = trx.get(owner);
    for (const [txID, of] of owners) {
      const [moved, cost] = [transfers.get(txID), await info(txID)];
      if (!("fee" in cost)) continue;
      if (of === owner) has = (has ?? 0) - Number(cost.fee) - (moved?.amount ?? 0);
      if (moved?.to === owner) has = (has ?? 0) + moved.amount;
    }
    return has;
  }

  async function take(text: string): Promise<object> {
    const { raw, txID, value, isTransfer, isSigned } = readSent(text);
    if (!isSigned) return refused("SIGERROR", "Validate signature error");
    if (await isKnown(txID)) return refused("DUP_TRANSACTION_ERROR", "Dup transaction.");
    const head = (await anvil.ask("eth_getBlockByNumber", ["latest", false])) as Header;
    const wanted = Number.parseInt(raw.ref_block_bytes, 16);
    const based = (await anvil.ask("eth_getBlockByNumber", [`0x${wanted.toString(16)}`, false])) as Header | null;
    if (based?.hash.slice(18, 34) !== raw.ref_block_hash.toLowerCase()) return refused("TAPOS_ERROR", "Tapos failed");
    const now = Number(head.timestamp) * 1000;
    if (raw.expiration <= now || raw.expiration > now + DAY_MS)
      return refused("TRANSACTION_EXPIRATION_ERROR", "Transaction expired");
    const owner = value("owner_address").slice(2);
    const has = await balanceOf(owner);
    if (has === undefined) return refused("CONTRACT_VALIDATE_ERROR", `Account [${owner}] does not exist`);
    const sent: Sent = { txID, owner, has, bandwidth: (text.length / 2 + RESULT_BYTES) * BYTE_PRICE };
    return isTransfer
      ? give(sent, value("to_address").slice(2), Number(value("amount")))
      : call(sent, value("contract_address"), value("data"), Number(raw.fee_limit));
  }

  /** Waiting, or in a block; what stood in a branch that is gone is taken again. */
  async function isKnown(txID: string): Promise<boolean> {
    const hash = done.get(txID);
    return hash !== undefined && (await anvil.ask("eth_getTransactionByHash", [hash])) !== null;
  }

  async function give(sent: Sent, to: string, amount: number): Promise<object> {
    const isNew = (await balanceOf(to)) === undefined;
    const bytes = isNew ? NEW_BYTES : sent.bandwidth;
    const fee = isNew ? NEW_ACCOUNT + NEW_BYTES : sent.bandwidth;
    if (sent.has < bytes) return refused("BANDWITH_ERROR", "Account resource insufficient error.");
    if (sent.has < amount + fee)
      return refused("CONTRACT_VALIDATE_ERROR", "Validate TransferContract error, balance is not sufficient.");
    transfers.set(sent.txID, { to, amount, fee });
    return send(sent, { to: `0x${to}`, value: `0x${amount.toString(16)}` });
  }

  async function call(sent: Sent, contract: string, data: string, feeLimit: number): Promise<object> {
    if (sent.has < sent.bandwidth) return refused("BANDWITH_ERROR", "Account resource insufficient error.");
    const energy = Math.floor(Math.min(feeLimit, sent.has - sent.bandwidth) / ENERGY_PRICE);
    return send(sent, { to: evm(contract), data: `0x${data}`, gas: `0x${energy.toString(16)}` });
  }

  async function send({ txID, owner }: Sent, of: object): Promise<object> {
    const from = `0x${owner}`;
    await anvil.ask("anvil_impersonateAccount", [from]);
    await anvil.ask("anvil_setBalance", [from, "0xde0b6b3a7640000"]);
    owners.set(txID, owner);
    done.set(txID, String(await anvil.ask("eth_sendTransaction", [{ ...of, from }])));
    return { result: true, txid: txID, code: "SUCCESS" };
  }

  async function info(txID: string): Promise<object> {
    const hash = done.get(txID);
    const receipt = hash && ((await anvil.ask("eth_getTransactionReceipt", [hash])) as Receipt | null);
    if (!receipt) return {};
    const blockNumber = Number(receipt.blockNumber);
    const moved = transfers.get(txID);
    // A transfer of TRX calls nothing: its receipt has no word for how a call went.
    if (moved) return { id: txID, fee: moved.fee, blockNumber, receipt: { net_fee: moved.fee } };
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

/** A signed transaction as tronweb reads it, which has hex in capitals; whether its owner's key has signed it alone. */
function readSent(text: string) {
  const { Transaction } = (globalThis as unknown as { TronWebProto: Proto }).TronWebProto;
  const pb = Transaction.deserializeBinary(Buffer.from(text, "hex"));
  const rawHex = hex(pb.getRawData().serializeBinary());
  const isTransfer = rawHex.includes(hex(Buffer.from("protocol.TransferContract")));
  const kind = isTransfer ? "TransferContract" : "TriggerSmartContract";
  const raw = utils.deserializeTx.deserializeTransaction(kind, rawHex);
  const txID = utils.transaction.txPbToTxID(utils.transaction.txJsonToPb({ raw_data: raw })).slice(2);
  const fields = raw.contract[0].parameter.value as Record<string, unknown>;
  const value = (name: string): string => String(fields[name]).toLowerCase();
  const signature = pb.getSignatureList().map(hex);
  const signer = Trx.ecRecover({ txID, raw_data: raw, raw_data_hex: rawHex, signature } as never);
  const isSigned =
    signature.length === 1 && utils.address.toHex(String(signer)).toLowerCase() === value("owner_address");
  return { raw, txID, value, isTransfer, isSigned };
}

const evm = (account: unknown): string => `0x${String(account).slice(2)}`;

/** The same with each hash that has another name by that name. */
function replaced<Value>(value: Value, nameOf: (hash: string) => string | undefined): Value {
  return JSON.parse(JSON.stringify(value), (_, each) => (typeof each === "string" ? (nameOf(each) ?? each) : each));
}
