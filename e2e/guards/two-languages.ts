import type { Asset, CryptoAsset } from "#lib/kernel/assets.ts";
import {
  ASSETS,
  CRYPTO_ASSETS,
  cryptoOf,
  isFiat,
  isGas,
  LEDGER_ASSETS,
  networkTypeOf,
  scaleOf,
} from "#lib/kernel/assets.ts";
import { limitMet } from "#lib/bills/bill.ts";
import { compactSize, littleEndian } from "#lib/chains/raw-transaction.ts";
import { tronHash } from "#lib/chains/tron-raw.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf, floorTo } from "#lib/kernel/money.ts";
import { codeOfPlace } from "#lib/ledger/move-journal.ts";
import { movesMoney } from "#lib/keys/create-key.ts";
import { isPlace, OWNER, placeHolds } from "#lib/moves/move.ts";
import { raises } from "#lib/people/users.ts";
import { confirmationsAt, readTiers, tighterTiers } from "#lib/settings/tiers.ts";
import { STRATEGIES, type Strategy } from "#lib/pricing/price.ts";
import { ALL_ROLES, HOUSE_SCOPES, SCOPES } from "#lib/contract/permissions.ts";
import type { FACTS_OF } from "#prisma/statements/facts.ts";
import { bytesToHex } from "@noble/hashes/utils.js";

/** One question put to both: the SQL expression, and what TypeScript says, both as text. */
type Pair = { sql: string; says: string };
/** A function that both languages have: why, and questions that both have to answer alike. */
export type Both = { why: string; pairs: readonly Pair[] };

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const each = <T>(values: readonly T[], pair: (value: T) => Pair): Pair[] => values.map(pair);
const SHOWN = "the browser and the reader of requests know it before there is a row";
const WALL = "the database proves by itself what the program has written (rulebook 3.34)";

const UNITS = [0n, 1n, 99n, 100_000_000n, 123_456_789n, 2_100_000_000_000_000n, -5n];
const PLACES = [
  "bank:main",
  "bank:b-2",
  "venue:v1",
  "venue:",
  "bank:-x",
  OWNER,
  "x",
  "custody:tron",
  "custody:bitcoin",
  "custody:eth",
  "custody:x",
  "custody:tron:1",
];
const TIERS = ["2", "6", "3,50000:6", "1,70000:12", "4,50000:5,100000:20"];
const NUMBERS = [0, 1, 252, 253, 254, 65_535];

/** A pure rule in two languages is one that can disagree with itself: each stands here and is compared. */
export const BOTH: Readonly<Record<string, Both>> = {
  tighter_tiers: {
    why: WALL,
    pairs: TIERS.flatMap((one) =>
      TIERS.flatMap((other) =>
        each(["0", "49999.99", "50000", "70000", "100000"], (value) => ({
          sql: `tier_at(tighter_tiers(${text(one)}, ${text(other)}), ${value})`,
          says: `${confirmationsAt(readTiers(tighterTiers(one, other)) ?? [], Decimal.from(value))}`,
        })),
      ),
    ),
  },
  amount_of: {
    why: SHOWN,
    pairs: ASSETS.flatMap((of: Asset) =>
      each(UNITS, (units) => ({ sql: `amount_of(${units}, ${text(of)})`, says: amountOf(of, units).toString() })),
    ),
  },
  floor_to: {
    why: SHOWN,
    pairs: ASSETS.flatMap((of) =>
      each(["0", "1.999999999", "0.0000000051", "1234.5678901"], (value) => ({
        sql: `floor_to(${value}, ${text(of)})`,
        says: floorTo(of, Decimal.from(value)).toString(),
      })),
    ),
  },
  promises_price: {
    why: "a bill is treated by TypeScript before there is a row of what came of it; what it promises SQL alone decides",
    pairs: STRATEGIES.flatMap((strategy: Strategy) =>
      each(["59999.99", "60000", "60000.01"], (limitPrice) => ({
        sql: `promises_price(${text(strategy)}, 60000, ${strategy === "LMT" ? limitPrice : "null"})`,
        says: `${
          strategy !== "RAI" &&
          limitMet({
            strategy,
            price: Decimal.from("60000"),
            ...(strategy === "LMT" && { limitPrice: Decimal.from(limitPrice) }),
          }) !== false
        }`,
      })),
    ),
  },
  compact_size: {
    why: WALL,
    pairs: each(NUMBERS, (of) => ({ sql: `compact_size(${of})`, says: bytesToHex(compactSize(of)) })),
  },
  little_endian: {
    why: WALL,
    pairs: each(NUMBERS, (of) => ({ sql: `little_endian(${of}, 8)`, says: bytesToHex(littleEndian(of, 8)) })),
  },
  tron_hash: {
    why: WALL,
    pairs: each(["", "00", "0a0b0c"], (of) => ({ sql: `tron_hash(${text(of)})`, says: tronHash(of) })),
  },
};

/**
 * Rules of the database's alone: what they answer is written into `lib/kernel/sql-facts.ts`, and TypeScript reads it there.
 * That it reads it right is compared as well.
 */
export const READ: Readonly<Record<(typeof FACTS_OF)[number], readonly Pair[]>> = {
  is_fiat: each([...ASSETS, "DOGE"], (of) => ({ sql: `is_fiat(${text(of)})`, says: `${isFiat(of)}` })),
  is_gas: each(LEDGER_ASSETS, (of) => ({ sql: `is_gas(${text(of)})`, says: `${isGas(of)}` })),
  crypto_of: each(CRYPTO_ASSETS, (of) => ({ sql: `crypto_of(${text(of)})`, says: cryptoOf(of) })),
  network_type_of: each(CRYPTO_ASSETS, (of: CryptoAsset) => ({
    sql: `coalesce(network_type_of(${text(of)}), 'none')`,
    says: networkTypeOf(of) ?? "none",
  })),
  asset_scale: each(ASSETS, (of) => ({ sql: `asset_scale(${text(of)})`, says: `${scaleOf(of)}` })),
  is_place: each(PLACES, (of) => ({ sql: `is_place(${text(of)})`, says: `${isPlace(of)}` })),
  code_of_place: each([...PLACES, "bank"], (of) => ({ sql: `code_of_place(${text(of)})`, says: codeOfPlace(of) })),
  place_holds: PLACES.filter((place) => place === OWNER || isPlace(place)).flatMap((place) =>
    each(ASSETS, (of) => ({
      sql: `place_holds(${text(place)}, ${text(of)})`,
      says: `${placeHolds(place, of)}`,
    })),
  ),
  role_raises: [true, false].flatMap((ofHouse) =>
    ALL_ROLES.flatMap((before) =>
      each(ALL_ROLES, (after) => ({
        sql: `role_raises(${text(before)}, ${text(after)}, ${ofHouse})`,
        says: `${raises(before, after, ofHouse)}`,
      })),
    ),
  ),
  moves_money: each([...SCOPES, ...HOUSE_SCOPES], (scope) => ({
    sql: `moves_money(array[${text(scope)}])`,
    says: `${movesMoney([scope])}`,
  })),
};

/** The same words for two matters: neither says what the other says. */
export const OTHER_MATTER: Readonly<Record<string, string>> = {
  account_of: "SQL: the account of a chain behind an address; here: the tenant that a request acts for",
  check_link: "SQL: whether a person's link to a move has its second person; here: whether a value is a link",
  cost_of: "SQL: the record of what a conversion's quote and sale cost; here: what a trade at a venue cost in fiat",
  epoch_ms: "SQL: a time as a number; here: the schema of such a field",
  house_account: "SQL: the house's ledger accounts; here: the tenant that is the house",
  is_explained: "SQL: postings of an outgoing; here: what is to be reported as unknown",
  is_live: "SQL: whether this is a live service; here: whether a prepared transaction may still confirm",
  iso_time: "SQL: a time as text; here: the schema of such a field",
  moved_by: "SQL: what an entry of the ledger moved; here: what a row of gas is to move",
  movements_of: "SQL: one account's movements in a settlement's period; here: the reader of a page of them",
  place_of: "SQL: where a ledger account stands; here: the bank account that a statement is of",
  quotes_of: "SQL: a conversion's quotes as its record has them; here: what a price source said",
  sums_of: "SQL: a settlement's sums by kind; here: a customer's figures from a row",
  taken_units: "SQL: what an outgoing has taken; here: how deep a sale may go into the book",
};
