import type { App } from "#lib/kernel/app.ts";
import { type Fiat, scaleOf, shownAsset } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { sandboxMark } from "#lib/kernel/sandbox-mark.ts";
import { readFacts } from "#lib/deposits/reason.ts";
import { accountAddress } from "#lib/wallets/encodings.ts";
import { CAUSE_WORDS } from "#lib/i18n/causes.en.ts";
import type { CauseFacts } from "./cause-facts.ts";
import { causeOf } from "./cause-of.ts";
import type { CaseEntry, CasePerson, CaseRecord } from "./contract.ts";
import type { CaseKind } from "./case-kinds.ts";
import type { CaseEntryRow } from "./file-store.ts";
import type { CaseRow } from "./store.ts";

/** An order or an invoice of USDT may be of both networks: then none is named. */
const WITHOUT_NETWORK: readonly CaseKind[] = [
  "UNKNOWN_OUTCOME",
  "SOLD_TWICE",
  "NOT_HEDGED",
  "HEDGE_OPEN",
  "FAILED",
  "BELOW_ZERO",
];

/** A case as the API shows it. */
export function recordOf(row: CaseRow, fiat: Fiat, app: Pick<App, "mode">): CaseRecord {
  const { asset } = row;
  const units = row.units === null ? undefined : BigInt(row.units);
  const shown = asset === null ? undefined : shownAsset(asset);
  const symbol = shown?.asset;
  const networkType = WITHOUT_NETWORK.includes(row.kind) ? undefined : shown?.networkType;
  const quantity = asset !== null && units !== undefined ? amountOf(asset, units) : undefined;
  const facts = factsIn(row.facts);
  return {
    caseId: row.case_id,
    kind: row.kind,
    state: row.state,
    cause: causeOf(row.kind, facts, {
      sentence: row.said ?? undefined,
      asset: symbol ?? "",
      quantity: asset !== null && quantity ? quantity.toFixed(scaleOf(asset)) : "",
      plain: quantity?.toString() ?? "",
      actor: (by) => by.replace(/^staff:/, ""),
      figure: String,
      fiat: String,
      words: CAUSE_WORDS,
    }),
    causeFacts: facts.address === undefined ? facts : { ...facts, ...sandboxMark(app) },
    since: row.since.getTime(),
    dueAt: row.due_at.getTime(),
    ...(symbol ? { asset: symbol } : {}),
    ...(networkType ? { networkType } : {}),
    ...(quantity ? { quantity } : {}),
    fiat,
    ...(row.worth === null ? {} : { worth: Decimal.from(row.worth) }),
    ...linksOf(row),
    ...peopleOf(row),
  };
}

const EXACT: ReadonlySet<string> = new Set([
  "due",
  "came",
  "credited",
  "free",
  "tolerance",
  "sizeLimit",
  "networkFee",
  "kept",
]);

/** Facts that are accounts of their network, and the facts of the contract that name their addresses. */
const ACCOUNTS: Readonly<Record<string, "address" | "to">> = { account: "address", toAccount: "to" };

/** The row's facts in the types of the contract. */
function factsIn(facts: CaseRow["facts"]): CauseFacts {
  const read = Object.entries(facts).flatMap(([name, value]): [string, unknown][] => {
    if (value === null) return [];
    if (EXACT.has(name)) return [[name, Decimal.from(String(value))]];
    const addressed = ACCOUNTS[name];
    if (addressed) return [[addressed, accountAddress(String(facts["network"]), String(value))]];
    if (name === "until") return [[name, Date.parse(String(value))]];
    return [[name, name === "reason" ? readFacts(String(value)) : value]];
  });
  return Object.fromEntries(read);
}

function linksOf(row: CaseRow): Partial<CaseRecord> {
  return {
    ...(row.bill_id ? { paymentId: row.bill_id } : {}),
    ...(row.deposit_id ? { txId: row.deposit_id } : {}),
    ...(row.conversion_id ? { invoiceId: row.conversion_id } : {}),
    ...(row.endpoint_id ? { endpointId: row.endpoint_id } : {}),
    ...(row.of_account ? { account: row.of_account } : {}),
  };
}

function peopleOf(row: CaseRow): Partial<CaseRecord> {
  const { assignee_id, assignee_name, muted_until, closed_at, closed_by, closed_reason } = row;
  const isClosed = row.state === "CLOSED" && closed_at !== null;
  return {
    ...(assignee_id ? { assignee: { userId: assignee_id, name: assignee_name ?? "" } } : {}),
    ...(row.state === "MUTED" && muted_until ? { mutedUntil: muted_until.getTime() } : {}),
    ...(isClosed ? { closed: { at: closed_at.getTime(), by: closed_by ?? "", reason: closed_reason ?? "" } } : {}),
  };
}

export function entryOf(row: CaseEntryRow, people: readonly CasePerson[]): CaseEntry {
  const mentions = people.filter(({ userId }) => row.mentions.includes(userId));
  return {
    entryId: row.id,
    at: row.at.getTime(),
    actor: row.actor,
    ...(row.userId ? { userId: row.userId } : {}),
    action: row.action,
    detail: row.withdrawn ? "" : row.detail,
    ...(mentions.length > 0 ? { mentions } : {}),
    withdrawn: row.withdrawn,
  };
}
