"use client";

import { useEffect, useState } from "react";
import type { RequestPaymentAddress } from "#lib/bills/contract.ts";
import { isUndecided } from "#components/intent.ts";
import { billsText } from "#lib/i18n/bills.ts";
import { text } from "#lib/i18n/text.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { useDeskForm } from "#components/ui/form.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { patched, useUrl } from "#components/url.ts";
import { useCreateBill, useLimitSetting, usePreview } from "./bill-data.ts";
import { checkBill } from "./bill-check.ts";
import { BillForm } from "./bill-form.tsx";
import { requestOf } from "./bill-request.ts";
import { type BillDraft, draftPatch, EMPTY_DRAFT, readDraft } from "./draft.ts";
import { LiveQuote } from "./live-quote.tsx";
import type { Mode } from "./new-bill-page.tsx";
import { useOrigin } from "./origin.ts";
import { RequestCode } from "./request-code.tsx";

const words = billsText;
const URL_MS = 300;
/** What comes before anything else is pressed, by hand or by key. */
const LEAVING = ["pointerdown", "focusout"] as const;

/** The form on the left, what it would promise on the right; the draft is kept in the URL. */
export function BillMaker({ mode, onMade }: { mode: Mode; onMade: (paymentId: string) => void }) {
  const { params, change } = useUrl();
  const [first] = useState(() => readDraft(params));
  const create = useCreateBill();
  const form = useDeskForm<BillDraft, RequestPaymentAddress>({
    defaults: first,
    check: checkBill,
    async send(request): Promise<void> {
      if (limitSetting === null && request.strategy === "LMT" && !request.limitPrice)
        return form.setError("limitPrice", { message: words.quote.needsLimit }, { shouldFocus: true });
      onMade(await create.mutateAsync(request));
    },
  });
  const draft = { ...EMPTY_DRAFT, ...form.watch() };
  const { fault } = form;
  useDraftInUrl(draft, change);
  const preview = usePreview(draft);
  const limitSetting = useLimitSetting(draft.cryptoType, draft.fiat);
  return (
    <>
      <header className="flex min-h-13 flex-none flex-wrap items-center gap-x-3 border-b border-rule px-gutter py-2.5">
        <h1 className="text-15 font-semibold">{text.nav.bills}</h1>
        <span className="text-ink-3">{words.short}</span>
        <span className="ms-auto">
          <DraftLink />
        </span>
      </header>
      {fault ? (
        <ErrorNote
          error={fault}
          safe={isUndecided(fault) ? words.faults.unknown : undefined}
          title={isUndecided(fault) ? words.faults.noAnswer : words.faults.noBill}
        />
      ) : null}
      <div className="maker">
        <BillForm draft={draft} form={form} preview={preview.data} />
        <aside aria-label={words.quote.title} className="grid content-start gap-4">
          <LiveQuote draft={draft} preview={preview} />
          <RequestCode mode={mode} request={requestOf(draft)} />
        </aside>
      </div>
    </>
  );
}

/** Written when the typing rests, and before a link can be followed: written later, it would call the router back. */
function useDraftInUrl(draft: BillDraft, change: ReturnType<typeof useUrl>["change"]): void {
  const patch = JSON.stringify(draftPatch(draft), (_, value) => value ?? "");
  useEffect(() => {
    const write = () => change(JSON.parse(patch), "replace");
    const timer = setTimeout(write, URL_MS);
    for (const name of LEAVING) window.addEventListener(name, write, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const name of LEAVING) window.removeEventListener(name, write, { capture: true });
    };
  }, [patch, change]);
}

/** Copies the address of this very draft: a template to keep or to pass on. */
function DraftLink() {
  const { params } = useUrl();
  return <CopyButton name={words.copyDraft} value={`${useOrigin()}/bills/new${patched(params, {})}`} />;
}
