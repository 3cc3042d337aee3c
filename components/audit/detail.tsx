"use client";

import type { ReactNode } from "react";
import type { AuditRecord } from "#lib/audit/contract.ts";
import { auditText } from "#lib/i18n/audit.ts";
import { detailsText } from "#lib/i18n/audit-details.ts";
import { usePreferences } from "#components/preferences.tsx";
import { cx } from "#components/ui/class-names.ts";
import { detailsOf } from "./details.ts";

const words = auditText;

/** What an action changed, from where it was asked, and its code. */
export function Detail({ row }: { row: AuditRecord }) {
  const { zone } = usePreferences();
  const { shift, facts } = detailsOf(row, zone);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 py-1 ps-3">
      {shift ? (
        <Fact name={shift.name}>
          {shift.before} → <span className="font-medium">{shift.after}</span>
        </Fact>
      ) : null}
      {facts.map(({ name, value }) => (
        <Fact code={isCode(value)} key={name} name={name}>
          {value}
        </Fact>
      ))}
      {row.clientAddress ? (
        <Fact code name={words.from}>
          {row.clientAddress}
        </Fact>
      ) : null}
      <Fact code name={detailsText.code}>
        {row.action}
      </Fact>
    </dl>
  );
}

/** Ids, hashes and addresses are compared letter by letter; what else stands here is read. */
const isCode = (value: string) => /^(?=.*\d)[\w:./@-]{12,}$/.test(value);

function Fact({ name, code = false, children }: { name: string; code?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className="text-12 leading-5 text-ink-3">{name}</dt>
      <dd className={cx("figure whitespace-normal wrap-anywhere", code && "font-mono text-12 leading-5")}>
        {children}
      </dd>
    </>
  );
}
