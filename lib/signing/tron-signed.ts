import { isDeepStrictEqual } from "node:util";
import {
  readSignedTron,
  readTron,
  type SignedTron,
  signedTron,
  type TronTransaction,
  tronJson,
} from "#lib/chains/tron-raw.ts";
import { accountAddress } from "#lib/wallets/encodings.ts";
import type { Difference, DifferingPart } from "./difference.ts";
import type { SignedTransaction } from "./utxo-signed.ts";

/** A transaction of tron as it was prepared, and the account that sends it. */
export type PreparedTron = TronTransaction & { sender: string };

/** Each field that is compared, as people read it. */
const FIELDS: readonly (readonly [DifferingPart, (tx: TronTransaction) => bigint | string])[] = [
  ["REF_BLOCK", ({ refBlockBytes, refBlockHash }) => `${refBlockBytes} ${refBlockHash}`],
  ["EXPIRATION", ({ expiration }) => expiration],
  ["TIMESTAMP", ({ timestamp }) => timestamp],
  ["MEMO", ({ memo }) => memo],
  ["PERMISSION", ({ permission }) => permission],
  ["CONTRACT", ({ kind }) => kind],
  ["OWNER", ({ owner }) => accountAddress("tron", owner)],
  ["TO", ({ to }) => accountAddress("tron", to)],
  ["TRX", ({ value }) => value],
  ["TRC10", ({ tokenValue, tokenId }) => `${tokenValue} of ${tokenId}`],
  ["DATA", ({ data }) => `0x${data}`],
  ["FEE_LIMIT", ({ feeLimit }) => feeLimit],
];

const NO_FORM: Difference = {
  part: "FORM",
  expected: "a signed transaction of tron, JSON or hex",
  found: "none, or damaged",
};

/**
 * What came back from the signer, as JSON of a wallet or as the whole transaction in hex, against what was prepared: every
 * field of raw_data, and whose key signed it. Answers the signed transaction, or the first difference.
 */
export function compareTron(prepared: PreparedTron, uploaded: string): SignedTransaction | Difference {
  const text = uploaded.trim();
  const { signed, words } = text.startsWith("{") ? fromJson(text) : fromHex(text);
  const found = signed && readTron(signed.rawHex);
  if (!signed || !found) return NO_FORM;
  return differenceIn(prepared, found, signed, words) ?? { hex: signed.hex, txHash: signed.txHash };
}

/** What was signed, and what the same file says of it in words. */
type Brought = { signed: SignedTron | undefined; words?: { txId: unknown; rawData: unknown } };

const fromHex = (text: string): Brought => ({ signed: readSignedTron(text.toLowerCase().replace(/^0x/, "")) });

function fromJson(text: string): Brought {
  const read = parsedOr(text);
  const { raw_data_hex: rawHex, signature, txID: txId, raw_data: rawData } = read;
  const [only, ...more] = Array.isArray(signature) ? signature : [];
  if (typeof rawHex !== "string" || typeof only !== "string" || more.length > 0) return { signed: undefined };
  const signed = signedTron(rawHex.toLowerCase(), only.toLowerCase().replace(/^0x/, ""));
  return { signed, words: { txId, rawData } };
}

function parsedOr(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function differenceIn(
  prepared: PreparedTron,
  found: TronTransaction,
  signed: SignedTron,
  words: Brought["words"],
): Difference | undefined {
  for (const [part, of] of FIELDS) {
    const [expected, other] = [of(prepared), of(found)];
    if (expected !== other) return { part, expected: String(expected), found: String(other) };
  }
  if (words?.txId !== undefined && words.txId !== signed.txHash)
    return { part: "FORM", expected: `txID ${signed.txHash}`, found: `txID ${String(words.txId)}` };
  if (words?.rawData !== undefined && !isDeepStrictEqual(words.rawData, tronJson(found)))
    return { part: "FORM", expected: "raw_data as in raw_data_hex", found: "another" };
  if (!signed.signer || !signed.isLow)
    return { part: "SIGNATURE", at: 1, expected: "one of a key, with a low s", found: "not one that holds" };
  if (signed.signer !== prepared.sender)
    return {
      part: "SENDER",
      expected: accountAddress("tron", prepared.sender),
      found: accountAddress("tron", signed.signer),
    };
  return undefined;
}
