import {
  ASSET_SYMBOLS,
  type Crypto,
  CRYPTOS,
  type CryptoAsset,
  cryptoOf,
  type Fiat,
  FIATS,
} from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { AccountTrade, VenueAccount, VenueTransfer } from "../venue.ts";
import { exact, type Trade, tradeOf, type VenueText } from "./ccxt-figures.ts";
import { transferAsset } from "./transfer-network.ts";

type Transaction = {
  id?: string | undefined;
  txid?: string | undefined;
  timestamp?: number | undefined;
  currency?: string | undefined;
  amount: VenueText;
  network?: string | undefined;
  address?: string | undefined;
  addressTo?: string | undefined;
  status?: string | undefined;
  fee?: { cost?: VenueText; currency?: string | undefined } | undefined;
  /** The exchange's own words. */
  info?: { method?: unknown; key?: unknown } | undefined;
};

/** As much of the library's exchange as the account's figures need. */
export type AccountExchange = {
  fetchDeposits(code: string | undefined, since: number): Promise<Transaction[]>;
  fetchWithdrawals(code: string | undefined, since: number): Promise<Transaction[]>;
  fetchDepositAddress(code: string, params: Record<string, string>): Promise<{ address?: string | undefined }>;
  fetchMyTrades(symbol: string | undefined, since: number): Promise<Trade[]>;
};

/** Of all at once; of each where an exchange tells it in no other way, as Binance does of trades and Coinbase of transfers. */
async function ofAll<T>(names: readonly string[], read: (name: string | undefined) => Promise<T[]>): Promise<T[]> {
  try {
    return await read(undefined);
  } catch (error) {
    if ((error as Error).name !== "ArgumentsRequired") throw error;
  }
  const found: T[] = [];
  for (const name of names) found.push(...(await read(name)));
  return found;
}

/** What the library tells of the house's account, in its own shapes; `symbols`: the pairs that are traded there. */
export function ccxtAccount(exchange: () => Promise<AccountExchange>, symbols: () => readonly string[]): VenueAccount {
  return {
    async depositAddresses(asset) {
      const { address } = await (await exchange()).fetchDepositAddress(cryptoOf(asset), networkOf(asset));
      return address ? [address] : [];
    },
    async transfersSince(since) {
      const ready = await exchange();
      const deposits = await ofAll(ASSET_SYMBOLS, (code) => ready.fetchDeposits(code, since.getTime()));
      const withdrawals = await ofAll(ASSET_SYMBOLS, (code) => ready.fetchWithdrawals(code, since.getTime()));
      return [
        ...deposits.flatMap((each) => transferOf("DEPOSIT", each) ?? []),
        ...withdrawals.flatMap((each) => transferOf("WITHDRAWAL", each) ?? []),
      ];
    },
    async tradesSince(since) {
      const ready = await exchange();
      const trades = await ofAll(symbols(), (symbol) => ready.fetchMyTrades(symbol, since.getTime()));
      return trades.flatMap((trade) => accountTrade(trade) ?? []);
    },
  };
}

/** The library's words for networks of tokens; coins have one of their own. */
function networkOf(asset: CryptoAsset): Record<string, string> {
  if (asset === "USDT@tron") return { network: "TRC20" };
  return asset === "USDT@eth" || asset === "USDC@eth" ? { network: "ERC20" } : {};
}

const isCrypto = (symbol: string | undefined): symbol is Crypto =>
  (CRYPTOS as readonly string[]).includes(symbol ?? "");
const isFiat = (symbol: string | undefined): symbol is Fiat => (FIATS as readonly string[]).includes(symbol ?? "");
const worded = (word: unknown): string | undefined => (typeof word === "string" && word !== "" ? word : undefined);

function transferOf(kind: VenueTransfer["kind"], transfer: Transaction): VenueTransfer | undefined {
  const { id, currency, timestamp, info } = transfer;
  if (!id || timestamp === undefined || !(isCrypto(currency) || isFiat(currency))) return undefined;
  const isOwn = transfer.fee?.cost !== undefined && (transfer.fee.currency ?? currency) === currency;
  const fee = isOwn ? exact(transfer.fee?.cost) : Decimal.ZERO;
  const amount = exact(transfer.amount);
  return {
    kind,
    venueRef: id,
    asset: transferAsset(currency, `${transfer.network ?? ""} ${worded(info?.method) ?? ""}`),
    quantity: kind === "DEPOSIT" ? amount.minus(fee) : amount,
    fee,
    state: STATES[transfer.status ?? ""] ?? "PENDING",
    txHash: transfer.txid || undefined,
    address: transfer.addressTo || transfer.address || undefined,
    label: worded(info?.key),
    at: new Date(timestamp),
  };
}

const STATES: Readonly<Record<string, VenueTransfer["state"]>> = { ok: "DONE", failed: "FAILED", canceled: "FAILED" };

function accountTrade(trade: Trade): AccountTrade | undefined {
  const { symbol = "", order, side, timestamp } = trade;
  const [base, fiat] = symbol.split("/");
  if (!isCrypto(base) || !isFiat(fiat) || timestamp === undefined) return undefined;
  const made = { base, fiat, orderRef: order ?? "", side: side === "buy" ? ("BUY" as const) : ("SELL" as const) };
  return { ...tradeOf(trade, base, fiat), ...made, at: new Date(timestamp) };
}
