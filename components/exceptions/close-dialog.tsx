"use client";

import { closeCaseCall } from "#lib/cases/calls.ts";
import type { CaseDetail } from "#lib/cases/contract.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useCaseCommand } from "./cases-data.ts";

const words = exceptionsText.actions;
const MOST_REASON = 1_000;

/** Closes a case as it is; it asks why, since the reason is all that is left of it. */
export function CloseDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const { toast } = useStatus();
  const command = useCaseCommand(found.caseId);
  const form = useDeskForm({
    defaults: { reason: "" },
    check: checkedBy(closeCaseCall, { missing: { reason: words.closeMissing } }),
    async send({ reason }) {
      await command.mutateAsync({ command: "close", reason });
      toast(words.closed, () => command.mutate({ command: "reopen" }));
      onClose();
    },
  });
  return (
    <FormDialog
      action={words.closeAction}
      failed={words.failed}
      form={form}
      onClose={onClose}
      summary={words.closeSummary}
      title={words.closeTitle(exceptionsText.kinds[found.kind])}
    >
      <FormField form={form} label={words.closeReason} name="reason">
        {(parts) => <TextArea {...parts} data-first maxLength={MOST_REASON} required />}
      </FormField>
    </FormDialog>
  );
}
