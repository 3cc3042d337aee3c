"use client";

import Link from "next/link";
import type { AuditRecord } from "#lib/audit/contract.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { text } from "#components/text/text.ts";
import { Hash } from "#components/ui/hash.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";

const words = text.audit;

/** One line for each deed; its detail opens in place. */
export function AuditTable({ rows }: { rows: readonly AuditRecord[] }) {
  return (
    <ShortTable
      columns={columns()}
      keyOf={(row, at) => `${row.requestId} ${row.action} ${row.objectId} ${rows.length - at}`}
      label={words.title}
      rows={rows}
      top
    />
  );
}

const columns = (): ShortColumn<AuditRecord>[] => [
  { id: "at", label: words.columns.time, cell: (row) => <Time at={row.at} className="text-ink-2" /> },
  { id: "actor", label: words.columns.actor, cell: (row) => row.actor },
  { id: "action", label: words.columns.action, names: true, className: "font-medium", cell: (row) => row.action },
  { id: "object", label: words.columns.object, cell: (row) => <ObjectName row={row} /> },
  {
    id: "request",
    label: words.columns.request,
    cell: (row) => <Hash copy={words.requestId} value={row.requestId} />,
  },
  { id: "detail", label: words.columns.detail, cell: (row) => <Detail row={row} /> },
];

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
  const facts = Object.entries(detail);
  if (facts.length === 0 && !clientAddress) return <span className="text-ink-3">–</span>;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer rounded-1 text-ink-2">{words.show}</summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-1 font-mono text-12">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {typeof value === "string" ? value : writeJson(value)}
          </Fact>
        ))}
        {clientAddress ? <Fact name={words.from}>{clientAddress}</Fact> : null}
      </dl>
    </details>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="max-w-90 whitespace-normal wrap-anywhere">{children}</dd>
    </>
  );
}
