"use client";

import { Suspense, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { ApprovalDialog } from "#components/approvals/approval-dialog.tsx";
import { useWaitingApprovals } from "#components/approvals/approvals-data.ts";
import { useMayDecide, useSeesApprovals } from "#components/approvals/may-decide.ts";
import { fieldsOf, titleOf } from "#lib/approvals/approval-text.ts";
import { actorText } from "#lib/i18n/actor-text.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { commandsColumn, RowCommand } from "#components/ui/commands-column.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { type Mapping, useMappings } from "./treasury-data.ts";

/** Loaded when they are opened. */
const MappingForm = lazyPart(async () => (await import("./mapping-form.tsx")).MappingForm);
const UploadStatement = lazyPart(async () => (await import("./upload-statement.tsx")).UploadStatement);

const words = treasuryText.statements;

/** Files of the banks that wait for a second person, and how their CSV is read. */
export function BankStatements() {
  const { data, error, isPending, refetch } = useMappings();
  const may = useMay("house:statements");
  const [open, setOpen] = useState<"upload" | "new" | Mapping>();
  const close = () => setOpen(undefined);
  const change = may ? setOpen : undefined;
  return (
    <Section
      end={
        may ? (
          <span className="flex flex-wrap gap-2">
            <Button onClick={() => setOpen("new")}>{words.map}</Button>
            <Button onClick={() => setOpen("upload")}>{words.upload}</Button>
          </span>
        ) : null
      }
      hint={words.hint}
      title={words.title}
    >
      <WaitingFiles />
      {error ? <ErrorNote error={error} onRetry={() => void refetch()} title={treasuryText.failed} /> : null}
      {isPending ? <Waiting lines={2} /> : null}
      {data?.length === 0 ? (
        <p className="px-gutter pb-3 text-12 text-ink-2">
          {words.none}. {words.noneText}
        </p>
      ) : null}
      {data && data.length > 0 ? (
        <ShortTable
          columns={mappingColumns(change)}
          keyOf={({ mappingId }) => mappingId}
          label={words.mappings}
          rows={data}
        />
      ) : null}
      <Suspense>
        {open === "upload" ? <UploadStatement mappings={data ?? []} onClose={close} /> : null}
        {open && open !== "upload" ? <MappingForm last={open === "new" ? undefined : open} onClose={close} /> : null}
      </Suspense>
    </Section>
  );
}

/** What waits of statements and mappings; decided in the same dialog as every other request. */
function WaitingFiles() {
  const { data = [] } = useWaitingApprovals(useSeesApprovals());
  const may = useMayDecide();
  const [openId, setOpenId] = useState<string>();
  const rows = data.filter(({ what }) => what === "bank-statement" || what === "bank-mapping");
  const open = rows.find(({ approvalId }) => approvalId === openId);
  return (
    <>
      {rows.length > 0 ? (
        <ShortTable
          columns={waitingColumns(may, ({ approvalId }) => setOpenId(approvalId))}
          keyOf={({ approvalId }) => approvalId}
          label={words.waiting}
          rows={rows}
        />
      ) : null}
      {open ? <ApprovalDialog approval={open} key={open.approvalId} onClose={() => setOpenId(undefined)} /> : null}
    </>
  );
}

const waitingColumns = (
  may: (approval: ApprovalRecord) => boolean,
  onOpen: (approval: ApprovalRecord) => void,
): ShortColumn<ApprovalRecord>[] => [
  { id: "what", label: words.waiting, names: true, className: "font-medium", cell: titleOf },
  {
    id: "totals",
    label: words.columns.totals,
    className: "figure",
    cell: (approval) => {
      const { credits, debits } = fieldsOf(approval);
      return [credits, debits].filter(Boolean).join(" / ") || "–";
    },
  },
  {
    id: "asked",
    label: words.columns.requestedBy,
    cell: ({ askedBy, askedAt }) => (
      <>
        {actorText(askedBy)} <Time at={askedAt} className="text-ink-3" />
      </>
    ),
  },
  commandsColumn(words.columns.commands, (approval) => (
    <RowCommand of={titleOf(approval)} run={() => onOpen(approval)}>
      {may(approval) && !approval.yours ? words.decide : words.show}
    </RowCommand>
  )),
];

const mappingColumns = (change: ((mapping: Mapping) => void) | undefined): ShortColumn<Mapping>[] => [
  {
    id: "account",
    label: words.columns.account,
    names: true,
    className: "font-mono text-12",
    cell: ({ place, currency }) => `${place} ${currency}`,
  },
  { id: "version", label: words.columns.version, align: "end", cell: ({ version }) => version },
  { id: "by", label: words.columns.by, cell: ({ madeBy }) => actorText(madeBy) },
  { id: "at", label: words.columns.at, cell: ({ madeAt }) => <Time at={madeAt} /> },
  commandsColumn(words.columns.commands, (mapping) =>
    change ? (
      <RowCommand of={`${mapping.place} ${mapping.currency}`} run={() => change(mapping)}>
        {words.change}
      </RowCommand>
    ) : null,
  ),
];
