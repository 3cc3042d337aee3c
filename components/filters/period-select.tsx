import { RANGES, type RangeName } from "#lib/contract/filters.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { text } from "#lib/i18n/text.ts";
import { Select } from "#components/ui/select.tsx";

/** The period of a movement, by name. */
export function PeriodSelect({ period, onPeriod }: { period: RangeName; onPeriod: (period: RangeName) => void }) {
  return (
    <Select
      aria-label={ledgerText.movement.period}
      onChange={({ target }) => onPeriod(RANGES.find((one) => one === target.value) ?? period)}
      small
      value={period}
    >
      {RANGES.map((one) => (
        <option key={one} value={one}>
          {text.filters.ranges[one]}
        </option>
      ))}
    </Select>
  );
}
