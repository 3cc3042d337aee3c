import type { AuditRecord } from "#lib/audit/contract.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import type { CaseRecord } from "#lib/cases/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { writeJson } from "#lib/kernel/json.ts";
import type { MovementRecord } from "#lib/ledger/contract.ts";
import { sidesOf } from "#lib/ledger/sides.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import type { ExportList } from "#lib/contract/export-lists.ts";

/** One value of a file: an exact number, or text; what is absent is empty text. */
export type Value = Decimal | string;

/** What each list is made of. */
type Records = {
  payments: PaymentRecord;
  conversions: ConversionRecord;
  statement: MovementRecord;
  audit: AuditRecord;
  cases: CaseRecord;
};

type Column<Shape> = { name: string; of: (record: Shape) => Value };

/** A field as it is. */
const plain = <Shape>(name: keyof Shape & string): Column<Shape> => ({ name, of: (record) => shown(record[name]) });

/** Epoch milliseconds, as ISO 8601 in UTC. */
const moment = <Shape>(name: keyof Shape & string): Column<Shape> => ({
  name,
  of: ({ [name]: at }) => (typeof at === "number" ? new Date(at).toISOString() : ""),
});

const columns = <Shape>(...names: (keyof Shape & string)[]): Column<Shape>[] => names.map((name) => plain(name));

/** The columns of each list, by the API's own names, in a fixed order. */
const COLUMNS: { readonly [List in ExportList]: readonly Column<Records[List]>[] } = {
  payments: [
    ...columns<PaymentRecord>("paymentId", "status", "amountStatus"),
    { name: "labels", of: ({ labels }) => labels.join(" ") },
    moment("createdAt"),
    ...columns<PaymentRecord>("username", "subaccount", "reference", "cryptoType", "networkType"),
    ...columns<PaymentRecord>("quantity", "quantityReceived", "quantityPending", "quantityConverted"),
    ...columns<PaymentRecord>("quantityUnconverted", "quantityLocked", "quantityPaidOut", "feeQuantity"),
    ...columns<PaymentRecord>("fiat", "fiatReceivable", "fiatReceived", "price", "strategy", "feeModel"),
    ...columns<PaymentRecord>("limitPrice", "limitMet", "address"),
    moment("expiryTime"),
    moment("updatedAt"),
    { name: "txHashes", of: ({ deposits }) => deposits.map(({ txHash }) => txHash).join(" ") },
    { name: "invoiceIds", of: ({ conversions }) => conversions.map(({ invoiceId }) => invoiceId).join(" ") },
  ],
  conversions: [
    ...columns<ConversionRecord>("invoiceId", "type", "side", "status", "created", "baseSymbol", "quoteSymbol"),
    ...columns<ConversionRecord>("quantity", "price", "feeModel", "feeQuantity", "fiatReceived", "executed"),
    ...columns<ConversionRecord>("cancelled", "cancelReason", "lastError", "username", "createdBy", "updated"),
    { name: "items", of: ({ items }) => Decimal.from(items.length) },
    { name: "paymentIds", of: ({ items }) => items.map(({ paymentId }) => paymentId).join(" ") },
  ],
  cases: [
    ...columns<CaseRecord>("caseId", "kind", "state", "cause"),
    moment("since"),
    moment("dueAt"),
    ...columns<CaseRecord>("asset", "networkType", "quantity", "fiat", "worth"),
    ...columns<CaseRecord>("paymentId", "txId", "invoiceId", "endpointId"),
    { name: "assignee", of: ({ assignee }) => assignee?.name ?? "" },
    moment("mutedUntil"),
    { name: "closedBy", of: ({ closed }) => closed?.by ?? "" },
    { name: "closedReason", of: ({ closed }) => closed?.reason ?? "" },
  ],
  statement: [
    moment("at"),
    ...columns<MovementRecord>("transactionId", "event", "paymentId", "invoiceId", "asset", "networkType"),
    ...columns<MovementRecord>("account", "amount", "balance"),
    { name: "debit", of: (movement) => sidesOf(movement).debit ?? "" },
    { name: "credit", of: (movement) => sidesOf(movement).credit ?? "" },
    plain("payoutId"),
  ],
  audit: [
    moment("at"),
    ...columns<AuditRecord>("actor", "action", "objectKind", "objectId", "requestId", "clientAddress"),
    { name: "detail", of: ({ detail }) => writeJson(detail) },
  ],
};

/** The heading of a list's file. */
export const headingOf = (list: ExportList): string[] => COLUMNS[list].map(({ name }) => name);

/** A record of the API as the values of its list's columns. */
export function valuesOf<List extends ExportList>(list: List, record: Records[List]): Value[] {
  const own: readonly Column<Records[List]>[] = COLUMNS[list];
  return own.map((column) => column.of(record));
}

function shown(value: unknown): Value {
  if (value instanceof Decimal || typeof value === "string") return value;
  return typeof value === "boolean" ? String(value) : "";
}
