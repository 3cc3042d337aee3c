"use client";

import { useState } from "react";
import { authText } from "#lib/i18n/auth.ts";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { type DeskForm, FormField, useDeskForm } from "#components/ui/form.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Input } from "#components/ui/input.tsx";
import { CodeStep } from "./code-step.tsx";
import { type Entry, enter, enterByPasskey, enterBySso } from "./enter.ts";
import { Fault } from "./fault.tsx";
import { wayBack } from "./way-back.ts";

const words = text.auth;
type Values = { email: string; password: string };
type Busy = "no" | "passkey" | "password" | "demo" | "sso";

/**
 * A passkey, or e-mail and password and where one is set up a second factor, or the sandbox's demo user. A refusal never
 * tells which of the two was wrong.
 */
export function SignInForm({
  callbackUrl,
  demo,
  ended,
  failed,
  sso,
}: {
  callbackUrl: string | undefined;
  /** The sandbox's published user; live gives none. */
  demo: Values | undefined;
  ended: boolean;
  /** Single sign-on has led back here without letting the person in. */
  failed: boolean;
  sso: { name: string; only: boolean } | undefined;
}) {
  const [fault, setFault] = useState(failed ? authText.sso.refused : undefined);
  const [busy, setBusy] = useState<Busy>("no");
  const [shown, setShown] = useState(false);

  const [ticket, setTicket] = useState<string>();

  const goOn = () => window.location.assign(wayBack(callbackUrl, window.location.origin));
  const attempt = async (kind: Exclude<Busy, "no" | "sso">, way: () => Promise<Entry>, refused: string) => {
    setBusy(kind);
    setFault(undefined);
    const done = await way();
    if (done.kind === "in") return goOn();
    setBusy("no");
    if (done.kind === "factor") setTicket(done.ticket);
    else if (done.kind !== "declined") setFault(done.kind === "unreachable" ? words.unreachable : refused);
  };
  const form = useDeskForm<Values>({
    defaults: { email: "", password: "" },
    check: checkedIf(({ email, password }) => ({
      email: email === "" ? words.needEmail : undefined,
      password: password === "" ? words.needPassword : undefined,
    })),
    send: (values) => attempt("password", () => enter("credentials", values), words.refused),
  });
  const goSso = () => {
    setBusy("sso");
    void enterBySso(wayBack(callbackUrl, window.location.origin));
  };
  if (sso?.only)
    return (
      <div className="grid gap-4">
        {fault ? <Fault>{fault}</Fault> : <p className="text-ink-2">{authText.sso.onlyLead}</p>}
        <Button busy={busy !== "no"} look="primary" onClick={goSso} size="large">
          {authText.sso.action(sso.name)}
        </Button>
      </div>
    );
  if (ticket !== undefined) return <CodeStep onBack={() => setTicket(undefined)} onIn={goOn} ticket={ticket} />;
  return (
    <form className="grid gap-4" noValidate onSubmit={form.submit}>
      {ended && !fault ? <p className="text-ink-2">{words.expired}</p> : null}
      {fault ? <Fault>{fault}</Fault> : null}
      {sso ? (
        <Button busy={busy !== "no"} onClick={goSso} size="large">
          {authText.sso.action(sso.name)}
        </Button>
      ) : null}
      <Button
        busy={busy !== "no"}
        onClick={() => attempt("passkey", enterByPasskey, words.passkeyRefused)}
        size="large"
      >
        <Icon name="lock" size={14} />
        {busy === "passkey" ? words.busy : words.passkey}
      </Button>
      <p className="flex items-center gap-3 text-12 text-ink-3 before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
        {words.or}
      </p>
      <Summary form={form} />
      <FormField form={form} id="email" label={words.email} name="email">
        {(parts) => (
          <Input {...parts} autoComplete="username" autoFocus inputMode="email" spellCheck={false} type="email" />
        )}
      </FormField>
      <FormField form={form} id="password" label={words.password} name="password">
        {(parts) => <Input {...parts} autoComplete="current-password" type={shown ? "text" : "password"} />}
      </FormField>
      <Check checked={shown} label={words.show} onChange={(event) => setShown(event.target.checked)} />
      <Button busy={busy !== "no"} look="primary" size="large" type="submit">
        {busy === "password" ? words.busy : words.submit}
      </Button>
      <p>
        <a className="text-12 underline underline-offset-3" href="/forgot">
          {authText.forgot.link}
        </a>
      </p>
      {demo ? (
        <div className="grid gap-1 border-t border-rule pt-4">
          <Button
            busy={busy !== "no"}
            onClick={() => attempt("demo", () => enter("credentials", demo), words.noDemo)}
            size="large"
          >
            {busy === "demo" ? words.busy : words.demo}
          </Button>
          <p className="text-12 text-ink-3">{words.demoHint}</p>
        </div>
      ) : null}
    </form>
  );
}

/** What is missing, with links to the fields; the first of them has the focus already. */
function Summary({ form }: { form: DeskForm<Values> }) {
  const faults = (["email", "password"] as const).flatMap((name) => {
    const message = form.errorOf(name);
    return message ? [{ name, message }] : [];
  });
  if (faults.length < 2) return null;
  return (
    <div className="rounded-2 border border-fail-edge bg-fail-wash px-3 py-2 text-fail-text" role="alert">
      {words.summary}
      <ul className="list-disc ps-5">
        {faults.map((fault) => (
          <li key={fault.name}>
            <a className="underline underline-offset-3" href={`#${fault.name}`}>
              {fault.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
