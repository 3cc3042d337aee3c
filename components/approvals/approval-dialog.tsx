"use client";

import { useId } from "react";
import type { z } from "zod";
import { approveRequestCall, declineRequestCall } from "#lib/approvals/calls.ts";
import type { approveRequestEndpoint, declineRequestEndpoint } from "#lib/approvals/contract.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { useAccount, useStaff } from "#components/staff.tsx";
import { text } from "#components/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Dialog, DialogFault } from "#components/ui/dialog.tsx";
import { checkedBy, writtenIn } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { FormButtons } from "#components/ui/form-dialog.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { ApprovalFacts } from "./approval-facts.tsx";
import { useDecide } from "./approvals-data.ts";
import { isFirst, useMayDecide } from "./may-decide.ts";
import { titleOf } from "./said-approval.ts";

const words = text.approvals.dialog;
const MOST_NOTE = 1_000;

/** What may be said to a request, and the note with it: declining needs one. */
type Said = { command: "approve" | "decline"; note: string };
const CALLS = { approve: approveRequestCall, decline: declineRequestCall };
type Body = typeof approveRequestEndpoint.body | typeof declineRequestEndpoint.body;

type Shown = { asked: ApprovalRecord; onClose: () => void };

/** A request with what its reader may do: decide it, take their own back, or only look. */
export function ApprovalDialog({ asked, onClose }: Shown) {
  const may = useMayDecide()(asked);
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
  const id = useId();
  const { what } = asked;
  const decide = useSaid(onClose);
  const form = useDeskForm<Said, z.output<Body>>({
    defaults: { command: "approve", note: "" },
    check: checkedBy<Said, Body>(({ command }) => CALLS[command], {
      bodyOf: ({ note }) => writtenIn({ note }),
      missing: { note: words.noteMissing },
    }),
    send: ({ note = "" }, { command }) => decide.mutateAsync({ asked, command, note }),
  });
  const press = (command: Said["command"]) => {
    form.setValue("command", command);
    form.submit();
  };
  return (
    <Dialog
      footer={
        <FormButtons
          action={words.approve(titleOf(asked))}
          busy={form.busy}
          form={id}
          leave={{ first: true }}
          onClose={onClose}
        >
          <Button busy={form.busy} look="stop" onClick={() => press("decline")} size="large">
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
          id={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            press("approve");
          }}
        >
          <FormField form={form} hint={words.noteHint} label={words.note} name="note">
            {(parts) => <TextArea {...parts} maxLength={MOST_NOTE} rows={2} />}
          </FormField>
        </form>
      </div>
      <DialogFault error={form.fault} title={words.failed} />
    </Dialog>
  );
}

function Withdraw({ asked, onClose }: Shown) {
  const withdraw = useSaid(onClose);
  return (
    <ConfirmDialog
      action={words.withdraw}
      busy={withdraw.isPending}
      error={withdraw.error}
      failed={words.failed}
      keep={words.keep}
      onClose={onClose}
      onConfirm={() => withdraw.mutate({ asked, command: "withdraw", note: "" })}
      summary={words.yours}
      title={titleOf(asked)}
    >
      <ApprovalFacts asked={asked} />
    </ConfirmDialog>
  );
}

function Look({ asked, onClose }: Shown) {
  const { house, name } = useStaff();
  const account = useAccount();
  const role = (asked.decides === "house" ? (house ?? account) : (account ?? house))?.role ?? "";
  const why = isFirst(asked, name) ? words.agreed : words.mayNot(role);
  const summary = asked.status === "PENDING" ? why : undefined;
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
