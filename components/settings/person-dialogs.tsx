"use client";

import type { UserRecord } from "#lib/people/user-contract.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { settingsText } from "#lib/i18n/settings.ts";
import { useStatus } from "#components/ui/status.tsx";
import { useOf } from "#components/whose.tsx";
import { type Mailed, type PersonCommand, usePersonCommand } from "./people-data.ts";
import type { SentTo } from "./person-form.tsx";

const words = settingsText.people;

type Asking = { person: UserRecord; onClose: () => void };

/** Shuts the account, or the house, to a person; the focus is on leaving it open. */
export function DisableDialog({ person, onClose }: Asking) {
  const { toast } = useStatus();
  const { keep, ...texts } = words.disabling;
  const ofHouse = useOf() === "house";
  return (
    <PersonDialog
      input={{ command: "change", userId: person.userId, values: { disabled: true } }}
      keep={keep}
      onClose={onClose}
      onDone={() => toast(words.changed(person.name))}
      person={person}
      texts={ofHouse ? { ...texts, summary: words.ofHouse.disabling } : texts}
    />
  );
}

/** Takes a person's membership away. */
export function RemoveDialog({ person, onClose }: Asking) {
  const ofHouse = useOf() === "house";
  const { toast } = useStatus();
  return (
    <PersonDialog
      input={{ command: "remove", userId: person.userId }}
      onClose={onClose}
      onDone={() => toast(words.removed(person.name))}
      person={person}
      texts={ofHouse ? { ...words.removing, summary: words.ofHouse.removing } : words.removing}
    />
  );
}

/** Sends a person a link to set a new password, or to take their second factors away. */
export function ResetDialog({
  person,
  command,
  onSent,
  onClose,
}: Asking & { command: "reset" | "resetFactor"; onSent: (sent: SentTo) => void }) {
  return (
    <PersonDialog
      input={{ command, userId: person.userId }}
      look="primary"
      onClose={onClose}
      onDone={(mailed) => onSent({ email: person.email, mailed })}
      person={person}
      texts={command === "reset" ? words.resetting : words.resettingFactor}
    />
  );
}

function PersonDialog({
  input,
  texts,
  person,
  onDone,
  onClose,
  ...look
}: Asking & {
  input: PersonCommand;
  texts: { title: (name: string) => string; summary: string; action: string; failed: string };
  look?: "stop" | "primary";
  keep?: string;
  onDone: (mailed: Mailed) => void;
}) {
  const command = usePersonCommand();
  return (
    <ConfirmDialog
      {...look}
      action={texts.action}
      busy={command.isPending}
      error={command.error}
      failed={texts.failed}
      onClose={onClose}
      onConfirm={() =>
        command.mutate(input, {
          onSuccess: ({ mailed }) => {
            onClose();
            onDone(mailed);
          },
        })
      }
      summary={texts.summary}
      title={texts.title(person.name)}
    />
  );
}
