"use client";

import { type ReactNode, type SyntheticEvent, useId } from "react";
import { text } from "#components/text/text.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogFault } from "./dialog.tsx";
import { focusFault } from "./focus-fault.ts";

type Buttons = {
  /** What the form does, as its button says it. */
  action: ReactNode;
  look?: "primary" | "stop";
  busy?: boolean;
  /** Nothing can be sent yet. */
  unavailable?: boolean;
  /** What the way out says when it does more than leave, or `first`: it has the focus, since sending is hard to undo. */
  leave?: { label?: string; first?: boolean };
  onClose: () => void;
};

/** A dialog that is one form: its fields, the way out, and the one action; a field at fault gets the focus. */
export function FormDialog({
  title,
  summary,
  onSubmit,
  fault,
  children,
  ...buttons
}: Buttons & {
  title: ReactNode;
  summary?: ReactNode;
  /** Called with the form as it was sent; fields it finds at fault are drawn after. */
  onSubmit: (form: HTMLFormElement) => void;
  /** What went wrong after it was sent, and how that is headed. */
  fault?: { error: unknown; title: string };
  children: ReactNode;
}) {
  const id = useId();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(event.currentTarget);
    focusFault(event.currentTarget);
  };
  return (
    <Dialog footer={<FormButtons {...buttons} form={id} />} onClose={buttons.onClose} summary={summary} title={title}>
      <form className="grid gap-4" id={id} noValidate onSubmit={submit}>
        {children}
      </form>
      {fault ? <DialogFault {...fault} /> : null}
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
}: Buttons & { form: string; children?: ReactNode }) {
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

/** The text somebody wrote in a field, without what surrounds it; empty when there is no such field. */
export const writtenIn = (form: HTMLFormElement, name: string): string =>
  String(new FormData(form).get(name) ?? "").trim();
