import {
  type Crypto,
  CRYPTOS,
  cryptoOf,
  type Fiat,
  FIATS,
  ASSET_SYMBOLS,
  type AssetSymbol,
} from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { krakenNames } from "#lib/pricing/sources/kraken.ts";
import type { AccountTrade, VenueAccount, VenueTransfer } from "../venue.ts";
import { type KrakenClient, type KrakenTrade, type KrakenTransfer, MOST_PAGES_OF_ALL } from "./kraken-client.ts";
import { isOfNetwork, transferAsset } from "./transfer-network.ts";

/** What Kraken tells of the house's account: DepositAddresses, DepositStatus, WithdrawStatus and TradesHistory. */
export function krakenAccount(client: KrakenClient): VenueAccount {
  return {
    async depositAddresses(asset) {
      const name = cryptoOf(asset) === "BTC" ? "XBT" : cryptoOf(asset);
      const methods = (await client.depositMethods(name)).filter((method) => isOfNetwork(asset, method));
      const all: string[] = [];
      for (const method of methods) all.push(...(await client.depositAddresses(name, method)));
      return all;
    },
    async transfersSince(since) {
      const transfers = [
        ...(await client.deposits(since)).map((each) => transferOf("DEPOSIT", each)),
        ...(await client.withdrawals(since)).map((each) => transferOf("WITHDRAWAL", each)),
      ];
      return transfers.flatMap((each) => each ?? []);
    },
    async tradesSince(since) {
      return (await client.tradesSince(since, MOST_PAGES_OF_ALL)).flatMap((trade) => tradeOf(trade) ?? []);
    },
  };
}

const KNOWN: readonly string[] = ASSET_SYMBOLS;

/** What Kraken names XXBT, ZEUR and so on; undefined for what the house does not deal in. */
function symbolOf(name: string): AssetSymbol | undefined {
  const symbol = name === "XXBT" || name === "XBT" ? "BTC" : name.replace(/^[XZ](?=...$)/, "");
  return KNOWN.includes(symbol) ? (symbol as AssetSymbol) : undefined;
}

/** What earns in Kraken Rewards stands apart under this ending, and is sold by the asset's own name like the rest of it. */
const REWARDED = /\.F$/;

/** The symbol of what Kraken holds under a name. */
export const heldSymbolOf = (name: string): AssetSymbol | undefined => symbolOf(name.replace(REWARDED, ""));

/** A deposit is credited less its fee; a withdrawal's amount is what goes to its destination, with the fee beside it. */
function transferOf(kind: VenueTransfer["kind"], transfer: KrakenTransfer): VenueTransfer | undefined {
  const symbol = symbolOf(transfer.asset);
  if (!symbol) return undefined;
  const fee = transfer.fee ?? Decimal.ZERO;
  return {
    kind,
    venueRef: transfer.refid,
    asset: transferAsset(symbol, `${transfer.network ?? ""} ${transfer.method}`),
    quantity: kind === "DEPOSIT" ? transfer.amount.minus(fee) : transfer.amount,
    fee,
    state: stateOf(transfer),
    txHash: transfer.txid || undefined,
    address: transfer.info || undefined,
    label: transfer.key || undefined,
    at: new Date(Number(transfer.time.floorUnits(3))),
  };
}

/** By IFEX; what Kraken holds back, or is asked to cancel, is not done yet, and a withdrawal that it returns has failed. */
function stateOf({ status, "status-prop": note }: KrakenTransfer): VenueTransfer["state"] {
  if (status === "Failure" || note === "canceled" || note === "returned") return "FAILED";
  return status === "Success" && !/hold|pending/.test(note ?? "") ? "DONE" : "PENDING";
}

function tradeOf({ tradeId, ordertxid, pair, time, type, vol, cost, fee }: KrakenTrade): AccountTrade | undefined {
  const known = PAIRS.get(pair);
  if (!known) return undefined;
  return {
    ...known,
    tradeId,
    orderRef: ordertxid,
    side: type === "buy" ? "BUY" : "SELL",
    quantity: vol,
    proceeds: cost,
    fee,
    at: new Date(Number(time.floorUnits(3))),
  };
}

const PAIRS: ReadonlyMap<string, { base: Crypto; fiat: Fiat }> = new Map(
  CRYPTOS.flatMap((base) =>
    FIATS.flatMap((fiat) => (krakenNames({ base, fiat }) ?? []).map((name) => [name, { base, fiat }] as const)),
  ),
);
