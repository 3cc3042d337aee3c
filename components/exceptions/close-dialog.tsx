"use client";

import { type SyntheticEvent, useId, useState } from "react";
import type { CaseDetail } from "#lib/cases/contract.ts";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Field } from "#components/ui/field.tsx";
import { focusFault } from "#components/ui/focus-fault.ts";
import { TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useCaseDeed } from "./cases-data.ts";

const words = text.exceptions.actions;
const MOST_REASON = 1_000;

/** Closes a case as it is; it asks why, since the reason is all that is left of it. */
export function CloseDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const { toast } = useStatus();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const form = useId();
  const deed = useCaseDeed(found.caseId);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusFault(event.currentTarget);
    const written = reason.trim();
    setMissing(written === "");
    if (written === "" || deed.isPending) return;
    deed.mutate(
      { deed: "close", reason: written },
      {
        onSuccess: () => {
          toast(words.closed, () => deed.mutate({ deed: "reopen" }));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose} size="large">
            {text.dialog.cancel}
          </Button>
          <Button busy={deed.isPending} form={form} look="primary" size="large" type="submit">
            {words.closeAction}
          </Button>
        </>
      }
      onClose={onClose}
      summary={words.closeSummary}
      title={words.closeTitle(text.exceptions.kinds[found.kind])}
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field error={missing ? words.closeMissing : undefined} label={words.closeReason}>
          {(parts) => (
            <TextArea
              {...parts}
              data-first
              maxLength={MOST_REASON}
              onChange={(event) => setReason(event.target.value)}
              required
              value={reason}
            />
          )}
        </Field>
      </form>
      {deed.error ? (
        <div className="-mx-5 mt-4 -mb-4">
          <ErrorNote error={deed.error} title={words.failed} />
        </div>
      ) : null}
    </Dialog>
  );
}
