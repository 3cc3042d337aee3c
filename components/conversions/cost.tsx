"use client";

import { useQuery } from "@tanstack/react-query";
import { getBalancesCall } from "#lib/ledger/calls.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { conversionText } from "#lib/i18n/conversion.ts";
import { useApi } from "#components/staff.tsx";
import { amountText, rateText } from "#lib/i18n/amount.ts";
import { DrawerSection } from "#components/ui/drawer.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Money } from "#components/ui/money.tsx";
import { ShortTable } from "#components/ui/short-table.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { type Change, changesOf, type CostStep, costSteps } from "./cost-steps.ts";
import { liveQuote, type Quote } from "./quotes.ts";
import { PriceLine } from "./price-line.tsx";
import { fiatText } from "./rates.ts";

const words = conversionText.cost;

/** Times are told in whole milliseconds: the sale has been posted before the next one begins. */
const WITHIN_MS = 1;

/** What a conversion costs and changes: on the quote as long as it stands, on the record once it is executed. */
export function Cost({ record }: { record: ConversionRecord }) {
  const { quote, status } = record;
  const stands = status === "QUOTED" || status === "EXECUTED";
  return (
    <>
      {quote && (stands || status === "EXECUTING") ? <Steps quote={quote} record={record} /> : null}
      <PriceLine record={record} />
      {quote && stands ? <BeforeAfter quote={quote} record={record} /> : null}
    </>
  );
}

function Steps({ record, quote }: { record: ConversionRecord; quote: Quote }) {
  const { baseSymbol: base, quoteSymbol: fiat, status } = record;
  const steps = costSteps(record, quote);
  const all = steps.find(({ name }) => name === "credited");
  const against = quote.mid ? words.againstMid : words.againstBid;
  return (
    <DrawerSection title={status === "EXECUTED" ? words.executed : words.quoted}>
      <p className="mb-2 text-12 text-ink-2">
        {against(fiatText(turnedSign(all?.step), fiat), bpsText(turnedSign(all?.bps)))}
      </p>
      <ShortTable
        className="-mx-gutter"
        columns={[
          {
            id: "name",
            label: words.price,
            names: true,
            className: "whitespace-normal!",
            cell: ({ name }) => words.step[name],
          },
          {
            id: "price",
            label: words.per(fiat, base),
            align: "end",
            cell: ({ price }) => price && <span className="figure">{rateText(price)}</span>,
          },
          {
            id: "value",
            label: words.value(fiat),
            align: "end",
            cell: ({ value }) => value && <Money asset={fiat} value={value} />,
          },
          {
            id: "step",
            label: words.took(fiat),
            align: "end",
            cell: (row) => (row.step || row.bps) && <Took fiat={fiat} row={row} />,
          },
        ]}
        isCurrent={({ name }: CostStep) => name === "credited"}
        keyOf={({ name }) => name}
        label={words.label}
        rows={steps}
        top
      />
    </DrawerSection>
  );
}

/** What a step takes or adds, and beneath it in basis points. */
function Took({ row: { step, bps }, fiat }: { row: CostStep; fiat: Fiat }) {
  return (
    <span className="grid justify-items-end">
      {step ? <Money asset={fiat} value={step} /> : null}
      {bps ? <small className="text-12 text-ink-3">{words.bps(bpsText(bps))}</small> : null}
    </span>
  );
}

/** What goes from a reader is a cost: it is named without its minus. */
const turnedSign = (value: Decimal | undefined): Decimal => Decimal.ZERO.minus(value ?? Decimal.ZERO);
const bpsText = (value: Decimal): string => amountText(value, 1);

/**
 * The account's balances before and after: of an executed conversion as its execution left them; else as they are now, and
 * as they would be at this quote.
 */
function BeforeAfter({ record, quote }: { record: ConversionRecord; quote: Quote }) {
  const { queryOptions } = useApi();
  const now = useNow(1_000) ?? serverNow();
  const { executed, fiatReceived } = record;
  const at = executed && Date.parse(executed) + WITHIN_MS;
  const { data, error, refetch } = useQuery(queryOptions(getBalancesCall, at ? { at } : {}));
  if (error) return <ErrorNote error={error} onRetry={refetch} title={words.balancesFailed} />;
  if (!data) return <Waiting />;
  const rows = changesOf(record, fiatReceived ?? quote.fiatReceivable, data.data, at !== undefined);
  const hint = at ? words.atExecution : liveQuote(record, now) ? words.atQuote : words.atEnded;
  return (
    <DrawerSection end={<span className="text-ink-3">{hint}</span>} title={words.beforeAfter}>
      <ShortTable
        className="-mx-gutter"
        columns={[
          { id: "of", label: words.balance, names: true, cell: ({ of, asset }) => words.of[of](asset) },
          {
            id: "before",
            label: words.before,
            align: "end",
            cell: ({ before, asset }) => <Money asset={asset} value={before} />,
          },
          {
            id: "after",
            label: words.after,
            align: "end",
            cell: ({ after, asset }) => <Money asset={asset} value={after} />,
          },
        ]}
        keyOf={({ of, asset }: Change) => `${of} ${asset}`}
        label={words.beforeAfter}
        rows={rows}
      />
    </DrawerSection>
  );
}
