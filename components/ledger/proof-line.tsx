import type { Balance } from "#components/overview/overview-data.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { Hash } from "#components/ui/hash.tsx";
import { Glyph } from "#components/ui/icons.tsx";
import { MARKS } from "#components/ui/state.tsx";
import type { Movement } from "./ledger-data.ts";
import { proofOf } from "./proof.ts";

const words = ledgerText.proof;

/** Says that the page recomputed what it shows, or which transaction does not add up. */
export function ProofLine({ rows, balances }: { rows: readonly Movement[]; balances: readonly Balance[] }) {
  const { broken, agrees, count } = proofOf(rows, balances);
  if (broken) {
    return (
      <p className="flex items-center gap-2 bg-fail-wash px-gutter py-2 text-fail-text" role="alert">
        <Glyph className={MARKS.fail} name="attn" />
        <span>
          {words.broken} <Hash copy={ledgerText.statement.record} value={broken.transactionId} />
        </span>
      </p>
    );
  }
  return (
    <p className="flex items-center gap-2 border-b border-rule px-gutter py-2 text-12 text-ink-2">
      <Glyph className={MARKS.done} name="done" />
      {words.good(count)} {agrees ? words.agrees : words.part}
    </p>
  );
}
