"use client";

import type { ReactNode } from "react";
import { text } from "#components/text/text.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogFault } from "./dialog.tsx";
import { FormDialog } from "./form-dialog.tsx";

/** Asks once more before something ends; the focus is on keeping it. */
export function ConfirmDialog({
  title,
  summary,
  keep = text.dialog.cancel,
  action,
  look = "stop",
  busy,
  error,
  failed,
  typed,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  summary: string;
  keep?: string;
  action: string;
  look?: "stop" | "primary";
  busy: boolean;
  error: unknown;
  failed: string;
  /** An id that must be typed before it is confirmed. */
  typed?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  if (typed !== undefined)
    return (
      <FormDialog
        action={action}
        busy={busy}
        fault={{ error, title: failed }}
        leave={{ label: keep, first: true }}
        look={look}
        onClose={onClose}
        onSubmit={(_, isTyped) => isTyped && onConfirm()}
        summary={summary}
        title={title}
        typed={typed}
      >
        {children}
      </FormDialog>
    );
  return (
    <Dialog
      footer={
        <>
          <Button data-first onClick={onClose} size="large">
            {keep}
          </Button>
          <Button busy={busy} look={look} onClick={onConfirm} size="large">
            {action}
          </Button>
        </>
      }
      onClose={onClose}
      summary={summary}
      title={title}
    >
      {children}
      <DialogFault error={error} title={failed} />
    </Dialog>
  );
}
