"use client";

import { useEffect, useId, useRef, useState } from "react";
import { CodeForm } from "./code-form.tsx";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { enter } from "./enter.ts";
import { Fault } from "./fault.tsx";

const words = text.auth.second;

/** What follows a right password where a second factor is set up. */
export function CodeStep({ ticket, onIn, onBack }: { ticket: string; onIn: () => void; onBack: () => void }) {
  const form = useId();
  const box = useRef<HTMLDivElement>(null);
  const [recovery, setRecovery] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of code is another field to begin in
  useEffect(() => box.current?.querySelector("input")?.focus(), [recovery]);
  const send = async (code: string) => {
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    const { kind } = await enter("code", { ticket, code });
    if (kind === "in") return onIn();
    setBusy(false);
    setFault(kind === "unreachable" ? text.auth.unreachable : words.refused);
  };
  return (
    <div className="grid gap-4" ref={box}>
      <h2 className="text-15 font-semibold">{words.title}</h2>
      <p className="text-ink-2">{recovery ? words.leadRecovery : words.lead}</p>
      {fault ? <Fault>{fault}</Fault> : null}
      <CodeForm
        id={form}
        key={String(recovery)}
        label={recovery ? words.recoveryCode : words.code}
        letters={recovery}
        missing={words.missing}
        onCode={send}
      />
      <Button busy={busy} form={form} look="primary" size="large" type="submit">
        {busy ? text.auth.busy : words.submit}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="plain" onClick={() => setRecovery(!recovery)}>
          {recovery ? words.useApp : words.useRecovery}
        </Button>
        <Button look="plain" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </div>
  );
}
