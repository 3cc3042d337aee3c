"use client";

import { useState } from "react";
import { Waiting } from "#components/ui/waiting.tsx";
import { useStaff } from "#components/staff.tsx";
import { accountText } from "#lib/i18n/account.ts";
import { text } from "#lib/i18n/text.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { CodesDialog } from "./codes-dialog.tsx";
import { FactorSection } from "./factor-section.tsx";
import { type Enrolled, useMe } from "./own-data.ts";
import { LeaveSection } from "./leave-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

const words = accountText;

/** A person's own sign-in: what proves them, and where they are signed in; `demo`: whose second factor the sandbox never asks for. */
export function AccountPage({ demo }: { demo?: string | undefined }) {
  const { name, email } = useStaff();
  const me = useMe();
  const [codes, setCodes] = useState<readonly string[]>();
  const show = ({ recoveryCodes }: Enrolled) => setCodes(recoveryCodes);
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-3 border-b border-rule px-gutter py-2">
        <h1 className="text-15 font-semibold">{text.nav.yourAccount}</h1>
        <span className="text-12 text-ink-3">{`${name}, ${email}`}</span>
      </div>
      {me.error ? <ErrorNote error={me.error} onRetry={() => void me.refetch()} title={words.failed} /> : null}
      {me.isPending ? <Waiting lines={6} /> : null}
      {me.data ? (
        <>
          <PasswordSection me={me.data} />
          <FactorSection isDemo={email === demo} me={me.data} onCodes={show} />
          <PasskeysSection me={me.data} onCodes={show} />
        </>
      ) : null}
      <SessionsSection />
      <LeaveSection />
      {codes ? <CodesDialog codes={codes} onClose={() => setCodes(undefined)} /> : null}
    </>
  );
}
