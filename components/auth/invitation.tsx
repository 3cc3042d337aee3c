"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { acceptInvitationCall } from "#lib/people/link-calls.ts";
import type { OpenedLink } from "#lib/people/link-contract.ts";
import { joinAccountCall } from "#lib/people/me-calls.ts";
import { publicApi } from "#components/api.ts";
import { useApi } from "#components/staff.tsx";
import { authText } from "#lib/i18n/auth.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogFault } from "#components/ui/dialog.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { fullText } from "#lib/i18n/times.ts";
import { AuthForm } from "./auth-form.tsx";
import { AuthCard, LinkPage, ToSignIn } from "./link-card.tsx";
import { forgetToken, keepWhileSigningIn } from "./link-token.ts";
import { type NewPassword, PasswordFields, passwordFaults, sendPassword } from "./password-fields.tsx";
import { roleName } from "#lib/i18n/role-name.ts";

const PAGE = "/invitation";
const words = authText.invitation;
const MOST_NAME = 128;

type Opened = { link: OpenedLink; token: string };
type Values = NewPassword & { name: string };

/** An invitation is accepted by a new person with a name and a password, by others as whom they are signed in. */
export function Invitation({ signedInAs }: { signedInAs: string | undefined }) {
  const [openedAt] = useState(() => Date.now());
  return (
    <LinkPage kind="INVITATION" page={PAGE}>
      {(link, token) =>
        link.usableAt !== undefined && link.usableAt > openedAt ? (
          <AuthCard lead={`${leadOf(link)} ${words.notYetLead(fullText(link.usableAt, "utc"))}`} title={words.notYet} />
        ) : link.known ? (
          <Known link={link} signedInAs={signedInAs} token={token} />
        ) : (
          <Newcomer link={link} token={token} />
        )
      }
    </LinkPage>
  );
}

function leadOf({ account = "", role }: OpenedLink): string {
  return words.lead(account, role ? roleName(role) : "");
}

function Newcomer({ link, token }: Opened) {
  const [joined, setJoined] = useState(false);
  const form = useDeskForm<Values>({
    defaults: { name: link.name ?? "", password: "", again: "" },
    check: checkedIf((values) => ({
      name: values.name.trim() === "" ? words.nameMissing : undefined,
      ...passwordFaults(values),
    })),
    async send({ name, password }) {
      const accept = () => publicApi.mutate(acceptInvitationCall, { token, name: name.trim(), password });
      await sendPassword(accept, { name: words.nameTaken });
      forgetToken(PAGE);
      setJoined(true);
    },
  });
  if (joined)
    return (
      <AuthCard lead={words.joinedLead} title={words.joined}>
        <ToSignIn>{words.signIn}</ToSignIn>
      </AuthCard>
    );
  return (
    <AuthCard lead={`${leadOf(link)} ${words.newLead}`} title={words.title}>
      <AuthForm action={words.action} failed={words.failed} form={form}>
        <p>
          <span className="block text-12 text-ink-2">{authText.email}</span>
          <span className="font-medium wrap-anywhere">{link.email}</span>
        </p>
        <FormField form={form} label={words.name} name="name">
          {(parts) => <Input {...parts} autoComplete="name" maxLength={MOST_NAME} />}
        </FormField>
        <PasswordFields form={form} />
      </AuthForm>
    </AuthCard>
  );
}

function Known({ link, token, signedInAs }: Opened & { signedInAs: string | undefined }) {
  if (signedInAs === undefined)
    return (
      <AuthCard lead={`${leadOf(link)} ${words.knownLead}`} title={words.title}>
        <Button
          className="w-full"
          look="primary"
          onClick={() => {
            keepWhileSigningIn(PAGE, token);
            window.location.assign(`/sign-in?callbackUrl=${PAGE}`);
          }}
          size="large"
        >
          {words.signInToAccept}
        </Button>
      </AuthCard>
    );
  return <Accept link={link} signedInAs={signedInAs} token={token} />;
}

/** A session that was opened without the person's second factor is asked for it first. */
function Accept({ link, token, signedInAs }: Opened & { signedInAs: string }) {
  const { mutate } = useApi();
  const join = useMutation({
    mutationFn: () => mutate(joinAccountCall, { token }),
    onSuccess() {
      forgetToken(PAGE);
      window.location.assign("/");
    },
  });
  const mine = signedInAs === link.email;
  return (
    <AuthCard
      lead={`${leadOf(link)} ${mine ? words.asPerson(link.email) : words.otherPerson(link.email)}`}
      title={words.title}
    >
      {mine ? (
        <Button busy={join.isPending} className="w-full" look="primary" onClick={() => join.mutate()} size="large">
          {words.accept(link.account ?? "")}
        </Button>
      ) : null}
      <DialogFault error={join.error} title={words.failed} />
    </AuthCard>
  );
}
