import { type Asset, ASSETS, type CryptoAsset, scaleOf } from "#lib/kernel/assets.ts";
import { type Connections, decimalFrom, unitsFrom, wordFrom } from "#lib/kernel/database.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { VenueAccount, VenueTransfer } from "../venue.ts";
import * as sql from "./simulated.sql.ts";

/** Where the sandbox's venue takes crypto in: addresses of a published test vector, of nobody's. */
const ADDRESSES: Readonly<Record<CryptoAsset, string>> = {
  BTC: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  BCH: "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
  "USDT@eth": "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "USDT@tron": "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL",
  "USDC@eth": "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
};
const KINDS = ["DEPOSIT", "WITHDRAWAL"] as const satisfies readonly VenueTransfer["kind"][];
const STATES = ["PENDING", "DONE", "FAILED"] as const satisfies readonly VenueTransfer["state"][];

/** What the sandbox's venue tells of the house's account: what its control has played, and what it has traded. */
export function simulatedAccount(db: Connections): VenueAccount {
  return {
    depositAddresses: async (asset) => [ADDRESSES[asset]],
    async transfersSince(since) {
      return (await sql.transfersSince(db, { since })).map((row) => ({
        kind: wordFrom(KINDS, row.kind),
        venueRef: row.ref,
        asset: wordFrom(ASSETS, row.asset) satisfies Asset,
        quantity: decimalFrom(row.quantity),
        fee: decimalFrom(row.fee),
        state: wordFrom(STATES, row.status),
        txHash: row.txHash ?? undefined,
        address: row.address ?? undefined,
        label: row.label ?? undefined,
        at: row.at,
      }));
    },
    async tradesSince(since) {
      return (await sql.tradesSince(db, { since })).map(({ base, ...row }) => ({
        base,
        fiat: row.fiat,
        tradeId: row.trade_id,
        orderRef: row.client_ref,
        side: row.side,
        quantity: Decimal.of(unitsFrom(row.filled_units), scaleOf(base)),
        proceeds: decimalFrom(row.proceeds),
        fee: Decimal.ZERO,
        at: row.created_at,
      }));
    },
  };
}
