"use client";

import { useState } from "react";
import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import { useMay } from "#components/may.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { GivenAway } from "./given-away.tsx";
import { HouseExposure } from "./house-exposure.tsx";
import { HouseHealth } from "./house-health.tsx";
import { Matrix, Plain, ruling } from "./rules-tab.tsx";
import { useHouseSettings } from "#components/rules/settings-data.ts";

const words = settingsText.house;
const RATES = [
  "spreadBps",
  "explicitFeeBps",
  "transactionFeeBps",
  "lifetimeMs",
  "guaranteeMs",
  "quoteLifetimeMs",
  "holdGraceMs",
  "maxDepthBps",
  "zone",
  "bankCalendar",
  "bankHolidays",
];
const LIMITS = [
  "hedgeAt",
  "hedgeAgeLimitMs",
  "hedgeSizeLimit",
  "networkFeeBps",
  "networkFeeRate",
  "gasPrice",
  "energyPrice",
];
const OF_FIATS = ["openExposureLimit", "executionLimit"];
const OF_CRYPTOS = ["houseExposureLimit", "depositLimit"];
const LETTERHEAD = ["issuerName", "issuerAddress", "issuerTaxId", "feeTaxNote"];
const ACCESS = ["secondPerson", "approverAgeMs", "secondFactor", "stepUpMs", "idleMs"];
const CASES = ["urgentCaseMs", "normalCaseMs", "lowCaseMs"];

const settingOf = (stem: string, symbol: string) => `${stem}.${symbol}`;

/** What the house promises and holds, and what it rules for every account: rates, limits, two persons. */
export function HouseTab() {
  const settings = useHouseSettings();
  const may = useMay("house:settings");
  const reads = useMay("house:read");
  const [changing, setChanging] = useState<string>();
  if (settings.error)
    return <ErrorNote error={settings.error} onRetry={() => void settings.refetch()} title={words.failed} />;
  if (!settings.data) return <Waiting lines={8} />;
  const shown = { values: settings.data, mayChange: () => may, onChange: setChanging };
  const { columns } = settingsText.general;
  const { fiat, crypto, fiats, cryptos } = settingsText.exposure;
  return (
    <>
      {may ? null : <p className="border-b border-rule px-gutter py-3 text-ink-2">{words.mayNot}</p>}
      {reads ? <HouseHealth /> : null}
      {reads ? <HouseExposure /> : null}
      {reads ? <GivenAway /> : null}
      <Plain {...shown} columns={columns} hint={words.hint} names={RATES} title={words.title} />
      <Plain {...shown} columns={columns} hint={words.limitsHint} names={LIMITS} title={words.limits}>
        <Matrix {...shown} cell={settingOf} label={fiats} of={fiat} rows={FIATS} stems={OF_FIATS} />
        <Matrix {...shown} cell={settingOf} label={cryptos} of={crypto} rows={CRYPTOS} stems={OF_CRYPTOS} />
      </Plain>
      <Plain {...shown} columns={columns} hint={words.accessHint} names={ACCESS} title={words.access} />
      <Plain {...shown} {...settingsText.letterhead} columns={columns} names={LETTERHEAD} />
      <Plain {...shown} columns={columns} hint={words.casesHint} names={CASES} title={words.cases} />
      {changing === undefined ? null : (
        <ChangeDialog
          forAll
          key={changing}
          name={changing}
          onClose={() => setChanging(undefined)}
          stored={settings.data[changing] ?? ruling(settings.data, changing)}
        />
      )}
    </>
  );
}
