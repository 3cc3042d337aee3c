"use client";

import Link from "next/link";
import { useState } from "react";
import type { AuditRecord } from "#lib/audit/contract.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { text } from "#components/text/text.ts";
import type { Layout } from "#components/ui/data-table/layout.ts";
import { Hash } from "#components/ui/hash.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { type LaidKind, laidKind, LaidTable } from "#components/ui/laid-table.tsx";
import { Time } from "#components/ui/time.tsx";

const words = text.audit;

/** A line of the record with its name in the table, and whether its detail is open. */
type Line = { row: AuditRecord; key: string; open: boolean; toggle: () => void };

/** One line for each deed; its detail opens beneath. */
export function AuditTable({
  rows,
  layout,
  onLayout,
}: {
  rows: readonly AuditRecord[];
  layout: Layout;
  onLayout: (next: Layout) => void;
}) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const lines = namesOf(rows).map(
    ([key, row]): Line => ({
      row,
      key,
      open: opened.has(key),
      toggle: () => setOpened(opened.symmetricDifference(new Set([key]))),
    }),
  );
  return (
    <LaidTable
      className="flex-1 max-card:flex-none"
      detailOf={({ row, open }) => (open ? <Detail row={row} /> : null)}
      keyOf={({ key }) => key}
      kind={AUDIT}
      label={words.title}
      layout={layout}
      onLayout={onLayout}
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

/** The record's columns. */
export const AUDIT: LaidKind<Line> = laidKind("audit", [
  {
    id: "at",
    label: () => words.columns.time,
    width: 132,
    cell: ({ row }) => <Time at={row.at} className="text-ink-2" />,
  },
  {
    id: "action",
    label: () => words.columns.action,
    width: 208,
    names: true,
    className: "font-medium",
    cell: ({ row }) => row.action,
  },
  { id: "actor", label: () => words.columns.actor, width: 176, cell: ({ row }) => row.actor },
  { id: "object", label: () => words.columns.object, width: "rest", cell: ({ row }) => <ObjectName row={row} /> },
  {
    id: "request",
    label: () => words.columns.request,
    width: 152,
    cell: ({ row }) => <Hash copy={words.requestId} value={row.requestId} />,
  },
  {
    id: "address",
    label: () => words.from,
    width: 136,
    hidden: true,
    className: "font-mono text-12",
    cell: ({ row }) => row.clientAddress ?? "",
  },
  { id: "detail", label: () => words.columns.detail, width: 132, cell: (line) => <Opener line={line} /> },
]);

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

function ObjectName({ row: { objectKind, objectId } }: { row: AuditRecord }) {
  const href = {
    bill: `/payments?paymentId=${objectId}&open=${objectId}`,
    conversion: `/conversions?invoice=${objectId}`,
  }[objectKind];
  const name = (
    <>
      <span className="text-ink-3">{objectKind}</span> <Hash tail value={objectId} />
    </>
  );
  if (!href) return name;
  return (
    <Link className="inline-flex min-h-6 items-center gap-1.5 rounded-1 hover:underline" href={href} prefetch={false}>
      {name}
    </Link>
  );
}

function Detail({ row: { detail, clientAddress } }: { row: AuditRecord }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-1 font-mono text-12">
      {Object.entries(detail).map(([name, value]) => (
        <Fact key={name} name={name}>
          {typeof value === "string" ? value : writeJson(value)}
        </Fact>
      ))}
      {clientAddress ? <Fact name={words.from}>{clientAddress}</Fact> : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="whitespace-normal wrap-anywhere">{children}</dd>
    </>
  );
}
