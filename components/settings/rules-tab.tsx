"use client";

import { type ReactNode, Suspense, useId, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { CRYPTOS, FIATS, type Fiat } from "#lib/kernel/assets.ts";
import { ruling as shown, rulingValue } from "#lib/settings/setting.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { useAccount } from "#components/staff.tsx";
import { settingsText } from "#lib/i18n/settings.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Select } from "#components/ui/select.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { useUrl } from "#components/url.ts";
import { Waiting } from "#components/ui/waiting.tsx";
import { Changes } from "./changes.tsx";
import { nameOf, settingText } from "#lib/settings/setting-text.ts";
import { isOfHouse, useSettings, type Values } from "#components/rules/settings-data.ts";
import { roleName } from "#lib/i18n/role-name.ts";

/** Loaded when it is first opened. */
const ChangeDialog = lazyPart(async () => (await import("./change-dialog.tsx")).ChangeDialog);

const words = settingsText;
const GENERAL = [
  "spreadBps",
  "explicitFeeBps",
  "transactionFeeBps",
  "toleranceBps",
  "overpayment",
  "lifetimeMs",
  "guaranteeMs",
  "quoteLifetimeMs",
];
const OF_PAIRS = ["spreadBps", "explicitFeeBps", "transactionFeeBps", "toleranceBps", "limitPrice"];
const LIMITED: readonly string[] = ["USDC", "USDT"];
const OF_FIATS = ["openExposureLimit", "executionLimit"];
const OF_CRYPTOS = ["depositLimit", "typedAbove"];
const PAYERS = ["merchantName", "returnUrl"];
/** What rules where nothing is set, for settings that the API names only once they are. */
const UNSAID: Values = { secondFactor: "OPTIONAL", stepUpMs: "900000", secondPerson: "never" };
const FIRST: Fiat = "EUR";

export type Shown = { values: Values; mayChange: (name: string) => boolean; onChange: (name: string) => void };

/** Fees, limits and times: for every pair, for one, and what was changed. */
export function RulesTab() {
  const settings = useSettings();
  const [ofAccount, ofHouse] = [useMay("settings:write"), useMay("house:settings")];
  const mayChange = (name: string) => (isOfHouse(name) ? ofHouse : ofAccount);
  const role = useAccount()?.role ?? "";
  const [changing, setChanging] = useState<string>();
  if (settings.error)
    return <ErrorNote error={settings.error} onRetry={() => void settings.refetch()} title={words.failed} />;
  if (!settings.data) return <Waiting lines={8} />;
  const shown = { values: settings.data, mayChange, onChange: setChanging };
  return (
    <>
      {ofAccount || ofHouse ? null : (
        <p className="border-b border-rule px-gutter py-3 text-ink-2">{words.mayNot(roleName(role))}</p>
      )}
      <Plain {...shown} {...words.general} names={GENERAL} />
      <Pairs {...shown} />
      <Limits {...shown} />
      <Plain {...shown} {...words.payers} names={PAYERS} />
      <Changes />
      {changing === undefined ? null : (
        <Suspense>
          <ChangeDialog
            key={changing}
            name={changing}
            onClose={() => setChanging(undefined)}
            stored={settings.data[changing] ?? ruling(settings.data, changing)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What rules for a name, be it set for itself or further up. */
export const ruling = (values: Values, name: string): string | undefined =>
  rulingValue(shown(values), name) ?? UNSAID[name];

export function Plain({
  title,
  hint,
  columns,
  names,
  values,
  mayChange,
  onChange,
  children,
}: Shown & {
  title: string;
  hint: string;
  columns: { name: string; value: string; meaning: string };
  names: readonly string[];
  /** Tables below. */
  children?: ReactNode;
}) {
  return (
    <Section hint={hint} title={title}>
      <ShortTable
        columns={[
          { id: "name", label: columns.name, names: true, className: "card:w-[22%] font-medium!", cell: nameOf },
          {
            id: "value",
            label: columns.value,
            align: "end",
            className: "card:w-[14%]",
            cell: (name) => (
              <Value mayChange={mayChange(name)} name={name} onChange={onChange} stored={ruling(values, name)} />
            ),
          },
          {
            id: "meaning",
            label: columns.meaning,
            className: "text-ink-3",
            cell: (name) => words.names[name.split(".", 1)[0] ?? name]?.meaning,
          },
        ]}
        keyOf={(name) => name}
        label={title}
        rows={names}
      />
      {children}
    </Section>
  );
}

function Pairs({ values, mayChange, onChange }: Shown) {
  const { params, change } = useUrl();
  const id = useId();
  const fiat = FIATS.find((one) => one === params.get("fiat")) ?? FIRST;
  return (
    <Section
      end={
        <>
          <label className="sr-only" htmlFor={id}>
            {words.pairs.columns.pair}
          </label>
          <Select
            id={id}
            onChange={(event) =>
              change({ fiat: event.target.value === FIRST ? undefined : event.target.value }, "replace")
            }
            small
            value={fiat}
          >
            {FIATS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </>
      }
      hint={words.pairs.hint}
      title={words.pairs.title}
    >
      <Matrix
        {...{ values, mayChange, onChange }}
        cell={(stem, crypto) =>
          stem === "limitPrice" && !LIMITED.includes(crypto) ? undefined : `${stem}.${crypto}.${fiat}`
        }
        head={(crypto) => `${crypto}/${fiat}`}
        label={words.pairs.title}
        of={words.pairs.columns.pair}
        rows={CRYPTOS}
        stems={OF_PAIRS}
      />
    </Section>
  );
}

/** What limits bills and executions in each fiat, and deposits in each crypto. */
function Limits(shown: Shown) {
  const { title, hint, fiat, crypto, fiats, cryptos } = words.exposure;
  const cell = (stem: string, symbol: string) => `${stem}.${symbol}`;
  return (
    <Section hint={hint} title={title}>
      <Matrix {...shown} cell={cell} label={fiats} of={fiat} rows={FIATS} stems={OF_FIATS} width="card:w-2/5" />
      <Matrix {...shown} cell={cell} label={cryptos} of={crypto} rows={CRYPTOS} stems={OF_CRYPTOS} width="card:w-2/5" />
    </Section>
  );
}

/** Settings across, what they are set for down; bold where it has a value of its own. */
export function Matrix<Row extends string>({
  values,
  mayChange,
  onChange,
  label,
  of,
  rows,
  stems,
  cell,
  head = (row) => row,
  width,
}: Shown & {
  label: string;
  of: string;
  rows: readonly Row[];
  stems: readonly string[];
  /** The setting of a stem in a row; undefined where there is none. */
  cell: (stem: string, row: Row) => string | undefined;
  head?: (row: Row) => string;
  /** Of each column but the first, so that tables beneath each other stand in line. */
  width?: string;
}) {
  const columns = stems.map((stem): ShortColumn<Row> => {
    return {
      id: stem,
      label: words.names[stem]?.label ?? stem,
      align: "end",
      ...(width && { className: width }),
      cell(row) {
        const name = cell(stem, row);
        if (name === undefined) return null;
        const own = values[name] !== undefined;
        return (
          <Value mayChange={mayChange(name)} name={name} onChange={onChange} own={own} stored={ruling(values, name)} />
        );
      },
    };
  });
  return (
    <ShortTable
      columns={[{ id: "of", label: of, names: true, className: "font-medium!", cell: head }, ...columns]}
      keyOf={(row) => row}
      label={label}
      rows={rows}
    />
  );
}

/** A value that can be pressed to change it, where the reader may. */
function Value({
  name,
  stored,
  own = false,
  mayChange,
  onChange,
}: {
  name: string;
  stored: string | undefined;
  own?: boolean;
  mayChange: boolean;
  onChange: (name: string) => void;
}) {
  const look = own ? "font-medium" : stored === undefined ? "text-ink-3" : "";
  if (!mayChange) return <span className={`figure ${look}`}>{settingText(name, stored)}</span>;
  return (
    <button
      aria-label={`${words.changeOf(nameOf(name))}: ${settingText(name, stored)}`}
      className={`figure min-h-6 rounded-1 px-1.5 -me-1.5 underline decoration-edge underline-offset-4 hover:bg-sunken hover:decoration-current ${look}`}
      onClick={() => onChange(name)}
      type="button"
    >
      {settingText(name, stored)}
    </button>
  );
}
