"use client";

import { type SyntheticEvent, useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { focusFault } from "#components/ui/focus-fault.ts";
import { Input } from "#components/ui/input.tsx";

const MOST_CODE = 64;

/** One field for a code; pasting, password managers and a phone's own suggestion all work. */
export function CodeForm({
  id,
  label,
  missing,
  letters = false,
  onCode,
}: {
  id: string;
  label: string;
  missing: string;
  /** Recovery codes have letters; apps show digits alone. */
  letters?: boolean;
  onCode: (code: string) => void;
}) {
  const [fault, setFault] = useState<string>();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "").trim();
    setFault(code === "" ? missing : undefined);
    focusFault(event.currentTarget);
    if (code !== "") onCode(code);
  };
  return (
    <form id={id} noValidate onSubmit={submit}>
      <Field error={fault} label={label}>
        {(parts) => (
          <Input
            {...parts}
            autoCapitalize="none"
            autoComplete="one-time-code"
            className="font-mono tracking-[0.12em]"
            data-first
            inputMode={letters ? "text" : "numeric"}
            maxLength={MOST_CODE}
            name="code"
            spellCheck={false}
          />
        )}
      </Field>
    </form>
  );
}
