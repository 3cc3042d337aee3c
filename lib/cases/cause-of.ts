import type { Decimal } from "#lib/kernel/decimal.ts";
import type { CaseKind } from "./case-kinds.ts";
import type { CauseWords, CauseTexts } from "#lib/i18n/causes.en.ts";
import type { CauseFacts } from "./cause-facts.ts";

/** What is at stake, and how a reader's figures and a deposit's reason are written. */
export type Telling = {
  asset: string;
  quantity: string;
  plain: string;
  sentence: string | undefined;
  /** What a code among the facts says, in the reader's language. */
  why?: string | undefined;
  /** Who acted, in the reader's language. */
  actor(by: string): string;
  figure(value: Decimal): string;
  fiat(value: Decimal): string;
  words: CauseWords;
};

/** A case's cause in its reader's language. */
export function causeOf(kind: CaseKind, facts: CauseFacts, telling: Telling): string {
  const { figure, fiat, words, actor, ...own } = telling;
  const some = (value: Decimal | undefined, write: (value: Decimal) => string) =>
    value && !value.isZero() ? write(value) : undefined;
  const texts: CauseTexts = {
    ...own,
    key: keyIn(facts),
    fiat: facts.fiat ?? "",
    base: facts.base ?? "",
    due: facts.due ? figure(facts.due) : "",
    received: facts.came ? figure(facts.came) : "",
    credited: some(facts.credited, fiat),
    free: some(facts.free, figure),
    tolerance: some(facts.tolerance, figure),
    venue: facts.venue ?? "",
    detail: facts.detail,
    url: facts.url ?? "",
    disabled: facts.disabled,
    waiting: facts.waiting ?? 0,
    network: facts.network ?? "",
    paused: facts.paused ?? false,
    behind: facts.behind ?? 0,
    height: `${facts.height ?? ""}`,
    openBills: facts.openBills ?? 0,
    address: facts.address,
    networkFee: some(facts.networkFee, figure),
    returned: some(facts.kept, figure),
    ...leavingOf(facts),
    ...requestOf(facts, actor),
    ...(kind === "STATEMENT_REFUSED" && facts.to !== undefined && { to: actor(facts.to) }),
    txHash: facts.txHash,
    payoutId: facts.payoutId,
    ageLimit: facts.ageLimitMs === undefined ? undefined : spanOf(facts.ageLimitMs),
    sizeLimit: facts.sizeLimit && figure(facts.sizeLimit),
  };
  return words[kind](texts);
}

/** A key's place in its wallet, of the fact's one text. */
function keyIn({ key }: CauseFacts): CauseTexts["key"] {
  const [path = "", wallet = ""] = key?.split(" of the wallet ") ?? [];
  return key === undefined ? undefined : { path, wallet };
}

const leavingOf = ({ to, left = false, booked = false, spent = false, gas = false, contract = false }: CauseFacts) => ({
  to,
  left,
  booked,
  spent,
  gas,
  contract,
});

const requestOf = ({ approval = "payout", list = "payments", by = "" }: CauseFacts, actor: Telling["actor"]) => ({
  approval,
  list,
  by: actor(by),
});

/** Whole minutes, else seconds, in signs that all languages share. */
const spanOf = (ms: number): string => (ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1_000} s`);
