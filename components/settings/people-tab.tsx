"use client";

import { faultText } from "#components/fault-text.ts";
import { useState } from "react";
import type { UserRecord } from "#lib/people/user-contract.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { useStaff } from "#components/staff.tsx";
import { settingsText } from "#lib/i18n/settings.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { ShortTable } from "#components/ui/short-table.tsx";
import { State } from "#components/ui/state.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { Time } from "#components/ui/time.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { useOf, useWhose, WhoseProvider, WhoseSwitch } from "#components/whose.tsx";
import { usePeople, usePersonCommand, useReview } from "./people-data.ts";
import { Invitations } from "./invitations.tsx";
import { PeopleSessions } from "./people-sessions.tsx";
import { DisableDialog, RemoveDialog, ResetDialog } from "./person-dialogs.tsx";
import { PersonForm, type SentTo } from "./person-form.tsx";
import { RoleForm } from "./role-form.tsx";
import { RolesMatrix } from "./roles-matrix.tsx";
import { roleName } from "#lib/i18n/role-name.ts";

const words = settingsText.people;

type PersonAsk = "disable" | "remove" | "reset" | "resetFactor" | "role";
type OpenDialog = { command: "invite" } | { command: PersonAsk; person: UserRecord };

/** The people of the account or of the house, whichever the address names. */
export function PeopleTab() {
  const { whose } = useWhose("house:audit");
  return (
    <WhoseProvider key={whose} value={whose}>
      <div className="flex-none border-b border-rule px-gutter py-2 empty:hidden">
        <WhoseSwitch needed="house:audit" />
      </div>
      <People />
    </WhoseProvider>
  );
}

/** Who has a role there, who was invited, where they are signed in, and what each role may do. */
function People() {
  const ofHouse = useOf() === "house";
  const may = useMay(ofHouse ? "house:audit" : "people:read");
  const mayChange = useMay(ofHouse ? "house:people" : "people:write");
  const people = usePeople(may);
  const review = useReview();
  const { toast } = useStatus();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const reportSent = ({ email, mailed }: SentTo) => {
    close();
    if (mailed !== "waits") toast(mailed ? words.mailed(email) : words.notMailed);
  };
  return (
    <>
      <Section
        end={
          <span className="flex flex-wrap justify-end gap-1">
            {may ? (
              <Button busy={review.isPending} onClick={() => review.mutate()}>
                {words.review}
              </Button>
            ) : null}
            {mayChange ? (
              <Button look="primary" onClick={() => setDialog({ command: "invite" })}>
                {words.invite}
              </Button>
            ) : null}
          </span>
        }
        hint={people.data ? words.hint(people.data.length) : undefined}
        title={ofHouse ? words.ofHouse.title : words.title}
      >
        {may ? null : <p className="px-gutter pb-4 text-ink-2">{words.mayNotSee}</p>}
        {people.isError ? (
          <ErrorNote error={people.error} onRetry={() => void people.refetch()} title={words.failed} />
        ) : null}
        {may && people.isPending ? <Waiting /> : null}
        {people.data ? (
          <PeopleTable
            mayChange={mayChange}
            onAsk={(command, person) => setDialog({ command, person })}
            people={people.data}
          />
        ) : null}
      </Section>
      {may ? <Invitations mayChange={mayChange} onSent={reportSent} /> : null}
      {may ? <PeopleSessions mayChange={mayChange} /> : null}
      <RolesMatrix />
      {dialog ? <CommandDialog dialog={dialog} onClose={close} onSent={reportSent} /> : null}
    </>
  );
}

function CommandDialog({
  dialog,
  onClose,
  onSent,
}: {
  dialog: OpenDialog;
  onClose: () => void;
  onSent: (sent: SentTo) => void;
}) {
  switch (dialog.command) {
    case "invite":
      return <PersonForm onClose={onClose} onDone={onSent} />;
    case "disable":
      return <DisableDialog onClose={onClose} person={dialog.person} />;
    case "remove":
      return <RemoveDialog onClose={onClose} person={dialog.person} />;
    case "role":
      return <RoleForm onClose={onClose} person={dialog.person} />;
    default:
      return <ResetDialog command={dialog.command} onClose={onClose} onSent={onSent} person={dialog.person} />;
  }
}

function PeopleTable({
  people,
  mayChange,
  onAsk,
}: {
  people: readonly UserRecord[];
  mayChange: boolean;
  onAsk: (command: PersonAsk, person: UserRecord) => void;
}) {
  const me = useStaff().userId;
  return (
    <ShortTable
      columns={[
        { id: "name", label: words.columns.name, names: true, cell: (person) => <Name me={me} person={person} /> },
        {
          id: "role",
          label: words.columns.role,
          cell: (person) => (
            <span className="inline-flex flex-wrap items-center gap-2">
              {roleName(person.role)}
              {mayChange ? (
                <Button
                  aria-label={`${words.changing.open}: ${person.name}`}
                  onClick={() => onAsk("role", person)}
                  size="small"
                >
                  {words.changing.short}
                </Button>
              ) : null}
            </span>
          ),
        },
        {
          id: "status",
          label: words.columns.status,
          cell: ({ status }) =>
            status === "ACTIVE" ? (
              <State glyph="done" tone="done" word={words.status.ACTIVE} />
            ) : (
              <State glyph="cancel" tone="none" word={words.status.DISABLED} />
            ),
        },
        {
          id: "seen",
          label: words.columns.seen,
          cell: ({ lastSignInAt: at }) => (at ? <Time at={at} /> : <span className="text-ink-3">{words.never}</span>),
        },
        {
          id: "actions",
          label: words.columns.commands,
          hideLabel: true,
          cell: (person) => (mayChange && person.userId !== me ? <Commands onAsk={onAsk} person={person} /> : null),
        },
      ]}
      keyOf={({ userId }) => userId}
      label={words.table}
      rows={people}
    />
  );
}

function Name({ person, me }: { person: UserRecord; me: string }) {
  return (
    <div className="py-1.5">
      <span className="font-medium">{person.name}</span> {person.userId === me ? <Tag>{words.you}</Tag> : null}{" "}
      {person.secondFactor ? <Tag tone="done">{words.factor}</Tag> : null}
      <div className="text-12 font-normal text-ink-3">{person.email}</div>
    </div>
  );
}

/** Changes at once and says so; what is refused says why and leaves the role as it was. */
function usePersonChange(person: UserRecord) {
  const command = usePersonCommand();
  const { toast } = useStatus();
  return (values: Extract<Parameters<typeof command.mutate>[0], { command: "change" }>["values"]) =>
    command.mutate(
      { command: "change", userId: person.userId, values },
      {
        onSuccess: ({ mailed }) => mailed !== "waits" && toast(words.changed(person.name)),
        onError: (error) => toast(isApiFault(error) ? faultText(error) : words.commandFailed),
      },
    );
}

function Commands({ person, onAsk }: { person: UserRecord; onAsk: (command: PersonAsk, person: UserRecord) => void }) {
  const change = usePersonChange(person);
  const active = person.status === "ACTIVE";
  const nameFor = (command: string) => `${command}: ${person.name}`;
  return (
    <span className="flex justify-end gap-1">
      <Button aria-label={nameFor(words.reset)} onClick={() => onAsk("reset", person)} size="small">
        {words.reset}
      </Button>
      {person.secondFactor ? (
        <Button aria-label={nameFor(words.resetFactor)} onClick={() => onAsk("resetFactor", person)} size="small">
          {words.resetFactor}
        </Button>
      ) : null}
      {active ? (
        <Button aria-label={nameFor(words.disable)} look="stop" onClick={() => onAsk("disable", person)} size="small">
          {words.disable}
        </Button>
      ) : (
        <Button aria-label={nameFor(words.enable)} onClick={() => change({ disabled: false })} size="small">
          {words.enable}
        </Button>
      )}
      <Button aria-label={nameFor(words.remove)} look="stop" onClick={() => onAsk("remove", person)} size="small">
        {words.remove}
      </Button>
    </span>
  );
}
