"use client";

import { useState } from "react";
import { leaveAccountCall } from "#lib/people/me-calls.ts";
import { authText } from "#lib/i18n/auth.ts";
import { Section } from "#components/ui/section.tsx";
import { useAccount } from "#components/staff.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useOwnCommand } from "./own-data.ts";

const words = authText.leave;

/** The way out of the account that the person acts for. */
export function LeaveSection() {
  const account = useAccount();
  const [dialog, setDialog] = useState(false);
  const leave = useOwnCommand(({ mutate }, left: string) => mutate(leaveAccountCall, { account: left }));
  if (!account) return null;
  return (
    <Section
      end={
        <Button look="stop" onClick={() => setDialog(true)}>
          {words.action}
        </Button>
      }
      hint={words.hint}
      title={words.title}
    >
      <p className="px-gutter pb-4 text-ink-2">{words.name(account.name)}</p>
      {dialog ? (
        <ConfirmDialog
          action={words.action}
          busy={leave.isPending}
          error={leave.error}
          failed={words.failed}
          onClose={() => setDialog(false)}
          onConfirm={() => leave.mutate(account.id, { onSuccess: () => window.location.assign("/") })}
          summary={words.summary}
          title={words.dialog(account.name)}
        />
      ) : null}
    </Section>
  );
}
