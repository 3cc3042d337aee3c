"use client";

import type { ReactNode } from "react";
import { text } from "#lib/i18n/text.ts";
import { FormDialog } from "./form-dialog.tsx";
import { useDeskForm } from "./form.tsx";

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
  const form = useDeskForm({ defaults: {}, typed, send: onConfirm });
  return (
    <FormDialog
      action={action}
      busy={busy}
      error={error}
      failed={failed}
      form={form}
      leave={{ label: keep, first: true }}
      look={look}
      onClose={onClose}
      summary={summary}
      title={title}
    >
      {children}
    </FormDialog>
  );
}
