"use client";

import Link from "next/link";
import { Fragment, type ReactNode } from "react";
import type { RequestLine } from "#lib/api/request-log-contract.ts";
import { text } from "#components/text/text.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { State } from "#components/ui/state.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { Time } from "#components/ui/time.tsx";
import { Code, TableFrame, Waiting } from "./parts.tsx";
import { useRequest } from "./requests-data.ts";

const words = text.developers.requests;
const { columns, detail } = words;
const COLUMN_COUNT = Object.keys(columns).length;

/** One line for each call; its bodies open beneath it. */
export function RequestsTable({
  rows,
  open,
  onOpen,
}: {
  rows: readonly RequestLine[];
  open: string | undefined;
  onOpen: (requestId: string | undefined) => void;
}) {
  return (
    <TableFrame label={words.title}>
      <thead>
        <tr>
          <th scope="col">{columns.time}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.call}</th>
          <th className="end" scope="col">
            {columns.took}
          </th>
          <th scope="col">{columns.caller}</th>
          <th scope="col">{columns.request}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.requestId}>
            <Line
              onToggle={() => onOpen(row.requestId === open ? undefined : row.requestId)}
              open={row.requestId === open}
              row={row}
            />
            {row.requestId === open ? (
              <tr>
                <td className="bg-ground whitespace-normal!" colSpan={COLUMN_COUNT}>
                  <Detail requestId={row.requestId} />
                </td>
              </tr>
            ) : null}
          </Fragment>
        ))}
      </tbody>
    </TableFrame>
  );
}

function Line({ row, open, onToggle }: { row: RequestLine; open: boolean; onToggle: () => void }) {
  const failed = row.status >= 400;
  return (
    <tr className="hover:bg-hover">
      <td>
        <Time at={row.at} className="text-ink-2" />
      </td>
      <td>
        <State
          glyph={failed ? "attn" : "done"}
          tone={failed ? (row.status >= 500 ? "fail" : "wait") : "done"}
          why={row.code}
          word={String(row.status)}
        />
      </td>
      <td>
        <button
          aria-expanded={open}
          className="inline-flex min-h-6 items-center gap-1.5 rounded-1 text-start hover:underline"
          onClick={onToggle}
          type="button"
        >
          <Icon className={open ? "rotate-90 text-ink-3" : "text-ink-3"} name="right" size={12} />
          <span className="text-ink-3">{row.method}</span>
          <span className="inline-block max-w-120 truncate font-medium">{row.target}</span>
        </button>{" "}
        {row.replayed ? <Tag>{words.replayed}</Tag> : null}
      </td>
      <td className="figure end text-ink-2">{words.took(row.durationMs)}</td>
      <td className="text-ink-2">
        <Caller caller={row.caller} />
      </td>
      <td>
        <Hash copy={words.requestId} tail value={row.requestId} />
      </td>
    </tr>
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
      {data.message ? <p className="font-medium text-pretty">{data.message}</p> : null}
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
  const record = route.startsWith("/payment/v1/conversion")
    ? `/conversions?invoice=${objectId}`
    : `/payments?paymentId=${objectId}&open=${objectId}`;
  return (
    <span className="inline-flex flex-wrap gap-x-4">
      <Link className="inline-flex min-h-6 items-center underline" href={record} prefetch={false}>
        <Hash tail value={objectId} />
      </Link>
      <Link
        className="inline-flex min-h-6 items-center font-sans underline"
        href={`/developers?tab=webhooks&object=${objectId}`}
        prefetch={false}
      >
        {detail.deliveries}
      </Link>
    </span>
  );
}
