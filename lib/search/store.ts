import type { RowOf } from "#lib/kernel/statement.ts";
import { ASSET_SYMBOLS, CRYPTO_ASSETS, FIATS } from "#lib/kernel/assets.ts";
import { type Db, wordFrom } from "#lib/kernel/database.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Readings } from "./readings.ts";
import type { Found } from "./contract.ts";
import { FOUND_BY, type FoundKind } from "./found-kinds.ts";
import * as access from "./access.sql.ts";
import * as moneyOut from "./money-out.sql.ts";
import * as payments from "./payments.sql.ts";

/** Of each kind, so that a short beginning cannot fill the list with one. */
const MOST = 5;
/** Equal amounts, and deliveries of an endpoint, that are looked through for a further fact. */
const ALIKE = 1_000;

/** What every statement answers. */
type Row = RowOf<typeof payments.findSubaccounts>;

/** Whose records are meant: an account's; the house's own, and with it those of all accounts. */
export type SearchScope = { accountId: string; ofHouse: boolean };
type Look = (db: Db, readings: Readings, whose: SearchScope, scopes: readonly string[]) => Promise<Row[]>;

const none = async (): Promise<Row[]> => [];
const idsOf = ({ ids, tail }: Readings) => ({ ...ids, ...tail });
const hashesOf = ({ hashes }: Readings) => ({ hashes: hashes?.begins, hashEnd: hashes?.like });
const addressesOf = ({ addresses }: Readings) => ({ addresses: addresses?.begins, addressEnd: addresses?.like });
const amountsOf = ({ amounts }: Readings) => ({
  amounts: amounts?.amounts.map(String),
  symbol: amounts?.symbol,
  alike: ALIKE,
});
const everyones = ({ accountId, ofHouse }: SearchScope) => (ofHouse ? undefined : accountId);
const hasId = ({ ids, tail }: Readings) => ids !== undefined || tail !== undefined;

/** One statement for each kind; a kind that the text cannot name is not read. */
export const LOOKS: Readonly<Record<Exclude<FoundKind, "case">, Look>> = {
  payment: (db, readings, { accountId }) =>
    payments.findPayments(db, {
      accountId,
      ...idsOf(readings),
      ...amountsOf(readings),
      fiats: FIATS,
      cryptos: CRYPTO_ASSETS,
      addressKey: readings.addresses?.begins[0],
      addressEnd: readings.addresses?.like,
      words: readings.words,
      most: MOST,
    }),
  deposit: (db, readings, { accountId }) =>
    hasId(readings) || readings.hashes || readings.addresses || readings.amounts
      ? payments.findDeposits(db, {
          accountId,
          ...idsOf(readings),
          ...hashesOf(readings),
          ...addressesOf(readings),
          ...amountsOf(readings),
          most: MOST,
        })
      : none(),
  subaccount: (db, { words }, { accountId }) => payments.findSubaccounts(db, { accountId, words, most: MOST }),
  conversion: (db, readings, { accountId }) =>
    hasId(readings) || readings.amounts
      ? payments.findConversions(db, { accountId, ...idsOf(readings), ...amountsOf(readings), most: MOST })
      : none(),
  payout: (db, readings, whose) =>
    moneyOut.findPayouts(db, {
      accountId: everyones(whose),
      ...idsOf(readings),
      ...hashesOf(readings),
      ...addressesOf(readings),
      ...amountsOf(readings),
      words: readings.words,
      most: MOST,
    }),
  beneficiary: (db, readings, whose) =>
    moneyOut.findBeneficiaries(db, {
      accountId: everyones(whose),
      ...idsOf(readings),
      ...addressesOf(readings),
      account: readings.words.replaceAll(/\s/g, "").toUpperCase(),
      lower: readings.words.toLowerCase(),
      most: MOST,
    }),
  settlement: (db, readings, whose) =>
    moneyOut.findSettlements(db, {
      accountId: everyones(whose),
      ...idsOf(readings),
      amounts: readings.amounts?.amounts.map(String),
      symbol: readings.amounts?.symbol,
      lower: readings.words.toLowerCase(),
      most: MOST,
    }),
  refundLink: (db, readings, { accountId }) =>
    readings.ids || readings.addresses
      ? payments.findRefundLinks(db, { accountId, ...readings.ids, ...addressesOf(readings), most: MOST })
      : none(),
  request: (db, readings, { accountId }, scopes) =>
    hasId(readings) ? access.findRequests(db, { accountId, ...idsOf(readings), scopes, most: MOST }) : none(),
  endpoint: (db, readings, { accountId }) =>
    access.findEndpoints(db, { accountId, ...idsOf(readings), lower: readings.words.toLowerCase(), most: MOST }),
  delivery: (db, readings, { accountId }) =>
    hasId(readings) ? access.findDeliveries(db, { accountId, ...idsOf(readings), alike: ALIKE, most: MOST }) : none(),
  event: (db, { ids }, { accountId }) => (ids ? access.findEvents(db, { accountId, ...ids, most: MOST }) : none()),
  key: (db, { words, tail }, { accountId }) =>
    access.findKeys(db, { accountId, words, lower: words.toLowerCase(), ending: tail?.tail, most: MOST }),
  person: (db, { words, roles }, { accountId }) =>
    access.findPeople(db, { accountId, roles, lower: words.toLowerCase(), most: MOST }),
  approval: (db, readings, { accountId, ofHouse }) =>
    hasId(readings) ? access.findApprovals(db, { accountId, ofHouse, ...idsOf(readings), most: MOST }) : none(),
  move: (db, readings) =>
    moneyOut.findMoves(db, {
      ...idsOf(readings),
      ...hashesOf(readings),
      amounts: readings.amounts?.amounts.map(String),
      symbol: readings.amounts?.symbol,
      lower: readings.words.toLowerCase(),
      most: MOST,
    }),
};

/** Each record once, by the first of its facts that was typed. */
export function foundOf(kind: FoundKind, rows: readonly Row[]): Found[] {
  const once = new Map(rows.toReversed().map((row) => [row.id, row]));
  return [...once.values()].reverse().map((row) => ({
    kind,
    by: wordFrom(FOUND_BY, row.by),
    value: row.value ?? `${row.quantity ?? ""} ${row.asset ?? ""}`,
    id: row.id,
    ...(row.within === null ? {} : { within: row.within }),
    ...(row.status === null ? {} : { status: row.status }),
    ...(row.quantity === null ? {} : { quantity: Decimal.from(row.quantity) }),
    ...(row.asset === null ? {} : { asset: wordFrom(ASSET_SYMBOLS, row.asset) }),
    ...(row.name === null ? {} : { name: row.name }),
    ...(row.at === null ? {} : { at: row.at.getTime() }),
  }));
}
