"use client";

import { actorText } from "#lib/i18n/actor-text.ts";
import { useState } from "react";
import type { CaseDetail, CasePerson } from "#lib/cases/contract.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { useMay } from "#components/may.ts";
import { useAccount, useStaff } from "#components/staff.tsx";
import { useOf } from "#components/whose.tsx";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Time } from "#components/ui/time.tsx";
import { type CaseCommand, useCaseCommand, useResendSince } from "./cases-data.ts";
import { CloseDialog } from "./close-dialog.tsx";
import { Owner } from "./owner.tsx";

const words = exceptionsText.actions;
const { drawer } = exceptionsText;

const HOUR_MS = 3_600_000;
/** How long a case may be muted by hand. */
export const SPANS = [
  {
    forMs: HOUR_MS,
    get label() {
      return words.muteFor.hour;
    },
  },
  {
    forMs: 8 * HOUR_MS,
    get label() {
      return words.muteFor.shift;
    },
  },
  {
    forMs: 24 * HOUR_MS,
    get label() {
      return words.muteFor.day;
    },
  },
  {
    forMs: 7 * 24 * HOUR_MS,
    get label() {
      return words.muteFor.week;
    },
  },
];

const MENU_BUTTON =
  "inline-flex h-8 items-center gap-1.5 rounded-2 border border-edge bg-control px-3 font-medium whitespace-nowrap hover:bg-hover hover:border-strong";

/** Silence and end of a case: neither moves money, so each can be undone for ten seconds. */
export function CaseActions({ found }: { found: CaseDetail }) {
  const ofHouse = useOf() === "house";
  const may = useMay(ofHouse ? "house:cases" : "notes:write");
  const [account, { house }] = [useAccount(), useStaff()];
  const role = (ofHouse ? house : account)?.role ?? "";
  const [closing, setClosing] = useState(false);
  const { toast } = useStatus();
  const command = useCaseCommand(found.caseId);
  /** Does it, says so, and offers the way back. */
  const act = (wanted: CaseCommand, message: string, undo: CaseCommand) =>
    command.mutate(wanted, { onSuccess: () => toast(message, () => command.mutate(undo)) });
  return (
    <>
      {found.state === "SETTLED" || !may ? null : (
        <span className="flex flex-wrap items-center gap-2">
          {found.state === "CLOSED" ? (
            <Button onClick={() => command.mutate({ command: "reopen" }, { onSuccess: () => toast(words.reopened) })}>
              {words.reopen}
            </Button>
          ) : (
            <>
              <Silence
                isMuted={found.state === "MUTED"}
                onMute={(forMs, label) =>
                  act({ command: "mute", forMs }, words.muted(label), { command: "mute", forMs: 0 })
                }
                onUnmute={() =>
                  command.mutate({ command: "mute", forMs: 0 }, { onSuccess: () => toast(words.unmuted) })
                }
              />
              <Button onClick={() => setClosing(true)}>{words.close}</Button>
            </>
          )}
          {found.endpointId ? <Resend endpointId={found.endpointId} since={found.since} /> : null}
        </span>
      )}
      <Standing found={found} />
      {may ? null : <p className="text-12 text-ink-2">{words.needsRole(roleName(role))}</p>}
      {command.error ? (
        <div className="-mx-5">
          <ErrorNote error={command.error} title={words.failed} />
        </div>
      ) : null}
      {closing ? <CloseDialog found={found} onClose={() => setClosing(false)} /> : null}
    </>
  );
}

/** Whose case it is; who may work on it gives it to another, and undoes that for ten seconds. */
export function AssignMenu({ found, people }: { found: CaseDetail; people: readonly CasePerson[] }) {
  const { userId } = useStaff();
  const may = useMay(useOf() === "house" ? "house:cases" : "notes:write");
  const { toast } = useStatus();
  const command = useCaseCommand(found.caseId);
  if (!may || found.state === "SETTLED") return <Owner person={found.assignee} />;
  const assign = (person: CasePerson | undefined) =>
    command.mutate(
      { command: "assign", userId: person?.userId },
      {
        onSuccess: () =>
          toast(words.assigned(person?.name ?? ""), () =>
            command.mutate({ command: "assign", userId: found.assignee?.userId }),
          ),
      },
    );
  return (
    <Menu
      align="end"
      button={
        <>
          <Owner person={found.assignee} /> <Icon className="text-ink-3" name="down" size={12} />
        </>
      }
      buttonClass={MENU_BUTTON}
      label={drawer.assign}
    >
      {(close) =>
        [undefined, ...people].map((person) => (
          <MenuItem
            chosen={found.assignee?.userId === person?.userId}
            key={person?.userId ?? ""}
            onSelect={() => {
              assign(person);
              close();
            }}
          >
            {drawer.assignTo(person?.name ?? "")}
            {person?.userId === userId ? <span className="text-12 text-ink-3">{drawer.me}</span> : null}
          </MenuItem>
        ))
      }
    </Menu>
  );
}

function Silence({
  isMuted,
  onMute,
  onUnmute,
}: {
  isMuted: boolean;
  onMute: (forMs: number, label: string) => void;
  onUnmute: () => void;
}) {
  if (isMuted) return <Button onClick={onUnmute}>{words.unmute}</Button>;
  return (
    <Menu
      align="start"
      button={<Icon className="text-ink-3" name="down" size={12} />}
      buttonClass={MENU_BUTTON}
      label={words.mute}
      shownLabel
    >
      {(close) =>
        SPANS.map(({ forMs, label }) => (
          <MenuItem
            key={forMs}
            onSelect={() => {
              onMute(forMs, label);
              close();
            }}
          >
            {label}
          </MenuItem>
        ))
      }
    </Menu>
  );
}

function Resend({ endpointId, since }: { endpointId: string; since: number }) {
  const may = useMay("webhooks:write");
  const { toast } = useStatus();
  const resend = useResendSince(endpointId, since, (count) => toast(words.resent(count)));
  if (!may) return null;
  return (
    <>
      <Button busy={resend.isPending} look="primary" onClick={() => resend.mutate()}>
        {words.resend}
      </Button>
      {resend.error ? <ErrorNote error={resend.error} title={words.failed} /> : null}
    </>
  );
}

/** Until when it is muted, or who closed it and why. */
function Standing({ found: { state, mutedUntil, closed } }: { found: CaseDetail }) {
  if (state === "MUTED" && mutedUntil !== undefined)
    return (
      <p className="text-12 text-ink-2">
        {drawer.mutedUntil} <Time at={mutedUntil} />
      </p>
    );
  if (!closed) return null;
  return (
    <p className="text-12 text-pretty text-ink-2">
      {drawer.closedBy(actorText(closed.by))} <Time at={closed.at} />: {closed.reason}
    </p>
  );
}
