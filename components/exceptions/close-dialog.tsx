"use client";

import { useState } from "react";
import type { CaseDetail } from "#lib/cases/contract.ts";
import { text } from "#components/text/text.ts";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
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
  const deed = useCaseDeed(found.caseId);
  const submit = () => {
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
    <FormDialog
      action={words.closeAction}
      busy={deed.isPending}
      fault={{ error: deed.error, title: words.failed }}
      onClose={onClose}
      onSubmit={submit}
      summary={words.closeSummary}
      title={words.closeTitle(text.exceptions.kinds[found.kind])}
    >
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
    </FormDialog>
  );
}
