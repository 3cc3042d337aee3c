"use client";

import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { DialogFault } from "#components/ui/dialog.tsx";
import type { DeskForm } from "#components/ui/form.tsx";

/** A form before the desk: its fields, what went wrong, and its one action. */
export function AuthForm<Values extends FieldValues>({
  form,
  action,
  failed,
  children,
}: {
  form: DeskForm<Values>;
  action: string;
  failed: string;
  children: ReactNode;
}) {
  return (
    <form className="grid gap-4" noValidate onSubmit={form.submit}>
      {children}
      <Button busy={form.busy} look="primary" size="large" type="submit">
        {action}
      </Button>
      <DialogFault error={form.fault} title={failed} />
    </form>
  );
}
