"use client";

import { useId } from "react";
import type { z } from "zod";
import { approveRequestCall, declineRequestCall } from "#lib/approvals/calls.ts";
import type { approveRequestEndpoint, declineRequestEndpoint } from "#lib/approvals/contract.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { useAccount, useStaff } from "#components/staff.tsx";
import { approvalsText } from "#lib/i18n/approvals.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Dialog, DialogFault } from "#components/ui/dialog.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { checkedBy, writtenIn } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { FormButtons } from "#components/ui/form-dialog.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { ApprovalComments } from "./approval-comments.tsx";
import { ApprovalFacts } from "./approval-facts.tsx";
import { useDecide } from "./approvals-data.ts";
import { isFirst, useMayDecide } from "./may-decide.ts";
import { isLink, titleOf } from "#lib/approvals/approval-text.ts";

const words = approvalsText.dialog;
const MOST_NOTE = 1_000;

/** What may be said to a request, and the note with it: declining needs one. */
type DecisionInput = { command: "approve" | "decline"; note: string };
const CALLS = { approve: approveRequestCall, decline: declineRequestCall };
type Body = typeof approveRequestEndpoint.body | typeof declineRequestEndpoint.body;

const summaryOf = (approval: ApprovalRecord): string => words.summary[isLink(approval) ? "link" : approval.what];

type Shown = { approval: ApprovalRecord; onClose: () => void };

/** A request with what its reader may do: decide it, take their own back, or only look. */
export function ApprovalDialog({ approval, onClose }: Shown) {
  const may = useMayDecide()(approval);
  if (approval.status !== "PENDING" || (!may && !approval.yours)) return <Look approval={approval} onClose={onClose} />;
  return approval.yours ? (
    <Withdraw approval={approval} onClose={onClose} />
  ) : (
    <Decide approval={approval} onClose={onClose} />
  );
}

function useDecisionToast(onClose: () => void) {
  const { toast } = useStatus();
  return useDecide((decided) => {
    toast(words.done[decided.status](titleOf(decided)));
    onClose();
  });
}

function Decide({ approval, onClose }: Shown) {
  const decision = useDecision(approval, onClose);
  return (
    <Dialog
      footer={
        <FormButtons
          action={words.approve(titleOf(approval))}
          busy={decision.form.busy}
          form={decision.id}
          leave={{ first: true }}
          onClose={onClose}
        >
          <Decline decision={decision} />
        </FormButtons>
      }
      onClose={onClose}
      summary={summaryOf(approval)}
      title={titleOf(approval)}
    >
      <div className="grid gap-4">
        <ApprovalFacts approval={approval} />
        <DecisionNote decision={decision} />
        <ApprovalComments approval={approval} />
      </div>
      <DialogFault error={decision.form.fault} title={words.failed} />
    </Dialog>
  );
}

/** The same beside the list of cases: the request's facts stand there already. */
export function DecidePane({ approval, onDone }: { approval: ApprovalRecord; onDone: () => void }) {
  const decision = useDecision(approval, onDone);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-label={words.note} className="decide-body" tabIndex={0}>
        <p className="mb-4 text-pretty text-ink-2">{summaryOf(approval)}</p>
        <DecisionNote decision={decision} />
        {decision.form.fault ? <ErrorNote error={decision.form.fault} title={words.failed} /> : null}
      </section>
      <footer className="decide-foot">
        <Button
          busy={decision.form.busy}
          className="h-auto! min-h-10 py-2 text-balance whitespace-normal!"
          form={decision.id}
          look="primary"
          size="large"
          type="submit"
        >
          {words.approve(titleOf(approval))}
        </Button>
        <Decline decision={decision} />
      </footer>
    </>
  );
}

/** The one form that decides a request, wherever it stands. */
function useDecision(approval: ApprovalRecord, onDone: () => void) {
  const id = useId();
  const decide = useDecisionToast(onDone);
  const form = useDeskForm<DecisionInput, z.output<Body>>({
    defaults: { command: "approve", note: "" },
    check: checkedBy<DecisionInput, Body>(({ command }) => CALLS[command], {
      bodyOf: ({ note }) => writtenIn({ note }),
      missing: { note: words.noteMissing },
    }),
    send: ({ note = "" }, { command }) => decide.mutateAsync({ approval, command, note }),
  });
  const press = (command: DecisionInput["command"]) => {
    form.setValue("command", command);
    form.submit();
  };
  return { id, form, press };
}

type DecisionForm = { decision: ReturnType<typeof useDecision> };

function DecisionNote({ decision: { id, form, press } }: DecisionForm) {
  return (
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
  );
}

function Decline({ decision: { form, press } }: DecisionForm) {
  return (
    <Button busy={form.busy} look="stop" onClick={() => press("decline")} size="large">
      {words.decline}
    </Button>
  );
}

function Withdraw({ approval, onClose }: Shown) {
  const withdraw = useDecisionToast(onClose);
  return (
    <ConfirmDialog
      action={words.withdraw}
      busy={withdraw.isPending}
      error={withdraw.error}
      failed={words.failed}
      keep={words.keep}
      onClose={onClose}
      onConfirm={() => withdraw.mutate({ approval, command: "withdraw", note: "" })}
      summary={words.yours}
      title={titleOf(approval)}
    >
      <ApprovalFacts approval={approval} />
      <ApprovalComments approval={approval} />
    </ConfirmDialog>
  );
}

function Look({ approval, onClose }: Shown) {
  const { house, name } = useStaff();
  const account = useAccount();
  const role = (approval.decides === "house" ? (house ?? account) : (account ?? house))?.role ?? "";
  const why = isFirst(approval, name) ? words.agreed : words.mayNot(roleName(role));
  const summary = approval.status === "PENDING" ? why : undefined;
  return (
    <Dialog
      footer={
        <Button data-first onClick={onClose} size="large">
          {words.close}
        </Button>
      }
      onClose={onClose}
      summary={summary}
      title={titleOf(approval)}
    >
      <ApprovalFacts approval={approval} />
      <ApprovalComments approval={approval} />
    </Dialog>
  );
}
