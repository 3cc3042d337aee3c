"use client";

import type { AttemptRecord, DeliveryRecord, DeliveryState } from "#lib/webhooks/contract.ts";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { State, type StateFacts } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { TableFrame } from "./parts.tsx";

const words = text.developers.webhooks.deliveries;
const { columns } = words;

/** One line for each delivery; its tries open in place. */
export function DeliveriesTable({
  rows,
  selected,
  maySend,
  onSelect,
  onSend,
}: {
  rows: readonly DeliveryRecord[];
  selected: ReadonlySet<string>;
  maySend: boolean;
  onSelect: (selected: ReadonlySet<string>) => void;
  onSend: (deliveryId: string) => void;
}) {
  const toggle = (deliveryId: string) => onSelect(selected.symmetricDifference(new Set([deliveryId])));
  return (
    <TableFrame label={words.title}>
      <thead>
        <tr>
          <th scope="col">{columns.event}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.last}</th>
          <th scope="col">{columns.tries}</th>
          <th scope="col">{columns.next}</th>
          <th scope="col">{columns.made}</th>
          <th scope="col">
            <span className="sr-only">{columns.deeds}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr className="align-top hover:bg-hover [&>*]:py-1" key={row.deliveryId}>
            <td>
              <Check
                aria-label={words.select(nameOf(row))}
                checked={selected.has(row.deliveryId)}
                hint={words.sequence(row.sequence)}
                label={<span className="font-medium">{row.type}</span>}
                onChange={() => toggle(row.deliveryId)}
              />
              <div className="ps-6 text-12 text-ink-3">
                <Hash copy={words.eventId} tail value={row.eventId} />
              </div>
            </td>
            <td>
              <State {...STATES[row.status]} />
            </td>
            <td>{row.attempts[0] ? <AttemptWord attempt={row.attempts[0]} /> : null}</td>
            <td>
              <Attempts attempts={row.attempts} />
            </td>
            <td>{row.nextAt ? <Time at={row.nextAt} /> : null}</td>
            <td>
              <Time at={row.createdAt} className="text-ink-2" />
            </td>
            <td className="end">
              {maySend ? (
                <Button aria-label={words.resendOf(nameOf(row))} onClick={() => onSend(row.deliveryId)} size="small">
                  {words.resend}
                </Button>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

const nameOf = ({ type, sequence }: DeliveryRecord): string => `${type} ${words.sequence(sequence)}`;

const STATES: Record<DeliveryState, StateFacts> = {
  PENDING: {
    tone: "wait",
    glyph: "half",
    get word() {
      return words.states["PENDING"] ?? "";
    },
  },
  DELIVERED: {
    tone: "done",
    glyph: "done",
    get word() {
      return words.states["DELIVERED"] ?? "";
    },
  },
  FAILED: {
    tone: "fail",
    glyph: "attn",
    get word() {
      return words.states["FAILED"] ?? "";
    },
  },
};

function AttemptWord({ attempt: { statusCode, error, durationMs } }: { attempt: AttemptRecord }) {
  return (
    <span className="figure">
      {statusCode ?? (
        <span className="inline-block max-w-60 truncate align-bottom" title={error}>
          {error ?? words.noAnswer}
        </span>
      )}{" "}
      <span className="text-ink-3">{words.took(durationMs)}</span>
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
