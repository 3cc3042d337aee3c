"use client";

import { type ReactNode, type SyntheticEvent, useId, useState } from "react";
import { text } from "#components/text/text.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogFault } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { focusFault } from "./focus-fault.ts";
import { Input } from "./input.tsx";

const TYPED = "typed";

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
  typed,
  fault,
  children,
  ...buttons
}: Buttons & {
  title: ReactNode;
  summary?: ReactNode;
  /** Called with the form as it was sent, and whether `typed` was; fields it finds at fault are drawn after. */
  onSubmit: (form: HTMLFormElement, isTyped: boolean) => void;
  /** An id that must be typed before anything is sent. */
  typed?: string | undefined;
  /** What went wrong after it was sent, and how that is headed. */
  fault?: { error: unknown; title: string };
  children?: ReactNode;
}) {
  const id = useId();
  const [mistyped, setMistyped] = useState(false);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const wrong = typed !== undefined && writtenIn(form, TYPED) !== typed;
    setMistyped(wrong);
    onSubmit(form, !wrong);
    focusFault(form);
  };
  return (
    <Dialog footer={<FormButtons {...buttons} form={id} />} onClose={buttons.onClose} summary={summary} title={title}>
      <form className="grid gap-4" id={id} noValidate onSubmit={submit}>
        {children}
        {typed === undefined ? null : (
          <Field
            error={mistyped ? text.dialog.typedFault(typed) : undefined}
            hint={text.dialog.typedHint}
            label={text.dialog.typed(typed)}
          >
            {(parts) => <Input {...parts} autoComplete="off" className="font-mono" name={TYPED} spellCheck={false} />}
          </Field>
        )}
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
