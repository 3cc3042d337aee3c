"use client";

import { Decimal } from "#lib/kernel/decimal.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { countText } from "#lib/i18n/amount.ts";
import { Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
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
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3" role="status">
      <p className="font-medium">{words.read(countText(lines))}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
        {totals.map(([label, value]) =>
          value === undefined ? null : (
            <div className="contents" key={label}>
              <dt className="text-12 text-ink-3">{label}</dt>
              <dd className="text-end">
                <Money asset={currency} unit value={value} />
              </dd>
            </div>
          ),
        )}
      </dl>
      <div className="-mx-5 overflow-x-auto">
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

/** A day of the bank, with its year first: which number was read as the month is plain. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The bank's own number; a key that was made out of the line says nothing to its reader. */
const idOf = (reference: string): string => (reference.startsWith("csv:") ? "–" : reference);

const columnsOf = (currency: Preview["currency"]): ShortColumn<Previewed>[] => [
  {
    id: "text",
    label: treasuryText.bank.columns.text,
    names: true,
    cell: ({ counterparty, remittance, endToEnd, reference }) =>
      [counterparty, remittance ?? endToEnd].filter(Boolean).join(", ") || idOf(reference),
  },
  { id: "at", label: treasuryText.bank.columns.at, className: "figure", cell: ({ bookedAt }) => dayOf(bookedAt) },
  {
    id: "amount",
    label: treasuryText.bank.columns.amount,
    align: "end",
    cell: ({ side, amount }) => (
      <Money asset={currency} signed unit value={side === "CREDIT" ? amount : Decimal.ZERO.minus(amount)} />
    ),
  },
];
