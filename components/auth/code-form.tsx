"use client";

import { confirmAuthenticatorCall } from "#lib/people/me-calls.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
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
  const form = useDeskForm({
    defaults: { code: "" },
    check: checkedBy(confirmAuthenticatorCall, { missing: { code: missing } }),
    send: ({ code }) => onCode(code),
  });
  return (
    <form id={id} noValidate onSubmit={form.submit}>
      <FormField form={form} label={label} name="code">
        {(parts) => (
          <Input
            {...parts}
            autoCapitalize="none"
            autoComplete="one-time-code"
            className="font-mono tracking-[0.12em]"
            data-first
            inputMode={letters ? "text" : "numeric"}
            maxLength={MOST_CODE}
            spellCheck={false}
          />
        )}
      </FormField>
    </form>
  );
}
