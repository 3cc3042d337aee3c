"use client";

import { Decimal } from "#lib/kernel/decimal.ts";
import { treasuryText } from "#components/i18n/treasury.ts";
import { countText } from "#components/ui/amount.ts";
import { Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Preview } from "./mapping-form.tsx";

const words = treasuryText.statements.mapping;
type Previewed = Preview["data"][number];

/** What a mapping makes of a file: its totals and its first lines. */
export function MappingPreview({ preview }: { preview: Preview }) {
  const { currency, lines, credits, debits, opening, closing, data } = preview;
  const totals = [
    [words.credits, credits],
    [words.debits, debits],
    [words.opening, opening],
    [words.closing, closing],
  ] as const;
  return (
    <div className="grid gap-3" role="status">
      <p className="font-medium">{words.read(countText(lines))}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 *:nth-[even]:text-end">
        {totals.map(([label, value]) =>
          value === undefined ? null : (
            <div className="contents" key={label}>
              <dt className="text-12 text-ink-3">{label}</dt>
              <dd>
                <Money asset={currency} unit value={value} />
              </dd>
            </div>
          ),
        )}
      </dl>
      <div className="-mx-5">
        <ShortTable
          columns={columnsOf(currency)}
          keyOf={({ reference }) => reference}
          label={words.preview}
          rows={[...data]}
        />
      </div>
    </div>
  );
}

const columnsOf = (currency: Preview["currency"]): ShortColumn<Previewed>[] => [
  {
    id: "text",
    label: treasuryText.bank.columns.text,
    names: true,
    cell: ({ counterparty, remittance, endToEnd, reference }) =>
      [counterparty, remittance ?? endToEnd ?? reference.slice(0, 40)].filter(Boolean).join(", "),
  },
  { id: "at", label: treasuryText.bank.columns.at, cell: ({ bookedAt }) => <Time at={bookedAt} /> },
  {
    id: "amount",
    label: treasuryText.bank.columns.amount,
    align: "end",
    cell: ({ side, amount }) => (
      <Money asset={currency} signed unit value={side === "CREDIT" ? amount : Decimal.ZERO.minus(amount)} />
    ),
  },
];
