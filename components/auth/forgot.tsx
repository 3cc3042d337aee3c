"use client";

import { useState } from "react";
import { forgotPasswordCall } from "#lib/people/link-calls.ts";
import { publicApi } from "#components/api.ts";
import { authText } from "#lib/i18n/auth.ts";
import { text } from "#lib/i18n/text.ts";
import { checkedIf } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { AuthForm } from "./auth-form.tsx";
import { AuthCard, ToSignIn } from "./link-card.tsx";

const words = authText.forgot;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Asks for a link to set a new password; the answer is the same for every address. */
export function Forgot() {
  const [sent, setSent] = useState(false);
  const form = useDeskForm({
    defaults: { email: "" },
    check: checkedIf(({ email }: { email: string }) => ({
      email: EMAIL.test(email.trim()) ? undefined : text.auth.needEmail,
    })),
    async send({ email }) {
      await publicApi.mutate(forgotPasswordCall, { email: email.trim() });
      setSent(true);
    },
  });
  if (sent)
    return (
      <AuthCard lead={words.doneLead} title={words.done}>
        <ToSignIn>{words.back}</ToSignIn>
      </AuthCard>
    );
  return (
    <AuthCard lead={words.lead} title={words.title}>
      <AuthForm action={words.action} failed={words.failed} form={form}>
        <FormField form={form} label={text.auth.email} name="email">
          {(parts) => (
            <Input {...parts} autoComplete="username" autoFocus inputMode="email" spellCheck={false} type="email" />
          )}
        </FormField>
      </AuthForm>
      <p className="mt-4">
        <a className="underline underline-offset-3" href="/sign-in">
          {words.back}
        </a>
      </p>
    </AuthCard>
  );
}
