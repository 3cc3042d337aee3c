"use client";

import { useState } from "react";
import { setPasswordCall } from "#lib/people/link-calls.ts";
import { publicApi } from "#components/api.ts";
import { authText } from "#lib/i18n/auth.ts";
import { checkedIf } from "#components/ui/form-check.ts";
import { useDeskForm } from "#components/ui/form.tsx";
import { AuthForm } from "./auth-form.tsx";
import { AuthCard, LinkPage, ToSignIn } from "./link-card.tsx";
import { forgetToken } from "./link-token.ts";
import { type NewPassword, PasswordFields, passwordFaults, sendPassword } from "./password-fields.tsx";

const PAGE = "/new-password";
const words = authText.password;

/** Sets a new password by the link of a letter. */
export function NewPasswordByLink() {
  return (
    <LinkPage kind="PASSWORD" page={PAGE}>
      {({ email }, token) => <PasswordForm email={email} token={token} />}
    </LinkPage>
  );
}

function PasswordForm({ email, token }: { email: string; token: string }) {
  const [done, setDone] = useState(false);
  const form = useDeskForm<NewPassword>({
    defaults: { password: "", again: "" },
    check: checkedIf(passwordFaults),
    async send({ password }) {
      await sendPassword(() => publicApi.mutate(setPasswordCall, { token, password }));
      forgetToken(PAGE);
      setDone(true);
    },
  });
  if (done)
    return (
      <AuthCard lead={words.doneLead} title={words.done}>
        <ToSignIn>{authText.invitation.signIn}</ToSignIn>
      </AuthCard>
    );
  return (
    <AuthCard lead={words.lead} title={words.title}>
      <AuthForm action={words.action} failed={words.failed} form={form}>
        {/* Password managers store the new password under this name. */}
        <input autoComplete="username" hidden readOnly value={email} />
        <PasswordFields form={form} />
      </AuthForm>
    </AuthCard>
  );
}
