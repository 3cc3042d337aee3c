"use client";

import { actorText } from "#lib/i18n/actor-text.ts";
import Link from "next/link";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { getNoteCall } from "#lib/documents/calls.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { useShortcut } from "#components/keyboard/keyboard.tsx";
import { useMay } from "#components/may.ts";
import { usePreferences } from "#components/preferences.tsx";
import { Comments } from "#components/comments/comments.tsx";
import { DocumentButton } from "#components/documents/document-button.tsx";
import { commentsText } from "#lib/i18n/comments.ts";
import { conversionText } from "#lib/i18n/conversion.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Drawer, DrawerSection } from "#components/ui/drawer.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { Cost } from "./cost.tsx";
import { ConversionItems } from "./conversion-items.tsx";
import { ConversionState } from "./conversion-state.tsx";
import { useConversion, useConversionActions } from "./conversions-data.ts";
import { ExecuteDialog } from "./execute-dialog.tsx";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { APPROVALS_HREF } from "#lib/contract/approval-href.ts";
import { faultWords } from "./fault-words.ts";
import { historyOf } from "./history-of.ts";
import { ExecutingCard, Outcome, Refusal } from "./outcome.tsx";
import { QuoteCard } from "./quote-card.tsx";
import { Fact } from "#components/ui/facts.tsx";
import { cryptoText, fiatText } from "./rates.ts";

const words = conversionText.drawer;

/** One conversion from its bills to its result: quote, execute, cancel, and what happened. */
export function ConversionDrawer({
  invoiceId,
  known,
  takeFocus,
  onClose,
  onStep,
}: {
  invoiceId: string;
  known: ConversionRecord | undefined;
  takeFocus: boolean;
  onClose: () => void;
  onStep?: ((by: -1 | 1) => void) | undefined;
}) {
  const { data: record, error, isPending, refetch } = useConversion(invoiceId, known);
  const missing = record === null || isUnknown(error);
  return (
    <Drawer
      onClose={onClose}
      onStep={onStep}
      record={invoiceId}
      takeFocus={takeFocus}
      title={missing ? words.missingTitle : record ? <Title record={record} /> : words.loading}
    >
      {error && !missing ? <ErrorNote error={error} onRetry={refetch} /> : null}
      {record && !missing ? <Body key={record.invoiceId} record={record} /> : null}
      {missing ? <Empty title={words.missing} /> : null}
      {isPending && !missing ? <Loading /> : null}
    </Drawer>
  );
}

const isUnknown = (error: unknown) =>
  typeof error === "object" && error !== null && "code" in error && error.code === "NOT_FOUND";

function Title({ record }: { record: ConversionRecord }) {
  return (
    <>
      {words.title(cryptoText(record.quantity, record.baseSymbol), record.quoteSymbol)}{" "}
      <span className="ms-1 text-13 font-normal max-card:hidden">
        <ConversionState plain record={record} />
      </span>
    </>
  );
}

function Body({ record }: { record: ConversionRecord }) {
  const { zone } = usePreferences();
  const now = useNow(1_000) ?? serverNow();
  return (
    <>
      <Deal record={record} />
      <Cost record={record} />
      <ConversionItems record={record} />
      <DrawerSection title={words.history}>
        <Timeline list={historyOf(record, now, zone)} now={now} />
      </DrawerSection>
      <DrawerSection
        end={
          record.status === "EXECUTED" ? (
            <DocumentButton
              label={text.documents.note}
              name={`note-${record.invoiceId}.pdf`}
              fetchFile={(file) => file(getNoteCall, { invoiceId: record.invoiceId })}
            />
          ) : null
        }
        title={words.facts}
      >
        <dl className="grid gap-1">
          <Fact name={words.invoice}>
            <Hash copy={words.copyInvoice} value={record.invoiceId} />
          </Fact>
          <Fact name={words.feeModel}>{paymentsText.feeModel[record.feeModel]}</Fact>
          <Fact name={words.owner}>{record.username}</Fact>
          <Fact name={words.by}>{actorText(record.createdBy)}</Fact>
          <Fact name={words.created}>
            <Time at={Date.parse(record.created)} />
          </Fact>
          <Fact name={words.updated}>
            <Time at={Date.parse(record.updated)} />
          </Fact>
        </dl>
      </DrawerSection>
      <DrawerSection title={commentsText.title}>
        <Comments kind="CONVERSION" objectId={record.invoiceId} of="account" />
      </DrawerSection>
    </>
  );
}

/** The part where money is decided: asks, confirms, sends, and says only what the record says. */
function Deal({ record }: { record: ConversionRecord }) {
  const { announce } = useStatus();
  const { quote, execute, cancel } = useConversionActions(record);
  const [dialog, setDialog] = useState<"execute" | "cancel" | undefined>(undefined);
  const [sentAt, setSentAt] = useState<number | undefined>(undefined);
  const before = record.quotes.findLast((one) => one.quoteId !== record.quote?.quoteId);
  const open = record.status === "CREATED" || record.status === "QUOTED";
  const busy = quote.isPending || execute.isPending || cancel.isPending;
  const mayQuote = useMay("conversions:write");
  useEndAnnounced(record);

  const ask = () => {
    if (busy || !open) return;
    execute.reset();
    quote.mutate(undefined, {
      onSuccess: (quoted) => {
        const seconds = Math.round((quoted.expiryTime - quoted.quoteTime) / 1000);
        announce(conversionText.quote.announced(fiatText(quoted.fiatReceivable, quoted.quoteSymbol), seconds));
      },
    });
  };
  const confirm = (quoteId: string) => {
    setDialog(undefined);
    setSentAt(serverNow());
    quote.reset();
    execute.mutate({ quoteId });
  };
  const { shortcut, group } = conversionText.quote;
  useShortcut("r", shortcut, group, ask, open && mayQuote);

  return (
    <>
      <DealFault execute={execute.error} onAsk={ask} quote={quote.error} />
      <DrawerSection>
        <Standing
          quoting={
            <QuoteCard
              before={before}
              onExecute={() => setDialog("execute")}
              onQuote={ask}
              quoting={quote.isPending}
              record={record}
            />
          }
          record={record}
          sentAt={execute.isPending ? sentAt : undefined}
        />
        {open && !execute.isPending ? <OpenFoot onCancel={() => setDialog("cancel")} record={record} /> : null}
      </DrawerSection>
      {dialog === "execute" && open && record.quote ? (
        <ExecuteDialog
          onClose={() => setDialog(undefined)}
          onConfirm={confirm}
          onQuote={ask}
          quote={record.quote}
          quoting={quote.isPending}
          record={record}
        />
      ) : null}
      {dialog === "cancel" && open ? (
        <CancelDialog
          busy={cancel.isPending}
          error={cancel.error}
          onClose={() => setDialog(undefined)}
          onConfirm={(note) => cancel.mutate({ note }, { onSuccess: () => announce(conversionText.cancel.done) })}
          record={record}
        />
      ) : null}
    </>
  );
}

/** The card for where the record stands; while the order's request is on its way, it is executing. */
function Standing({
  record,
  sentAt,
  quoting,
}: {
  record: ConversionRecord;
  sentAt: number | undefined;
  quoting: ReactNode;
}) {
  if (record.status === "EXECUTING" || (sentAt !== undefined && record.status === "QUOTED"))
    return <ExecutingCard record={record} sentAt={sentAt ?? Date.parse(record.updated)} />;
  if (record.status === "CREATED" || record.status === "QUOTED") return quoting;
  return <Outcome record={record} />;
}

function OpenFoot({ record, onCancel }: { record: ConversionRecord; onCancel: () => void }) {
  const may = useMay("conversions:write");
  return (
    <div className="mt-3 grid justify-items-start gap-1 text-12 text-ink-2">
      {record.status === "CREATED" && record.lastError ? (
        <div className="grid gap-1 text-pretty">
          <p className="font-medium text-fail-text">{conversionText.quote.refused}</p>
          <Refusal record={record} />
        </div>
      ) : null}
      <p>
        {record.status === "QUOTED" ? `${conversionText.quote.firm} ` : null}
        {may ? (
          <Button className="text-12 -mx-1 h-6! px-1!" look="plain" onClick={onCancel} size="small">
            <span className="text-fail-text underline underline-offset-2">{conversionText.cancel.open}</span>
          </Button>
        ) : null}
      </p>
    </div>
  );
}

function DealFault({ quote, execute, onAsk }: { quote: unknown; execute: unknown; onAsk: () => void }) {
  const error = execute ?? quote;
  if (!error) return null;
  const { title, safe, requote } = faultWords(execute ? "execute" : "quote", error);
  const waits = isApiFault(error) && error.code === "APPROVAL_REQUIRED";
  return (
    <ErrorNote
      error={error}
      safe={
        waits ? (
          <>
            {safe}{" "}
            <Link className="text-accent underline" href={APPROVALS_HREF} prefetch={false}>
              {conversionText.fault.anotherLink}
            </Link>
          </>
        ) : (
          safe
        )
      }
      title={title}
      {...(requote ? { onRetry: onAsk } : {})}
    />
  );
}

/** Tells screen readers when an order that was out has its outcome. */
function useEndAnnounced(record: ConversionRecord): void {
  const { announce } = useStatus();
  const last = useRef(record.status);
  const announceEnd = useEffectEvent(() => {
    const { fiatReceived, quantity, baseSymbol, quoteSymbol } = record;
    if (record.status === "EXECUTED" && fiatReceived)
      announce(conversionText.result.announced(cryptoText(quantity, baseSymbol), fiatText(fiatReceived, quoteSymbol)));
    if (record.status === "FAILED") announce(conversionText.result.failed);
    if (record.status === "CREATED" && record.lastError) announce(conversionText.quote.refused);
  });
  useEffect(() => {
    if (last.current !== record.status) announceEnd();
    last.current = record.status;
  }, [record.status]);
}

function Loading() {
  return (
    <Waiting>
      <Skeleton className="h-48 w-full" />
      <Skeleton className="w-1/2" />
      <Skeleton className="w-full" />
      <Skeleton className="w-4/5" />
    </Waiting>
  );
}
