"use client";

import { useState } from "react";
import { ASSETS, shownAsset } from "#lib/kernel/assets.ts";
import { getPeriodFileCall } from "#lib/settlements/statement-calls.ts";
import { settlementsText } from "#lib/i18n/settlements.ts";
import { assetText } from "#lib/i18n/networks.ts";
import { serverNow } from "#components/clock.ts";
import { rangeFault } from "#components/filters/range.ts";
import { DaysFields } from "#components/filters/when-field.tsx";
import { text } from "#lib/i18n/text.ts";
import { usePreferences } from "#components/preferences.tsx";
import { saveFile } from "#components/save-file.ts";
import { useApi } from "#components/staff.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { useDeskForm } from "#components/ui/form.tsx";
import { startOfDate } from "#lib/i18n/times.ts";
import { SelectField } from "#components/ui/select-field.tsx";

const words = settlementsText.statement;
const ENDINGS = ["pdf", "xlsx", "csv"] as const;
type Written = Record<"asset" | "from" | "to" | "ending", string>;

const shownAs = (written: string) => shownAsset(ASSETS.find((one) => one === written) ?? "EUR");
/** The day after, as a date is written. */
const nextDay = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** A statement of whole days of the reader's zone, as a file. */
export function StatementDialog({ onClose }: { onClose: () => void }) {
  const { file } = useApi();
  const { zone } = usePreferences();
  const [now] = useState(serverNow);
  const form = useDeskForm<Written>({
    defaults: { asset: "EUR", from: "", to: "", ending: "pdf" },
    check: checkedIf(({ from, to }) => {
      const missing = { from: from ? undefined : words.dayMissing, to: to ? undefined : words.dayMissing };
      const isBackwards = from && to && rangeFault(from, to, zone) === "backwards";
      return isBackwards ? { to: text.filters.range.backwards } : missing;
    }),
    async send({ asset, from, to, ending }) {
      const { asset: symbol, networkType } = shownAs(asset);
      const period = { from: startOfDate(from, zone), to: startOfDate(nextDay(to), zone) };
      const of = { asset: symbol, ...(networkType && { networkType }), ...period };
      saveFile(
        `statement-${symbol}-${from}.${ending}`,
        await file(getPeriodFileCall, { file: `statement.${ending}`, ...of }),
      );
      onClose();
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} words={words}>
      <SelectField
        form={form}
        label={words.asset}
        name="asset"
        first
        options={ASSETS.map((one) => [one, assetText(shownAs(one))])}
      />
      <DaysFields form={form} labels={words} now={now} zone={zone} />
      <SelectField
        form={form}
        label={words.format}
        name="ending"
        options={ENDINGS.map((one) => [one, one.toUpperCase()])}
      />
    </FormDialog>
  );
}
