import Link from "next/link";
import type { ReactNode } from "react";
import type { CustomerRecord } from "#lib/customers/contract.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { Range } from "#components/filters/range.ts";
import { customersText } from "#lib/i18n/customers.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { Section } from "#components/ui/section.tsx";
import { countText } from "#lib/i18n/amount.ts";
import { Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { patched } from "#components/url.ts";
import { sameOf } from "./customer-period.ts";
import { useFormer } from "#components/ui/former.tsx";

const words = customersText.one;

type Bills = NonNullable<CustomerRecord["bills"]>;

/** What the period comes to; each figure of bills leads to those that it adds up. */
export function CustomerFigures({ record, range }: { record: CustomerRecord; range: Range }) {
  const { subaccount, in: fiat, total, bills, exposure } = record;
  const open = bills?.outcomes.find(({ outcome }) => outcome === "OPEN");
  const listed = (more: Readonly<Record<string, string>>) => sameOf("/payments", subaccount ?? "", range, more);
  return (
    <section aria-label={words.figures} className="border-b border-rule" {...useFormer()}>
      <dl className="flex flex-wrap gap-x-10 gap-y-3 px-gutter pt-4 pb-3">
        <Figure name={words.held}>
          <Money asset={fiat} unit value={total} />
        </Figure>
        {bills && open ? (
          <>
            <BillFigure {...bills.created} fiat={fiat} href={listed({})} name={words.created} />
            <BillFigure {...open} fiat={fiat} href={listed({ outcome: "OPEN" })} name={words.open} />
            <BillFigure {...bills.waiting} fiat={fiat} href={listed({ convertible: "true" })} name={words.waiting} />
            {exposure ? <Exposure exposure={exposure} fiat={fiat} subaccount={subaccount ?? ""} /> : null}
            <Figure name={words.last}>
              <Time at={bills.lastBillAt} />
            </Figure>
          </>
        ) : null}
      </dl>
      {bills ? <p className="border-t border-rule px-gutter py-2.5 text-12 text-ink-3">{words.base}</p> : null}
    </section>
  );
}

/** What is open with the customer now, whenever the bills were made. */
function Exposure({
  exposure: { promised, unconfirmed },
  fiat,
  subaccount,
}: {
  exposure: NonNullable<CustomerRecord["exposure"]>;
  fiat: Fiat;
  subaccount: string;
}) {
  const now = (outcome: Readonly<Record<string, string>>) =>
    `/payments${patched(new URLSearchParams(), { range: "90d", subaccount, ...outcome })}`;
  return (
    <>
      <BillFigure {...promised} fiat={fiat} href={now({ promising: "true" })} name={words.promised} />
      <BillFigure {...unconfirmed} fiat={fiat} href={now({ status: "DETECTED,PROCESSING" })} name={words.unconfirmed} />
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="text-20 font-medium">{children}</dd>
    </div>
  );
}

function BillFigure({
  name,
  href,
  count,
  value,
  fiat,
}: {
  name: string;
  href: string;
  count: number;
  value: Decimal;
  fiat: Fiat;
}) {
  return (
    <Figure name={name}>
      <Money asset={fiat} unit value={value} />{" "}
      <Link
        className="flex min-h-6 items-center text-12 font-normal text-accent hover:underline"
        href={href}
        prefetch={false}
      >
        {words.bills(countText(count))}
      </Link>
    </Figure>
  );
}

/** How the bills came out: each is in one line, and each line leads to its bills. */
export function CustomerOutcomes({
  bills,
  fiat,
  subaccount,
  range,
}: {
  bills: Bills;
  fiat: Fiat;
  subaccount: string;
  range: Range;
}) {
  const columns: ShortColumn<Bills["outcomes"][number]>[] = [
    {
      id: "outcome",
      label: words.outcome,
      names: true,
      cell: ({ outcome }) => (
        <Link
          className="inline-flex min-h-6 items-center rounded-1 hover:underline"
          href={sameOf("/payments", subaccount, range, { outcome })}
          prefetch={false}
        >
          {paymentsText.outcome[outcome]}
        </Link>
      ),
    },
    { id: "count", label: words.count, align: "end", className: "figure", cell: ({ count }) => countText(count) },
    {
      id: "value",
      label: words.value(fiat),
      align: "end",
      cell: ({ value }) => <Money asset={fiat} value={value} />,
    },
  ];
  return (
    <Section title={words.outcomes}>
      <ShortTable
        columns={columns}
        keyOf={({ outcome }) => outcome}
        label={words.outcomes}
        rows={bills.outcomes.filter(({ count }) => count > 0)}
      />
    </Section>
  );
}
