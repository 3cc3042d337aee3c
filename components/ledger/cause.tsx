import Link from "next/link";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { Hash } from "#components/ui/hash.tsx";
import { Dash } from "#components/ui/dash.tsx";

const words = ledgerText.statement;

/** What a ledger transaction names of what caused it. */
export type Causes = {
  paymentId?: string | undefined;
  invoiceId?: string | undefined;
  payoutId?: string | undefined;
  moveId?: string | undefined;
};

const KINDS = [
  ["invoiceId", "conversion", (id: string) => `/conversions?invoice=${id}`],
  ["payoutId", "payout", (id: string) => `/payouts?payout=${id}`],
  ["moveId", "move", (id: string) => `/treasury?move=${id}`],
  ["paymentId", "payment", (id: string) => `/payments?paymentId=${id}&open=${id}`],
] as const;
/** What the operator opens whosever it is. */
const OPERATORS: readonly string[] = ["payoutId", "moveId"];

/**
 * What caused a movement, each a click away: a conversion, or a payout with the bill whose money it is, a move, or a bill
 * alone. Bills and conversions of another account are told by their number, since its pages show them.
 */
export function Cause({ of, isForeign = false }: { of: Causes; isForeign?: boolean }) {
  const named = KINDS.flatMap(([field, name, hrefOf]) => {
    const id = of[field];
    // What a conversion sold of a bill is the conversion's.
    if (!id || (field === "paymentId" && of.invoiceId)) return [];
    return [{ id, name: words[name], href: isForeign && !OPERATORS.includes(field) ? undefined : hrefOf(id) }];
  });
  if (named.length === 0) return <Dash />;
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {named.map(({ id, name, href }) =>
        href ? (
          <Link
            className="inline-flex min-h-6 items-center gap-1.5 rounded-1 hover:underline"
            href={href}
            key={id}
            prefetch={false}
          >
            {name} <Hash tail value={id} />
          </Link>
        ) : (
          <span className="inline-flex min-h-6 items-center gap-1.5" key={id}>
            {name} <Hash copy={name} tail value={id} />
          </span>
        ),
      )}
    </span>
  );
}
