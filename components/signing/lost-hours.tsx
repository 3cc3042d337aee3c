"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { approvalHref } from "#lib/contract/approval-href.ts";
import { listLostHoursCall, stateLostHoursCall } from "#lib/outgoing/lost-hours-calls.ts";
import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { useWaitingApprovals } from "#components/approvals/approvals-data.ts";
import { useSeesApprovals } from "#components/approvals/may-decide.ts";
import { actorText } from "#lib/i18n/actor-text.ts";
import { signingText } from "#lib/i18n/signing.ts";
import { stampText } from "#lib/i18n/times.ts";
import { useMay } from "#components/may.ts";
import { usePreferences } from "#components/preferences.tsx";
import { useApi } from "#components/staff.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { useDeskForm } from "#components/ui/form.tsx";
import { Glyph } from "#components/ui/icons.tsx";
import { NoteField } from "#components/ui/note-field.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useSigning } from "./signing-data.ts";

const words = signingText.lostHours;

/** Until it is stated, that something signed in hours which a restore has lost may still be sent. */
export function LostHours() {
  const may = useMay("house:payouts");
  const { zone } = usePreferences();
  const lost = useQuery({ ...useApi().queryOptions(listLostHoursCall, {}), select: ({ data }) => data[0] });
  const isOpen = lost.data !== undefined && lost.data.statedBy === undefined;
  const sees = useSeesApprovals();
  const { data: waiting = [] } = useWaitingApprovals(isOpen && sees);
  const [stating, setStating] = useState(false);
  if (lost.isError) return <ErrorNote error={lost.error} onRetry={() => void lost.refetch()} />;
  if (!lost.data || lost.data.statedBy !== undefined) return null;
  const { since, until } = lost.data;
  const stated = waiting.find(({ what }) => what === "lost-hours");
  return (
    <div className="flex items-start gap-2 border-b border-rule bg-wait-wash px-gutter py-3">
      <Glyph className="mt-0.75 text-wait-mark" name="attn" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-wait-text">{words.heading}</p>
        <p className="text-pretty text-ink-2">{words.text(stampText(since, zone), stampText(until, zone))}</p>
        {stated ? (
          <p>
            {words.stated(actorText(stated.askedBy))}{" "}
            <Link className="text-accent underline" href={approvalHref(stated.approvalId, undefined)} prefetch={false}>
              {words.look}
            </Link>
          </p>
        ) : null}
      </div>
      {may && !stated ? (
        <Button onClick={() => setStating(true)} size="small">
          {words.open}
        </Button>
      ) : null}
      {stating ? <StateDialog onClose={() => setStating(false)} /> : null}
    </div>
  );
}

const CHECK = checkedBy(stateLostHoursCall, {
  missing: { note: words.noteMissing },
  bodyOf: ({ note }: { note: string }) => (note.trim() === "" ? {} : { note: note.trim() }),
});

function StateDialog({ onClose }: { onClose: () => void }) {
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const state = useSigning(stateLostHoursCall);
  const form = useDeskForm({
    defaults: { note: "" },
    check: CHECK,
    async send(body) {
      if (isWaiting(await state.mutateAsync(body))) notifyWaiting(words.waits);
      else toast(words.done);
      onClose();
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} words={words}>
      <NoteField first form={form} label={words.note} />
    </FormDialog>
  );
}
