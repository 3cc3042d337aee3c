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
};

/** One of them: its name and number, and the page that opens it. */
export type NamedCause = { name: string; id: string; href?: string | undefined };

/**
 * What caused a movement, each a click away: a conversion, or a payout with the bill whose money it is, or a bill alone.
 * Bills and conversions of another account are told by their number, since its pages show them.
 */
export function Cause({
  of: { paymentId, invoiceId, payoutId },
  also,
  isForeign = false,
}: {
  of: Causes;
  also?: NamedCause | undefined;
  isForeign?: boolean;
}) {
  const own = (href: string) => (isForeign ? undefined : href);
  const named: NamedCause[] = [
    ...(also ? [also] : []),
    ...(invoiceId ? [{ name: words.conversion, id: invoiceId, href: own(`/conversions?invoice=${invoiceId}`) }] : []),
    ...(payoutId ? [{ name: words.payout, id: payoutId, href: `/payouts?payout=${payoutId}` }] : []),
    // What a conversion sold of a bill is the conversion's.
    ...(paymentId && !invoiceId
      ? [{ name: words.payment, id: paymentId, href: own(`/payments?paymentId=${paymentId}&open=${paymentId}`) }]
      : []),
  ];
  if (named.length === 0) return <Dash />;
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {named.map((one) => (
        <Named key={one.id} {...one} />
      ))}
    </span>
  );
}

const LINE = "inline-flex min-h-6 items-center gap-1.5";

function Named({ name, id, href }: NamedCause) {
  if (href === undefined)
    return (
      <span className={LINE}>
        {name} <Hash copy={name} tail value={id} />
      </span>
    );
  return (
    <Link className={`${LINE} rounded-1 hover:underline`} href={href} prefetch={false}>
      {name} <Hash tail value={id} />
    </Link>
  );
}
