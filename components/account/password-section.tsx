"use client";

import { useState } from "react";
import type { OwnRecord } from "#lib/people/me-contract.ts";
import { changePasswordCall } from "#lib/people/me-calls.ts";
import { type NewPassword, PasswordFields, passwordFaults, sendPassword } from "#components/auth/password-fields.tsx";
import { authText } from "#lib/i18n/auth.ts";
import { Section } from "#components/ui/section.tsx";
import { Button } from "#components/ui/button.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useOwnCommand } from "./own-data.ts";

const { own, password: words } = authText;

/** The person's own password, which only they set. */
export function PasswordSection({ me }: { me: OwnRecord }) {
  const [dialog, setDialog] = useState(false);
  return (
    <Section
      end={me.hasPassword ? <Button onClick={() => setDialog(true)}>{own.change}</Button> : null}
      hint={own.hint}
      title={own.title}
    >
      <p className="px-gutter pb-4 text-ink-2">{me.hasPassword ? own.set : own.none}</p>
      {dialog ? <ChangePassword onClose={() => setDialog(false)} /> : null}
    </Section>
  );
}

type Values = NewPassword & { currentPassword: string };

function ChangePassword({ onClose }: { onClose: () => void }) {
  const { toast } = useStatus();
  const change = useOwnCommand(({ mutate }, given: { currentPassword: string; password: string }) =>
    mutate(changePasswordCall, given),
  );
  const form = useDeskForm<Values>({
    defaults: { currentPassword: "", password: "", again: "" },
    check: checkedIf((values) => ({
      currentPassword: values.currentPassword === "" ? words.currentMissing : undefined,
      ...passwordFaults(values),
    })),
    async send({ currentPassword, password }) {
      await sendPassword(() => change.mutateAsync({ currentPassword, password }), {
        currentPassword: words.currentWrong,
      });
      toast(words.changed);
      onClose();
    },
  });
  return (
    <FormDialog action={words.action} failed={words.failed} form={form} onClose={onClose} title={own.dialog}>
      <FormField form={form} label={words.current} name="currentPassword">
        {(parts) => <Input {...parts} autoComplete="current-password" data-first type="password" />}
      </FormField>
      <PasswordFields form={form} />
    </FormDialog>
  );
}
