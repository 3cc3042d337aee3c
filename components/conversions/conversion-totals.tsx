import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { conversionsText } from "#lib/i18n/conversions.ts";
import { SelectionFoot, TotalsFoot } from "#components/ui/data-table/foot.tsx";
import { Money } from "#components/ui/money.tsx";
import { VIEWS } from "./filter.ts";

const words = conversionsText.totals;
const OPEN: readonly string[] = VIEWS.open.split(",");

/** What the conversions shown hold locked and what they brought; amounts of different assets are never added together. */
export function ConversionTotals({ rows }: { rows: readonly ConversionRecord[] }) {
  const open = rows.filter(({ status }) => OPEN.includes(status));
  return (
    <TotalsFoot caption={words.locked} count={words.loaded(rows.length)}>
      <Sums sums={sold(open)} />
      <span className="ms-2 text-12 text-ink-3">{words.received}</span>
      <Sums sums={received(rows)} />
    </TotalsFoot>
  );
}

/** The sums of the conversions that are ticked. */
export function ConversionSelection({
  selected,
  onClear,
}: {
  selected: readonly ConversionRecord[];
  onClear: () => void;
}) {
  return (
    <SelectionFoot caption={words.sell} count={selected.length} onClear={onClear}>
      <Sums sums={sold(selected)} />
      <span className="text-12 text-ink-3">{words.received}</span>
      <Sums sums={received(selected)} />
    </SelectionFoot>
  );
}

type Sum = { symbol: Parameters<typeof Money>[0]["asset"]; value: Decimal };

function Sums({ sums }: { sums: readonly Sum[] }) {
  const shown = sums.filter(({ value }) => !value.isZero());
  if (shown.length === 0) return <span className="text-ink-3">–</span>;
  return shown.map(({ symbol, value }) => (
    <span key={symbol}>
      <Money asset={symbol} unit value={value} />
    </span>
  ));
}

const sold = (rows: readonly ConversionRecord[]): Sum[] =>
  CRYPTOS.map((symbol) => ({
    symbol,
    value: sum(rows, (row) => (row.baseSymbol === symbol ? row.quantity : undefined)),
  }));
const received = (rows: readonly ConversionRecord[]): Sum[] =>
  FIATS.map((symbol) => ({
    symbol,
    value: sum(rows, (row) => (row.quoteSymbol === symbol ? row.fiatReceived : undefined)),
  }));

function sum(rows: readonly ConversionRecord[], amount: (row: ConversionRecord) => Decimal | undefined): Decimal {
  return rows.reduce((total, row) => total.plus(amount(row) ?? Decimal.ZERO), Decimal.ZERO);
}
