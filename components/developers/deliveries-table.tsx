"use client";

import type { AttemptRecord, DeliveryRecord } from "#lib/webhooks/contract.ts";
import type { DeliveryState } from "#lib/webhooks/delivery-states.ts";
import { Comments } from "#components/comments/comments.tsx";
import { commentsText } from "#lib/i18n/comments.ts";
import { developersText } from "#lib/i18n/developers.ts";
import { countText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { State, type StateFacts } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";

const words = developersText.webhooks.deliveries;

/** One line for each delivery; its tries open in place. */
export function DeliveriesTable({
  rows,
  selected,
  maySend,
  open,
  onOpen,
  onSelect,
  onSend,
}: {
  rows: readonly DeliveryRecord[];
  selected: ReadonlySet<string>;
  maySend: boolean;
  /** Whose comments are shown. */
  open: string | undefined;
  onOpen: (deliveryId: string | undefined) => void;
  onSelect: (selected: ReadonlySet<string>) => void;
  onSend: (deliveryId: string) => void;
}) {
  const toggle = (deliveryId: string) => onSelect(selected.symmetricDifference(new Set([deliveryId])));
  return (
    <ShortTable
      columns={[
        {
          id: "event",
          label: words.columns.event,
          names: true,
          cell: (row) => <EventName onToggle={() => toggle(row.deliveryId)} row={row} selected={selected} />,
        },
        ...factColumns(),
        {
          id: "actions",
          label: words.columns.commands,
          hideLabel: true,
          align: "end",
          cell: (row) => (
            <span className="inline-flex gap-1">
              <Button
                aria-description={nameOf(row)}
                aria-expanded={row.deliveryId === open}
                look="plain"
                onClick={() => onOpen(row.deliveryId === open ? undefined : row.deliveryId)}
                size="small"
              >
                {commentsText.title}
              </Button>
              {maySend ? (
                <Button aria-label={words.resendOf(nameOf(row))} onClick={() => onSend(row.deliveryId)} size="small">
                  {words.resend}
                </Button>
              ) : null}
            </span>
          ),
        },
      ]}
      detailOf={({ deliveryId }) =>
        deliveryId === open ? (
          <div className="max-w-160 px-gutter py-3">
            <Comments kind="DELIVERY" objectId={deliveryId} of="account" />
          </div>
        ) : null
      }
      keyOf={({ deliveryId }) => deliveryId}
      label={words.title}
      rows={rows}
      top
    />
  );
}

const factColumns = (): ShortColumn<DeliveryRecord>[] => [
  { id: "status", label: words.columns.status, cell: ({ status }) => <State {...STATES[status]} /> },
  {
    id: "last",
    label: words.columns.last,
    cell: ({ attempts: [last] }) => (last ? <AttemptWord attempt={last} /> : null),
  },
  { id: "tries", label: words.columns.tries, cell: ({ attempts }) => <Attempts attempts={attempts} /> },
  { id: "next", label: words.columns.next, cell: ({ nextAt }) => (nextAt ? <Time at={nextAt} /> : null) },
  {
    id: "made",
    label: words.columns.made,
    cell: ({ createdAt }) => <Time at={createdAt} className="text-ink-2" />,
  },
];

function EventName({
  row,
  selected,
  onToggle,
}: {
  row: DeliveryRecord;
  selected: ReadonlySet<string>;
  onToggle: () => void;
}) {
  return (
    <>
      <Check
        aria-label={words.select(nameOf(row))}
        checked={selected.has(row.deliveryId)}
        hint={words.sequence(row.sequence)}
        label={<span className="font-medium">{row.type}</span>}
        onChange={onToggle}
      />
      <div className="ps-6 text-12 font-normal text-ink-3">
        <Hash copy={words.eventId} tail value={row.eventId} />
      </div>
    </>
  );
}

const nameOf = ({ type, sequence }: DeliveryRecord): string => `${type} ${words.sequence(sequence)}`;

const STATES: Record<DeliveryState, StateFacts> = {
  PENDING: {
    tone: "wait",
    glyph: "half",
    get word() {
      return words.states.PENDING;
    },
  },
  DELIVERED: {
    tone: "done",
    glyph: "done",
    get word() {
      return words.states.DELIVERED;
    },
  },
  FAILED: {
    tone: "fail",
    glyph: "attn",
    get word() {
      return words.states.FAILED;
    },
  },
};

/** Faults whose cause only the machine's own words name: they are quoted. */
const UNSAID: ReadonlySet<string> = new Set(["FORBIDDEN_TARGET", "OTHER"] satisfies AttemptRecord["errorCode"][]);

function AttemptWord({ attempt: { statusCode, error, errorCode, durationMs } }: { attempt: AttemptRecord }) {
  return (
    <span className="figure">
      {statusCode ?? (
        <span className="inline-block max-w-60 truncate align-bottom">
          {errorCode ? words.faults[errorCode] : words.noAnswer}
          {errorCode && UNSAID.has(errorCode) ? (
            <>
              {": "}
              <q lang="en" title={error}>
                {error}
              </q>
            </>
          ) : null}
        </span>
      )}{" "}
      <span className="text-ink-3">{words.took(countText(durationMs))}</span>
    </span>
  );
}

function Attempts({ attempts }: { attempts: readonly AttemptRecord[] }) {
  if (attempts.length === 0) return <span className="text-ink-3">0</span>;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer rounded-1 text-ink-2">{words.attempts(attempts.length)}</summary>
      <ol className="grid gap-2 py-1">
        {attempts.map((attempt, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two tries may fall into one millisecond
          <li className="grid gap-0.5" key={`${attempt.at} ${attempts.length - at}`}>
            <span>
              <Time at={attempt.at} className="text-ink-2" /> <AttemptWord attempt={attempt} />
            </span>
            {attempt.error ? null : (
              <code className="max-w-90 font-mono text-12 whitespace-pre-wrap text-ink-3 wrap-anywhere">
                {attempt.response || words.emptyBody}
              </code>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
