"use client";

import { useState } from "react";
import { dropFactorCall } from "#lib/people/link-calls.ts";
import { publicApi } from "#components/api.ts";
import { authText } from "#lib/i18n/auth.ts";
import { checkedIf } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { AuthForm } from "./auth-form.tsx";
import { AuthCard, LinkPage, ToSignIn } from "./link-card.tsx";
import { forgetToken } from "./link-token.ts";
import { sendPassword } from "./password-fields.tsx";

const PAGE = "/reset-factor";
const words = authText.factor;

/** Takes the second factors away by the link of a letter and the password, where there is one. */
export function ResetFactor() {
  return (
    <LinkPage kind="FACTOR" page={PAGE}>
      {({ asksPassword = true }, token) => <FactorForm asksPassword={asksPassword} token={token} />}
    </LinkPage>
  );
}

function FactorForm({ token, asksPassword }: { token: string; asksPassword: boolean }) {
  const [done, setDone] = useState(false);
  const form = useDeskForm({
    defaults: { password: "" },
    check: checkedIf(({ password }: { password: string }) => ({
      password: asksPassword && password === "" ? words.missing : undefined,
    })),
    async send({ password }) {
      await sendPassword(() => publicApi.mutate(dropFactorCall, { token, ...(asksPassword && { password }) }), {
        password: words.wrong,
      });
      forgetToken(PAGE);
      setDone(true);
    },
  });
  if (done)
    return (
      <AuthCard lead={asksPassword ? words.doneLead : words.doneLeadOfSso} title={words.done}>
        <ToSignIn>{authText.invitation.signIn}</ToSignIn>
      </AuthCard>
    );
  return (
    <AuthCard lead={asksPassword ? words.lead : words.leadOfSso} title={words.title}>
      <AuthForm action={words.action} failed={words.failed} form={form}>
        {asksPassword ? (
          <FormField form={form} label={words.password} name="password">
            {(parts) => <Input {...parts} autoComplete="current-password" type="password" />}
          </FormField>
        ) : undefined}
      </AuthForm>
    </AuthCard>
  );
}
