"use client";

import { useState } from "react";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { TermsRecord } from "#lib/settlements/terms-contract.ts";
import { settlementsText } from "#lib/i18n/settlements.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { rateText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { commandsColumn, RowCommand } from "#components/ui/commands-column.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { useOf } from "#components/whose.tsx";
import { useTerms } from "./settlements-data.ts";
import { TermsForm } from "./terms-form.tsx";

const words = settlementsText.terms;

/** The terms that rule; the house sets them. */
export function TermsTab() {
  const ofHouse = useOf() === "house";
  const maySet = useMay("house:payouts") && ofHouse;
  const terms = useTerms();
  const [setting, setSetting] = useState<"new" | TermsRecord>();
  const rows = terms.data ?? [];
  return (
    <Section
      end={
        maySet ? (
          <Button look="primary" onClick={() => setSetting("new")}>
            {words.set}
          </Button>
        ) : undefined
      }
      hint={words.hint}
      title={words.title}
    >
      {terms.isError ? (
        <ErrorNote error={terms.error} onRetry={() => void terms.refetch()} title={words.failed} />
      ) : null}
      {terms.isPending ? <Waiting /> : null}
      {terms.isSuccess && rows.length === 0 ? <Empty title={words.empty.title}>{words.empty.text}</Empty> : null}
      {rows.length > 0 ? (
        <ShortTable
          columns={maySet ? [...COLUMNS, changeColumn(setSetting)] : COLUMNS}
          keyOf={({ termsId }) => termsId}
          label={words.table}
          rows={rows}
          top
        />
      ) : null}
      {setting ? (
        <TermsForm onClose={() => setSetting(undefined)} terms={setting === "new" ? undefined : setting} />
      ) : null}
    </Section>
  );
}

const PERCENT = Decimal.from("0.01");

const changeColumn = (change: (terms: TermsRecord) => void): ShortColumn<TermsRecord> =>
  commandsColumn(words.columns.commands, (terms) => (
    <RowCommand of={`${terms.account}, ${terms.currency}`} run={() => change(terms)}>
      {words.change}
    </RowCommand>
  ));

function Schedule({ schedule, weekday, businessDays, delayDays }: TermsRecord) {
  if (schedule === "NEVER") return words.schedules.NEVER;
  const day = weekday === undefined ? [] : [words.weekdays[weekday - 1]];
  return [
    words.schedules[schedule],
    ...day,
    words.delay(delayDays),
    ...(businessDays ? [words.businessDays] : []),
  ].join(", ");
}

const COLUMNS: ShortColumn<TermsRecord>[] = [
  {
    id: "account",
    label: words.columns.account,
    names: true,
    cell: ({ account }) => <span className="font-medium">{account}</span>,
  },
  { id: "currency", label: words.columns.currency, cell: ({ currency }) => currency },
  { id: "schedule", label: words.columns.schedule, cell: (record) => <Schedule {...record} /> },
  {
    id: "minimum",
    label: words.columns.minimum,
    align: "end",
    cell: ({ minimum, currency }) => <Money asset={currency} value={minimum} />,
  },
  {
    id: "reserve",
    label: words.columns.reserve,
    align: "end",
    cell: ({ reserve, reserveBps = 0, reserveDays = 0, currency }) =>
      reserve ? (
        <Money asset={currency} value={reserve} />
      ) : (
        words.share(rateText(Decimal.from(reserveBps).times(PERCENT)), reserveDays)
      ),
  },
  {
    id: "bank",
    label: words.columns.bank,
    cell: ({ beneficiary, place }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
        {beneficiary}
        <span className="whitespace-nowrap">
          <Hash copy={words.columns.bank} value={place} />
        </span>
      </span>
    ),
  },
  {
    id: "since",
    label: words.columns.since,
    className: "text-ink-2",
    cell: ({ madeAt }) => <Time at={madeAt} />,
  },
];
