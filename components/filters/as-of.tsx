"use client";

import { usePreferences } from "#components/preferences.tsx";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { Button } from "#components/ui/button.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { useDeskForm } from "#components/ui/form.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { MenuItem, Panel } from "#components/ui/menu.tsx";
import { dayText, fullText, instantsOf, startOfDay, wallOf, type Zone } from "#lib/i18n/times.ts";
import { chosenOf, WhenField } from "./when-field.tsx";

const words = ledgerText.asOf;
const DAY_MS = 86_400_000;
const CLOSES = 3;

/** The instant that the address names; nothing for now, or for a text that is none. */
export function readAsOf(params: URLSearchParams): Date | undefined {
  const at = Date.parse(params.get("at") ?? "");
  return Number.isNaN(at) ? undefined : new Date(at);
}

/** Which instant the balances are of: now, the close of a day, or one's own. */
export function AsOf({
  at,
  now,
  onChange,
}: {
  at: Date | undefined;
  now: number;
  onChange: (at: Date | undefined) => void;
}) {
  const { zone } = usePreferences();
  return (
    <Panel
      align="start"
      button={
        <>
          <span className="text-ink-3">{words.label}</span> {at ? fullText(at.getTime(), zone) : words.now}{" "}
          <Icon className="text-ink-3" name="down" size={12} />
        </>
      }
      buttonClass="inline-flex min-h-7 items-center gap-1.5 rounded-2 border border-edge px-2 text-start hover:bg-hover hover:border-strong"
      label={words.change}
    >
      {(close) => {
        const choose = (instant: Date | undefined) => {
          onChange(instant);
          close();
        };
        return (
          <div className="grid w-72 max-w-full gap-1">
            <MenuItem chosen={at === undefined} onSelect={() => choose(undefined)}>
              {words.now}
            </MenuItem>
            {closesBefore(now, zone).map((end) => (
              <MenuItem chosen={at?.getTime() === end} key={end} onSelect={() => choose(new Date(end))}>
                {words.close(dayText(end - 1, zone))}
              </MenuItem>
            ))}
            <OwnInstant now={now} onApply={choose} zone={zone} />
          </div>
        );
      }}
    </Panel>
  );
}

/** When the last days ended in the reader's zone, the newest first. */
function closesBefore(now: number, zone: Zone): number[] {
  const ends = [startOfDay(now, zone)];
  while (ends.length < CLOSES) ends.push(startOfDay((ends.at(-1) ?? now) - DAY_MS / 2, zone));
  return ends;
}

type Written = { at: string; turn: string };

function OwnInstant({ now, zone, onApply }: { now: number; zone: Zone; onApply: (at: Date) => void }) {
  const instantIn = ({ at, turn }: Written) => chosenOf(instantsOf(at, zone), turn);
  const form = useDeskForm<Written>({
    defaults: { at: "", turn: "0" },
    check: checkedIf((values) => {
      const instant = instantIn(values);
      return { at: instant === undefined ? words.missing : instant > now ? words.future : undefined };
    }),
    send: (values) => onApply(new Date(instantIn(values) ?? now)),
  });
  return (
    <form className="grid gap-2 border-t border-rule p-2" noValidate onSubmit={form.submit}>
      <WhenField
        form={form}
        hint={words.hint}
        kind="instant"
        label={words.instant}
        most={wallOf(now, zone)}
        name="at"
        now={now}
        turn="turn"
        zone={zone}
      />
      <Button size="small" type="submit">
        {words.show}
      </Button>
    </form>
  );
}
