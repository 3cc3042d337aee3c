"use client";

import { countText } from "#lib/i18n/amount.ts";
import { type ReactNode, useId } from "react";
import type { CaseList as Cases, CaseRecord } from "#lib/cases/contract.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { usePreferences } from "#components/preferences.tsx";
import { useOf } from "#components/whose.tsx";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import type { Selection } from "#components/ui/data-table/selection.ts";
import { Glyph } from "#components/ui/icons.tsx";
import { Money } from "#components/ui/money.tsx";
import { RowLink } from "#components/ui/row-link.tsx";
import { MARKS } from "#components/ui/state.tsx";
import { lookOf, tailOf } from "./case-look.ts";
import { Due, type DueGroup, endOfDay, groupOf } from "./due.tsx";
import { Face } from "./owner.tsx";
import { Stake } from "./stake.tsx";

const words = exceptionsText;
const GROUPS: readonly DueGroup[] = ["soon", "today", "later"];

type Rows = {
  rows: readonly CaseRecord[];
  /** By deadline, with how many there are of each in all; absent in another order. */
  due: Cases["due"] | undefined;
  currentId: string | undefined;
  selection: Selection;
  /** Absent for who may do nothing with them. */
  onPick: ((id: string, on: boolean) => void) | undefined;
  /** Why a case was refused just now. */
  refused: ReadonlyMap<string, string>;
};

/** The cases as a list of links; by deadline under a head for each group. */
export function CaseRows({ due, ...list }: Rows) {
  const { zone } = usePreferences();
  const now = useNow(10_000) ?? serverNow();
  if (!due) return <Group {...list} label={words.list} />;
  const dayEndsAt = endOfDay(now, zone);
  const grouped = Map.groupBy(list.rows, (record) => groupOf(record, now, dayEndsAt));
  return GROUPS.map((group) => {
    const rows = grouped.get(group) ?? [];
    return rows.length === 0 ? null : (
      <Group {...list} count={due[group]} key={group} label={words.groups[group]} rows={rows} titled />
    );
  });
}

type GroupProps = Omit<Rows, "due"> & { label: string; count?: number; titled?: boolean };

function Group({ rows, label, count, titled = false, ...list }: GroupProps) {
  const id = useId();
  return (
    <>
      {titled ? (
        <h2 className="case-group" id={id}>
          {label}
          <span className="figure font-normal text-ink-3">{count === undefined ? null : countText(count)}</span>
        </h2>
      ) : null}
      <ul aria-label={titled ? undefined : label} aria-labelledby={titled ? id : undefined}>
        {rows.map((record) => (
          <Row key={record.caseId} record={record} {...list} />
        ))}
      </ul>
    </>
  );
}

function Row({ record, currentId, selection, onPick, refused }: Omit<Rows, "due" | "rows"> & { record: CaseRecord }) {
  const { caseId, kind, worth, fiat, assignee, account } = record;
  const { tone, glyph, word } = lookOf(record);
  const why = refused.get(caseId);
  const ofHouse = useOf() === "house";
  return (
    <li
      aria-current={currentId === caseId ? "true" : undefined}
      className="case-row"
      data-row={caseId}
      data-selected={selection[caseId] || undefined}
    >
      {onPick ? (
        <Check
          checked={selection[caseId] ?? false}
          className="case-pick"
          hideLabel
          label={words.select(words.kinds[kind], tailOf(record))}
          onChange={(event) => onPick(caseId, event.target.checked)}
        />
      ) : null}
      <Glyph className={`mt-0.75 ${MARKS[tone]}`} name={glyph} />
      <span className="case-name min-w-0 font-medium [&_a>span]:line-clamp-2 [&_a>span]:whitespace-normal">
        <RowLink id={caseId}>{word}</RowLink>
      </span>
      <Due className="text-end text-12 leading-5" record={record} />
      <span className="case-what">
        <span className="min-w-0 truncate text-ink-3">
          <Stake record={record} /> <span className="font-mono">{ofHouse && account ? account : tailOf(record)}</span>
        </span>
        <span className="ms-auto flex-none text-ink-2">
          {worth ? <Money asset={fiat} unit value={worth} /> : record.quantity ? words.noWorth : null}
        </span>
      </span>
      <Face person={assignee} />
      {why ? <span className="col-span-2 col-start-2 text-12 text-fail-text">{why}</span> : null}
    </li>
  );
}

/** Below the rows: what is not loaded yet. */
export function More({ onMore, busy }: { onMore: () => void; busy: boolean }): ReactNode {
  return (
    <p className="px-gutter py-3">
      <Button busy={busy} onClick={onMore} size="small">
        {words.more}
      </Button>
    </p>
  );
}
