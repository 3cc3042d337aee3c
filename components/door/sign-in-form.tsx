"use client";

import { signIn } from "next-auth/react";
import { useEffect, useRef, useState } from "react";
import { type FieldErrors, useForm } from "react-hook-form";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { Field } from "#components/ui/field.tsx";
import { Glyph } from "#components/ui/icons.tsx";
import { Input } from "#components/ui/input.tsx";
import { wayBack } from "./way-back.ts";

const words = text.door;
type Values = { email: string; password: string };
type Busy = "no" | "password" | "demo";

/** E-mail and password, or the sandbox's demo user. A refusal never tells which of the two was wrong. */
export function SignInForm({
  callbackUrl,
  demo,
  ended,
}: {
  callbackUrl: string | undefined;
  /** The sandbox's published user; live gives none. */
  demo: Values | undefined;
  ended: boolean;
}) {
  const form = useForm<Values>({
    defaultValues: { email: "", password: "" },
    mode: "onSubmit",
    reValidateMode: "onChange",
  });
  const { errors } = form.formState;
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState<Busy>("no");
  const [shown, setShown] = useState(false);

  const enter = async (kind: Exclude<Busy, "no">, credentials: Values, refused: string) => {
    setBusy(kind);
    setFault(undefined);
    const answer = await signIn("credentials", { ...credentials, redirect: false }).catch(() => undefined);
    if (answer?.ok && !answer.error) {
      window.location.assign(wayBack(callbackUrl, window.location.origin));
      return;
    }
    setBusy("no");
    setFault(answer === undefined || answer.status >= 500 ? words.unreachable : refused);
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={form.handleSubmit((values) => enter("password", values, words.refused))}
    >
      {ended && !fault ? <p className="text-ink-2">{words.expired}</p> : null}
      {fault ? <Fault>{fault}</Fault> : null}
      <Summary errors={errors} tries={form.formState.submitCount} />
      <Field error={errors.email?.message} id="email" label={words.email}>
        {(parts) => (
          <Input
            {...parts}
            {...form.register("email", { required: words.needEmail })}
            autoComplete="username"
            autoFocus
            inputMode="email"
            spellCheck={false}
            type="email"
          />
        )}
      </Field>
      <Field error={errors.password?.message} id="password" label={words.password}>
        {(parts) => (
          <Input
            {...parts}
            {...form.register("password", { required: words.needPassword })}
            autoComplete="current-password"
            type={shown ? "text" : "password"}
          />
        )}
      </Field>
      <Check checked={shown} label={words.show} onChange={(event) => setShown(event.target.checked)} />
      <Button busy={busy !== "no"} look="primary" size="large" type="submit">
        {busy === "password" ? words.busy : words.submit}
      </Button>
      {demo ? (
        <div className="grid gap-1 border-t border-rule pt-4">
          <Button busy={busy !== "no"} onClick={() => enter("demo", demo, words.noDemo)} size="large">
            {busy === "demo" ? words.busy : words.demo}
          </Button>
          <p className="text-12 text-ink-3">{words.demoHint}</p>
        </div>
      ) : null}
    </form>
  );
}

function Fault({ children }: { children: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      className="flex items-start gap-2 rounded-2 border border-fail-edge bg-fail-wash px-3 py-2 text-fail-text"
      ref={box}
      role="alert"
      tabIndex={-1}
    >
      <Glyph className="mt-0.75 text-fail-mark" name="attn" />
      <span className="text-pretty">{children}</span>
    </div>
  );
}

/** What is missing, with links to the fields; the first of them has the focus already. */
function Summary({ errors, tries }: { errors: FieldErrors<Values>; tries: number }) {
  const faults = (["email", "password"] as const).flatMap((name) =>
    errors[name]?.message ? [{ name, message: errors[name].message }] : [],
  );
  if (tries === 0 || faults.length < 2) return null;
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
