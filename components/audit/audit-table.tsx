"use client";

import Link from "next/link";
import { Suspense, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import type { AuditRecord } from "#lib/audit/contract.ts";
import { auditText } from "#lib/i18n/audit.ts";
import { text } from "#lib/i18n/text.ts";
import { DataTable } from "#components/ui/data-table/data-table.tsx";
import type { DeskTable } from "#components/ui/data-table/desk-table.ts";
import { columnsOf, tableKind } from "#components/ui/data-table/features.ts";
import { Hash } from "#components/ui/hash.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Time } from "#components/ui/time.tsx";
import { actorText } from "#lib/i18n/actor-text.ts";
import { actionText, objectName } from "./sentence.ts";

const words = auditText;

/** What an action changed is told in the words of many pages: they come with the first line that is opened. */
const Detail = lazyPart(async () => (await import("./detail.tsx")).Detail);

/** A line of the record with its name in the table, whether its object has a page, and whether its detail is open. */
export type Line = { row: AuditRecord; key: string; linked: boolean; open: boolean; toggle: () => void };

/** One line for each action; its detail opens beneath. */
export function AuditTable({
  rows,
  desk,
  linked,
}: {
  rows: readonly AuditRecord[];
  desk: DeskTable<Line>;
  /** Objects lead to their own page. */
  linked: boolean;
}) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const lines = namesOf(rows).map(
    ([key, row]): Line => ({
      row,
      key,
      linked,
      open: opened.has(key),
      toggle: () => setOpened(opened.symmetricDifference(new Set([key]))),
    }),
  );
  return (
    <DataTable
      desk={desk}
      detailOf={({ row, open }) =>
        open ? (
          <Suspense>
            <Detail row={row} />
          </Suspense>
        ) : null
      }
      label={text.nav.audit}
      rows={lines}
    />
  );
}

/** Rows with names that stay theirs when more are loaded: what a request did twice to one object is counted from the oldest. */
function namesOf(rows: readonly AuditRecord[]): [string, AuditRecord][] {
  const met = new Map<string, number>();
  return rows
    .toReversed()
    .map((row): [string, AuditRecord] => {
      const name = `${row.requestId} ${row.action} ${row.objectId} ${row.at}`;
      const times = met.get(name) ?? 0;
      met.set(name, times + 1);
      return [`${name} ${times}`, row];
    })
    .reverse();
}

const column = columnsOf<Line>();

/** The record's columns. */
export const AUDIT = tableKind<Line>(
  "audit",
  column.columns([
    column.display({
      id: "at",
      cell: ({ row }) => <Time at={row.original.row.at} className="text-ink-2" />,
      meta: { label: () => words.columns.time, width: 132, narrow: 116, card: "line" },
    }),
    column.display({
      id: "actor",
      cell: ({ row }) => actorText(row.original.row.actor),
      meta: { label: () => words.columns.actor, width: 176, narrow: 160, card: "line" },
    }),
    column.display({
      id: "action",
      cell: ({ row }) => actionText(row.original.row),
      meta: {
        label: () => words.columns.action,
        width: "rest",
        names: true,
        className: "font-medium",
        card: "head",
      },
    }),
    column.display({
      id: "object",
      cell: ({ row }) => <ObjectName line={row.original} />,
      meta: { label: () => words.columns.object, width: 216, card: "line" },
    }),
    column.display({
      id: "request",
      cell: ({ row }) => <Hash copy={words.requestId} value={row.original.row.requestId} />,
      meta: { label: () => words.columns.request, width: 152, card: "line" },
    }),
    column.display({
      id: "address",
      cell: ({ row }) => row.original.row.clientAddress ?? "",
      meta: { label: () => words.from, width: 136, hidden: true, className: "font-mono text-12", card: "line" },
    }),
    column.display({
      id: "detail",
      cell: ({ row }) => <Opener line={row.original} />,
      meta: { label: () => words.columns.detail, width: 132, card: "line" },
    }),
  ]),
  { idOf: ({ key }) => key, nameOf: ({ row }) => actionText(row) },
);

const hasDetail = ({ detail, clientAddress }: AuditRecord) =>
  Object.keys(detail).length > 0 || clientAddress !== undefined;

function Opener({ line: { row, open, toggle } }: { line: Line }) {
  if (!hasDetail(row)) return <span className="text-ink-3">–</span>;
  return (
    <button
      aria-expanded={open}
      className="inline-flex min-h-6 items-center gap-1 rounded-1 text-ink-2 hover:underline"
      onClick={toggle}
      type="button"
    >
      {words.show}
      <Icon className="text-ink-3" name={open ? "up" : "down"} size={12} />
    </button>
  );
}

function ObjectName({ line: { row, linked } }: { line: Line }) {
  const { objectKind, objectId } = row;
  const href = {
    bill: `/payments?paymentId=${objectId}&open=${objectId}`,
    conversion: `/conversions?invoice=${objectId}`,
  }[objectKind];
  const name = (
    <>
      <span className="text-ink-3">{objectName(objectKind)}</span> <Hash tail value={objectId} />
    </>
  );
  if (!href || !linked) return name;
  return (
    <Link className="inline-flex min-h-6 items-center gap-1.5 rounded-1 hover:underline" href={href} prefetch={false}>
      {name}
    </Link>
  );
}
