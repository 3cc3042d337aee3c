"use client";

import { faultText } from "#components/fault-text.ts";
import type { InvitationRecord } from "#lib/people/user-contract.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import { Section } from "#components/ui/section.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { ShortTable } from "#components/ui/short-table.tsx";
import { State } from "#components/ui/state.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import { useInvitations, usePersonCommand } from "./people-data.ts";
import type { SentTo } from "./person-form.tsx";
import { roleName } from "#lib/i18n/role-name.ts";

const words = settingsText.people.invitations;

/** Who was invited and has not answered; nothing where nobody was. */
export function Invitations({ mayChange, onSent }: { mayChange: boolean; onSent: (sent: SentTo) => void }) {
  const invitations = useInvitations(true);
  if (invitations.isError)
    return <ErrorNote error={invitations.error} onRetry={() => void invitations.refetch()} title={words.failed} />;
  if (!invitations.data?.length) return null;
  return (
    <Section hint={words.hint} title={words.title}>
      <ShortTable
        columns={[
          { id: "email", label: words.columns.email, names: true, cell: ({ email }) => email },
          { id: "role", label: words.columns.role, cell: ({ role }) => roleName(role) },
          {
            id: "status",
            label: words.columns.status,
            cell: ({ status, usableAt }) => (
              <>
                <State
                  glyph={status === "INVITED" ? "attn" : "cancel"}
                  tone={status === "INVITED" ? "wait" : "none"}
                  word={words.status[status]}
                />
                {usableAt ? (
                  <span className="block text-12 text-ink-3">
                    {words.recovery} <Time at={usableAt} />
                  </span>
                ) : null}
              </>
            ),
          },
          { id: "by", label: words.columns.by, cell: ({ invitedBy }) => invitedBy ?? words.operator },
          { id: "until", label: words.columns.until, cell: ({ expiresAt: at }) => (at ? <Time at={at} /> : "–") },
          {
            id: "actions",
            label: words.columns.commands,
            hideLabel: true,
            cell: (invitation) => (mayChange ? <Commands invitation={invitation} onSent={onSent} /> : null),
          },
        ]}
        keyOf={({ invitationId }) => invitationId}
        label={words.table}
        rows={invitations.data}
      />
    </Section>
  );
}

function Commands({ invitation, onSent }: { invitation: InvitationRecord; onSent: (sent: SentTo) => void }) {
  const command = usePersonCommand();
  const { toast } = useStatus();
  const { email, invitationId } = invitation;
  const onError = (error: unknown) => toast(isApiFault(error) ? faultText(error) : settingsText.people.commandFailed);
  const again = () =>
    command.mutate(
      { command: "again", invitationId },
      { onSuccess: ({ mailed }) => onSent({ email, mailed }), onError },
    );
  const revoke = () =>
    command.mutate({ command: "revoke", invitationId }, { onSuccess: () => toast(words.revoked(email)), onError });
  return (
    <span className="flex justify-end gap-1 py-1">
      <Button aria-label={`${words.again}: ${email}`} busy={command.isPending} onClick={again} size="small">
        {words.again}
      </Button>
      <Button
        aria-label={`${words.revoke}: ${email}`}
        busy={command.isPending}
        look="stop"
        onClick={revoke}
        size="small"
      >
        {words.revoke}
      </Button>
    </span>
  );
}
