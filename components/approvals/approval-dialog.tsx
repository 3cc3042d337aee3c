"use client";

import { useId, useState } from "react";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { useMay } from "#components/may.ts";
import { useAccount } from "#components/staff.tsx";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Dialog, DialogFault } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormButtons } from "#components/ui/form-dialog.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { ApprovalFacts } from "./approval-facts.tsx";
import { type Decision, useDecide } from "./approvals-data.ts";
import { titleOf } from "./said-approval.ts";

const words = text.approvals.dialog;
const MOST_NOTE = 1_000;

type Shown = { asked: ApprovalRecord; onClose: () => void };

/** A request with what its reader may do: decide it, take their own back, or only look. */
export function ApprovalDialog({ asked, onClose }: Shown) {
  const may = useMay(asked.what === "payout" ? "payouts:write" : "settings:write");
  if (asked.status !== "PENDING" || (!may && !asked.yours)) return <Look asked={asked} onClose={onClose} />;
  return asked.yours ? <Withdraw asked={asked} onClose={onClose} /> : <Decide asked={asked} onClose={onClose} />;
}

function useSaid(onClose: () => void) {
  const { toast } = useStatus();
  return useDecide((decided) => {
    toast(words.done[decided.status](titleOf(decided)));
    onClose();
  });
}

function Decide({ asked, onClose }: Shown) {
  const form = useId();
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const decide = useSaid(onClose);
  const { approvalId, what } = asked;
  const press = (deed: Decision["deed"]) => {
    const written = note.trim();
    const lacks = deed === "decline" && written === "";
    setMissing(lacks);
    if (lacks) document.getElementById(form)?.querySelector("textarea")?.focus();
    else if (!decide.isPending) decide.mutate({ approvalId, deed, note: written });
  };
  return (
    <Dialog
      footer={
        <FormButtons
          action={words.approve(titleOf(asked))}
          busy={decide.isPending}
          form={form}
          leave={{ first: true }}
          onClose={onClose}
        >
          <Button busy={decide.isPending} look="stop" onClick={() => press("decline")} size="large">
            {words.decline}
          </Button>
        </FormButtons>
      }
      onClose={onClose}
      summary={words.summary[what]}
      title={titleOf(asked)}
    >
      <div className="grid gap-4">
        <ApprovalFacts asked={asked} />
        <form
          id={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            press("approve");
          }}
        >
          <Field error={missing ? words.noteMissing : undefined} hint={words.noteHint} label={words.note}>
            {(parts) => (
              <TextArea
                {...parts}
                maxLength={MOST_NOTE}
                onChange={(event) => setNote(event.target.value)}
                rows={2}
                value={note}
              />
            )}
          </Field>
        </form>
      </div>
      <DialogFault error={decide.error} title={words.failed} />
    </Dialog>
  );
}

function Withdraw({ asked, onClose }: Shown) {
  const withdraw = useSaid(onClose);
  const { approvalId } = asked;
  return (
    <ConfirmDialog
      action={words.withdraw}
      busy={withdraw.isPending}
      error={withdraw.error}
      failed={words.failed}
      keep={words.keep}
      onClose={onClose}
      onConfirm={() => withdraw.mutate({ approvalId, deed: "withdraw", note: "" })}
      summary={words.yours}
      title={titleOf(asked)}
    >
      <ApprovalFacts asked={asked} />
    </ConfirmDialog>
  );
}

function Look({ asked, onClose }: Shown) {
  const role = useAccount()?.role ?? "";
  const summary = asked.status === "PENDING" ? words.mayNot(role) : undefined;
  return (
    <Dialog
      footer={
        <Button data-first onClick={onClose} size="large">
          {words.close}
        </Button>
      }
      onClose={onClose}
      summary={summary}
      title={titleOf(asked)}
    >
      <ApprovalFacts asked={asked} />
    </Dialog>
  );
}
