"use client";

import { useState } from "react";
import type { OwnRecord, PasskeyRecord } from "#lib/people/me-contract.ts";
import { Section } from "#components/ui/section.tsx";
import { accountText } from "#lib/i18n/account.ts";
import { Button } from "#components/ui/button.tsx";
import { ShortTable } from "#components/ui/short-table.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Enrolled } from "./own-data.ts";
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";

const words = accountText.passkeys;

type OpenDialog = { command: "add" } | { command: "rename" | "remove"; passkey: PasskeyRecord };

/** The person's passkeys: add, rename, remove. */
export function PasskeysSection({ me, onCodes }: { me: OwnRecord; onCodes: (enrolled: Enrolled) => void }) {
  const { toast } = useStatus();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const added = (done: Enrolled, name: string) => {
    close();
    toast(words.added(name));
    onCodes(done);
  };
  return (
    <Section
      end={<Button onClick={() => setDialog({ command: "add" })}>{words.add}</Button>}
      hint={words.hint}
      title={words.title}
    >
      {me.passkeys.length === 0 ? (
        <p className="px-gutter pb-4 text-ink-2">{words.none}</p>
      ) : (
        <Table onAsk={(command, passkey) => setDialog({ command, passkey })} passkeys={me.passkeys} />
      )}
      {dialog?.command === "add" ? <AddPasskeyDialog onClose={close} onDone={added} /> : null}
      {dialog?.command === "rename" ? <RenamePasskeyDialog onClose={close} passkey={dialog.passkey} /> : null}
      {dialog?.command === "remove" ? <RemovePasskeyDialog onClose={close} passkey={dialog.passkey} /> : null}
    </Section>
  );
}

function Table({
  passkeys,
  onAsk,
}: {
  passkeys: readonly PasskeyRecord[];
  onAsk: (command: "rename" | "remove", passkey: PasskeyRecord) => void;
}) {
  const { columns } = words;
  return (
    <ShortTable
      columns={[
        { id: "name", label: columns.name, names: true, cell: ({ name }) => name },
        { id: "made", label: columns.made, cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          id: "used",
          label: columns.used,
          cell: ({ lastUsedAt: at }) => (at ? <Time at={at} /> : <span className="text-ink-3">{words.never}</span>),
        },
        {
          id: "actions",
          label: columns.commands,
          hideLabel: true,
          cell: (passkey) => (
            <span className="flex justify-end gap-1">
              <Button
                aria-label={`${words.rename}: ${passkey.name}`}
                onClick={() => onAsk("rename", passkey)}
                size="small"
              >
                {words.rename}
              </Button>
              <Button
                aria-label={`${words.remove}: ${passkey.name}`}
                look="stop"
                onClick={() => onAsk("remove", passkey)}
                size="small"
              >
                {words.remove}
              </Button>
            </span>
          ),
        },
      ]}
      keyOf={({ passkeyId }) => passkeyId}
      label={words.table}
      rows={passkeys}
    />
  );
}
