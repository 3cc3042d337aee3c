"use client";

import Link from "next/link";
import type { AuditRecord } from "#lib/audit/contract.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { text } from "#components/text/text.ts";
import { Hash } from "#components/ui/hash.tsx";
import { Time } from "#components/ui/time.tsx";

const words = text.audit;

/** One line for each deed; its detail opens in place. */
export function AuditTable({ rows }: { rows: readonly AuditRecord[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={words.title} className="flex-none overflow-x-auto" tabIndex={0}>
      <table aria-label={words.title} className="mini w-full">
        <thead>
          <tr>
            {Object.entries(words.columns).map(([column, label]) => (
              <th key={column} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one request may do the same thing to one object twice
            <Line key={`${row.requestId} ${row.action} ${row.objectId} ${rows.length - at}`} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ row }: { row: AuditRecord }) {
  return (
    <tr className="align-top hover:bg-hover [&>*]:py-1">
      <td>
        <Time at={row.at} className="text-ink-2" />
      </td>
      <td>{row.actor}</td>
      <td className="font-medium">{row.action}</td>
      <td>
        <ObjectName row={row} />
      </td>
      <td>
        <Hash copy={words.requestId} value={row.requestId} />
      </td>
      <td>
        <Detail row={row} />
      </td>
    </tr>
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
