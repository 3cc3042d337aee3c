"use client";

import type { UserRecord } from "#lib/people/user-contract.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { settingsText } from "#components/i18n/settings.ts";
import { useStatus } from "#components/ui/status.tsx";
import { usePersonCommand } from "./people-data.ts";
import type { Handed } from "./person-form.tsx";

const words = settingsText.people;

/** Shuts the door to a person; the focus is on keeping them. */
export function DisableDialog({ person, onClose }: { person: UserRecord; onClose: () => void }) {
  const { toast } = useStatus();
  const command = usePersonCommand();
  const { disabling } = words;
  const done = () => {
    toast(words.changed(person.name));
    onClose();
  };
  return (
    <ConfirmDialog
      action={disabling.action}
      busy={command.isPending}
      error={command.error}
      failed={disabling.failed}
      keep={disabling.keep}
      onClose={onClose}
      onConfirm={() =>
        command.mutate({ command: "change", userId: person.userId, wish: { disabled: true } }, { onSuccess: done })
      }
      summary={disabling.summary}
      title={disabling.title(person.name)}
    />
  );
}

/** Gives a person a new password, shown this once. */
export function ResetDialog({
  person,
  onDone,
  onClose,
}: {
  person: UserRecord;
  onDone: (handed: Handed) => void;
  onClose: () => void;
}) {
  const command = usePersonCommand();
  const { resetting } = words;
  return (
    <ConfirmDialog
      action={resetting.action}
      busy={command.isPending}
      error={command.error}
      failed={resetting.failed}
      look="primary"
      onClose={onClose}
      onConfirm={() =>
        command.mutate(
          { command: "reset", userId: person.userId },
          { onSuccess: ({ password }) => onDone({ name: person.name, email: person.email, password }) },
        )
      }
      summary={resetting.summary}
      title={resetting.title(person.name)}
    />
  );
}

/** Takes away what a person has lost; they sign in by password until they add a new second factor. */
export function ResetFactorDialog({ person, onClose }: { person: UserRecord; onClose: () => void }) {
  const { toast } = useStatus();
  const command = usePersonCommand();
  const { resettingFactor } = words;
  const done = () => {
    toast(words.changed(person.name));
    onClose();
  };
  return (
    <ConfirmDialog
      action={resettingFactor.action}
      busy={command.isPending}
      error={command.error}
      failed={resettingFactor.failed}
      onClose={onClose}
      onConfirm={() => command.mutate({ command: "resetFactor", userId: person.userId }, { onSuccess: done })}
      summary={resettingFactor.summary}
      title={resettingFactor.title(person.name)}
    />
  );
}
