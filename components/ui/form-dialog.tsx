"use client";

import { type ReactNode, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { text } from "#lib/i18n/text.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogFault } from "./dialog.tsx";
import { type DeskForm, TypedField } from "./form.tsx";

type Action = {
  /** What the form does, as its button says it. */
  action: ReactNode;
};

type Buttons = {
  look?: "primary" | "stop";
  busy?: boolean;
  /** Nothing can be sent yet. */
  unavailable?: boolean;
  /** What the way out says when it does more than leave, or `first`: it has the focus, since sending is hard to undo. */
  leave?: { label?: string; first?: boolean };
  onClose: () => void;
};

/** A dialog that is one form: its fields, the way out, and the one action; a field at fault gets the focus. */
export function FormDialog<Values extends FieldValues>({
  form,
  words,
  action = words?.action,
  title = words?.title,
  summary = words?.summary,
  failed = words?.failed,
  error = form.fault,
  busy = form.busy,
  children,
  ...buttons
}: Buttons & {
  form: DeskForm<Values>;
  /** What it says, where a page has all of it together; what is given beside it goes first. */
  words?: { action: string; title: string; summary: string; failed: string };
  action?: ReactNode;
  title?: ReactNode;
  summary?: ReactNode;
  /** How it is headed when what was sent did not succeed. */
  failed?: string;
  /** What went wrong, where the form itself does not know. */
  error?: unknown;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <Dialog
      footer={<FormButtons {...buttons} action={action} busy={busy} form={id} />}
      onClose={buttons.onClose}
      summary={summary}
      title={title}
    >
      <form className="grid gap-4" id={id} noValidate onSubmit={form.submit}>
        {children}
        <TypedField form={form} />
      </form>
      <DialogFault error={error} title={failed ?? text.error.title} />
    </Dialog>
  );
}

/** The way out and the action of a form that stands elsewhere in the dialog; other ways to do the same between them. */
export function FormButtons({
  form,
  action,
  look = "primary",
  busy,
  unavailable,
  leave,
  onClose,
  children,
}: Action & Buttons & { form: string; children?: ReactNode }) {
  return (
    <>
      <Button data-first={leave?.first || undefined} onClick={onClose} size="large">
        {leave?.label ?? text.dialog.cancel}
      </Button>
      {children}
      <Button busy={busy} form={form} look={look} size="large" type="submit" unavailable={unavailable}>
        {action}
      </Button>
    </>
  );
}
