"use client";

import type { AuditRecord, SealFaultCode } from "#lib/audit/contract.ts";
import { auditText } from "#lib/i18n/audit.ts";
import { countText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { State } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { useLastVerification, useVerification } from "./audit-data.ts";
import { actorText } from "#lib/i18n/actor-text.ts";

const words = auditText.seals;

/** Whether the chain of seals held when it was verified last, and a button that verifies it. */
export function Seals() {
  const last = useLastVerification();
  const verify = useVerification();
  const faults = verify.data?.faults ?? [];
  return (
    <section
      aria-label={words.title}
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule px-gutter py-2 text-12"
    >
      {last.data === undefined ? null : <Last record={last.data} />}
      <Button busy={verify.isPending} className="ms-auto" onClick={() => verify.mutate()} size="small">
        {verify.isPending ? words.verifying : words.verify}
      </Button>
      {faults.length > 0 ? (
        <ul className="basis-full text-fail-text">
          {faults.map(({ code, seal }) => (
            <li key={`${code} ${seal ?? ""}`}>{faultText(code, seal)}</li>
          ))}
        </ul>
      ) : null}
      {verify.error ? (
        <div className="basis-full">
          <ErrorNote error={verify.error} title={words.failed} />
        </div>
      ) : null}
    </section>
  );
}

const faultText = (code: SealFaultCode, seal: number | undefined): string =>
  words.faults[code](seal === undefined ? "" : countText(seal));

function Last({ record }: { record: AuditRecord | null }) {
  if (!record) return <State glyph="pending" tone="none" word={words.unchecked} />;
  const { holds, lines, seals, waiting } = record.detail;
  return (
    <>
      {holds === true ? (
        <State glyph="done" tone="done" word={words.holds} />
      ) : (
        <State glyph="attn" tone="fail" word={words.broken} />
      )}
      <span className="text-ink-2">{words.covers(figure(lines), figure(seals), figure(waiting))}</span>
      <span className="text-ink-3">
        {words.by(actorText(record.actor))} <Time at={record.at} relative />
      </span>
    </>
  );
}

/** A count as the record's detail has it. */
const figure = (value: unknown): string => countText(Number(String(value)));
