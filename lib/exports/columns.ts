import { Decimal } from "#lib/kernel/decimal.ts";
import { type Json, writeJson } from "#lib/kernel/json.ts";
import type { ExportList } from "./export-facts.ts";

/** One value of a file: an exact number, or text; what is absent is empty text. */
export type Value = Decimal | string;

type Row = { [field: string]: Json };
type Column = { name: string; of: (row: Row) => Value };

const plain = (name: string): Column => ({ name, of: (row) => shown(row[name]) });
/** Epoch milliseconds, as ISO 8601 in UTC. */
const moment = (name: string): Column => ({ name, of: ({ [name]: at }) => (at instanceof Decimal ? isoOf(at) : "") });
const listed = (name: string, from: string, field: string): Column => ({
  name,
  of: (row) =>
    records(row[from])
      .map((one) => shown(one[field]))
      .join(" "),
});

/** The columns of each list, by the API's own names, in a fixed order. */
export const COLUMNS: Readonly<Record<ExportList, readonly Column[]>> = {
  payments: [
    ...["paymentId", "status", "amountStatus"].map(plain),
    { name: "labels", of: (row) => texts(row["labels"]).join(" ") },
    moment("createdAt"),
    ...["username", "subaccount", "reference", "cryptoType", "networkType"].map(plain),
    ...["quantity", "quantityReceived", "quantityPending", "quantityConverted", "quantityUnconverted"].map(plain),
    ...["quantityLocked", "quantityPaidOut", "feeQuantity"].map(plain),
    ...["fiat", "fiatReceivable", "fiatReceived", "price", "strategy", "feeModel", "limitPrice", "limitMet"].map(plain),
    plain("address"),
    moment("expiryTime"),
    moment("updatedAt"),
    listed("txHashes", "deposits", "txHash"),
    listed("invoiceIds", "conversions", "invoiceId"),
  ],
  conversions: [
    ...["invoiceId", "type", "side", "status", "created", "baseSymbol", "quoteSymbol", "quantity"].map(plain),
    ...["price", "feeModel", "feeQuantity", "fiatReceived", "executed", "cancelled", "cancelReason"].map(plain),
    ...["lastError", "username", "createdBy", "updated"].map(plain),
    { name: "items", of: (row) => Decimal.from(records(row["items"]).length) },
    listed("paymentIds", "items", "paymentId"),
  ],
  statement: [
    moment("at"),
    ...["transactionId", "event", "paymentId", "invoiceId", "asset", "networkType", "account"].map(plain),
    ...["amount", "balance"].map(plain),
  ],
  audit: [
    moment("at"),
    ...["actor", "action", "objectKind", "objectId", "requestId", "clientAddress"].map(plain),
    { name: "detail", of: (row) => writeJson(row["detail"] ?? null) },
  ],
};

/** A record of the API as the values of its list's columns. */
export const valuesOf = (list: ExportList, record: Json): Value[] =>
  COLUMNS[list].map((column) => column.of(fieldsOf(record)));

function shown(value: Json | undefined): Value {
  if (value instanceof Decimal || typeof value === "string") return value;
  return typeof value === "boolean" ? String(value) : "";
}

const isoOf = (at: Decimal): string => new Date(Number(at.toString())).toISOString();

function fieldsOf(value: Json | undefined): Row {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
  return isRecord ? value : {};
}

const records = (value: Json | undefined): Row[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const texts = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
