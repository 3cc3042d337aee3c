"use client";

import { faultText } from "#components/fault-text.ts";
import type { PersonSession } from "#lib/people/user-contract.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { browserOf } from "#components/account/browser-of.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import { Section } from "#components/ui/section.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { ShortTable } from "#components/ui/short-table.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import { useOf } from "#components/whose.tsx";
import { usePeopleSessions, usePersonCommand } from "./people-data.ts";

const words = settingsText.people.sessions;
const whereOf = ({ agent }: PersonSession): string => browserOf(agent) ?? words.unknown;

/** Where the people of the account, or of the house, are signed in, and the end of it. */
export function PeopleSessions({ mayChange }: { mayChange: boolean }) {
  const sessions = usePeopleSessions(true);
  const hint = useOf() === "house" ? settingsText.people.ofHouse.sessions : words.hint;
  return (
    <Section hint={hint} title={words.title}>
      {sessions.isError ? (
        <ErrorNote error={sessions.error} onRetry={() => void sessions.refetch()} title={words.failed} />
      ) : null}
      <ShortTable
        columns={[
          { id: "name", label: words.columns.name, names: true, cell: ({ name }) => name },
          { id: "where", label: words.columns.where, cell: whereOf },
          {
            id: "address",
            label: words.columns.address,
            cell: ({ clientAddress }) => <span className="figure">{clientAddress ?? "–"}</span>,
          },
          { id: "since", label: words.columns.since, cell: ({ createdAt }) => <Time at={createdAt} /> },
          { id: "seen", label: words.columns.seen, cell: ({ lastSeenAt: at }) => (at ? <Time at={at} /> : "–") },
          {
            id: "actions",
            label: words.columns.commands,
            hideLabel: true,
            cell: (session) => (mayChange ? <EndSession session={session} /> : null),
          },
        ]}
        keyOf={({ sessionId }) => sessionId}
        label={words.table}
        rows={sessions.data ?? []}
      />
    </Section>
  );
}

function EndSession({ session }: { session: PersonSession }) {
  const command = usePersonCommand();
  const { toast } = useStatus();
  const end = () =>
    command.mutate(
      { command: "endSession", sessionId: session.sessionId },
      {
        onSuccess: () => toast(words.ended),
        onError: (error) => toast(isApiFault(error) ? faultText(error) : settingsText.people.commandFailed),
      },
    );
  return (
    <span className="flex justify-end py-1">
      <Button
        aria-label={words.endNamed(session.name, whereOf(session))}
        busy={command.isPending}
        look="stop"
        onClick={end}
        size="small"
      >
        {words.end}
      </Button>
    </span>
  );
}
