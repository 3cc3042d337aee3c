"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { getConversionsCall } from "#lib/conversions/calls.ts";
import type { RequestLine } from "#lib/log/request-log-contract.ts";
import { developersText } from "#lib/i18n/developers.ts";
import { countText } from "#lib/i18n/amount.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { State } from "#components/ui/state.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { Code } from "./code.tsx";
import { LoggedFault } from "./logged-fault.tsx";
import { useRequest } from "./requests-data.ts";

const words = developersText.requests;
const { detail } = words;

type Opening = { open: string | undefined; onOpen: (requestId: string | undefined) => void };

/** One line for each call; its bodies open beneath it. */
export function RequestsTable({ rows, open, onOpen }: Opening & { rows: readonly RequestLine[] }) {
  return (
    <ShortTable
      columns={columns({ open, onOpen })}
      detailOf={({ requestId }) => (requestId === open ? <Detail requestId={requestId} /> : null)}
      keyOf={({ requestId }) => requestId}
      label={words.title}
      rows={rows}
    />
  );
}

const columns = ({ open, onOpen }: Opening): ShortColumn<RequestLine>[] => [
  { id: "time", label: words.columns.time, cell: ({ at }) => <Time at={at} className="text-ink-2" /> },
  { id: "status", label: words.columns.status, cell: ({ status, code }) => <Status code={code} status={status} /> },
  {
    id: "call",
    label: words.columns.call,
    names: true,
    cell: (row) => (
      <Call
        onToggle={() => onOpen(row.requestId === open ? undefined : row.requestId)}
        open={row.requestId === open}
        row={row}
      />
    ),
  },
  {
    id: "took",
    label: words.columns.took,
    align: "end",
    className: "figure text-ink-2",
    cell: ({ durationMs }) => words.took(countText(durationMs)),
  },
  {
    id: "caller",
    label: words.columns.caller,
    className: "text-ink-2",
    cell: ({ caller }) => <Caller caller={caller} />,
  },
  {
    id: "request",
    label: words.columns.request,
    cell: ({ requestId }) => <Hash copy={words.requestId} tail value={requestId} />,
  },
];

function Status({ status, code }: Pick<RequestLine, "status" | "code">) {
  const tone = status < 400 ? "done" : status < 500 ? "wait" : "fail";
  return (
    <span translate="no">
      <State glyph={tone === "done" ? "done" : "attn"} tone={tone} why={code} word={String(status)} />
    </span>
  );
}

function Call({ row, open, onToggle }: { row: RequestLine; open: boolean; onToggle: () => void }) {
  return (
    <>
      <button
        aria-expanded={open}
        className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-1 text-start hover:underline"
        onClick={onToggle}
        type="button"
      >
        <Icon className={open ? "flex-none rotate-90 text-ink-3" : "flex-none text-ink-3"} name="right" size={12} />
        <span className="flex-none font-normal text-ink-3">{row.method}</span>
        <span className="inline-block max-w-120 truncate font-medium">{row.target}</span>
      </button>{" "}
      {row.replayed ? <Tag>{words.replayed}</Tag> : null}
    </>
  );
}

function Caller({ caller }: { caller: string }) {
  const [kind, name = ""] = caller.split(":", 2);
  if (kind === "key") return <Hash value={name} />;
  return kind === "staff" ? name : <span className="text-ink-3">{words.unproven}</span>;
}

function Detail({ requestId }: { requestId: string }) {
  const request = useRequest(requestId);
  if (request.error) return <ErrorNote error={request.error} onRetry={() => void request.refetch()} />;
  if (!request.data) return <Waiting lines={3} />;
  const { data } = request;
  return (
    <div className="grid max-w-230 gap-3 py-3">
      {data.message ? (
        <div className="font-medium text-pretty">
          <LoggedFault code={data.code} message={data.message} />
        </div>
      ) : null}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-12">
        <Fact name={detail.target}>{data.target}</Fact>
        {data.clientAddress ? <Fact name={detail.from}>{data.clientAddress}</Fact> : null}
        {data.idempotencyKey ? <Fact name={detail.idempotencyKey}>{data.idempotencyKey}</Fact> : null}
        {data.objectId ? (
          <Fact name={detail.about}>
            <ObjectLinks objectId={data.objectId} route={data.route} />
          </Fact>
        ) : null}
      </dl>
      {data.requestBody ? <Body label={detail.sent}>{data.requestBody}</Body> : null}
      {data.responseBody ? <Body label={detail.answered}>{data.responseBody}</Body> : null}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="font-mono wrap-anywhere">{children}</dd>
    </>
  );
}

function Body({ label, children }: { label: string; children: string }) {
  return (
    <div className="grid gap-1">
      <span className="text-12 text-ink-2">{label}</span>
      <Code copy={label} label={label} wrapped>
        {children}
      </Code>
    </div>
  );
}

function ObjectLinks({ objectId, route }: { objectId: string; route: string }) {
  const record = route.startsWith(getConversionsCall.path)
    ? `/conversions?invoice=${objectId}`
    : `/payments?paymentId=${objectId}&open=${objectId}`;
  return (
    <span className="inline-flex flex-wrap gap-x-4">
      <Link className="inline-flex min-h-6 items-center underline" href={record} prefetch={false}>
        <Hash tail value={objectId} />
      </Link>
      <Link
        className="inline-flex min-h-6 items-center font-sans underline"
        href={`/developers?tab=webhooks&objectId=${objectId}`}
        prefetch={false}
      >
        {detail.deliveries}
      </Link>
    </span>
  );
}
