"use client";

import { type ReactNode, useState } from "react";
import type { OwnRecord } from "#lib/people/me-contract.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Section } from "#components/ui/section.tsx";
import { accountText } from "#lib/i18n/account.ts";
import { Button } from "#components/ui/button.tsx";
import { State } from "#components/ui/state.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { AppDialog } from "./app-dialog.tsx";
import { type Enrolled, useRemoveAuthenticator, useRenewCodes } from "./own-data.ts";

const words = accountText;

type OpenDialog = "app" | "remove" | "renew";

/** The authenticator app and the codes that stand in for it. */
export function FactorSection({
  me,
  isDemo = false,
  onCodes,
}: {
  me: OwnRecord;
  /** The demo person of a sandbox, whom anybody may sign in as. */
  isDemo?: boolean;
  onCodes: (enrolled: Enrolled) => void;
}) {
  const { toast } = useStatus();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const enrolled = (done: Enrolled) => {
    close();
    toast(words.app.done);
    onCodes(done);
  };
  const { factor } = words;
  return (
    <Section hint={isDemo ? factor.hintDemo : factor.hint} title={factor.title}>
      <dl className="grid pb-2">
        <Line name={factor.title}>
          {me.enrolled ? (
            <State glyph="done" tone="done" word={factor.on} />
          ) : (
            <>
              <State glyph="attn" tone="wait" word={factor.off} />{" "}
              <span className="text-ink-3">{me.required && !isDemo ? factor.demanded : factor.offWhy}</span>
            </>
          )}
        </Line>
        <Line
          end={
            <>
              <Button look={me.authenticator ? "default" : "primary"} onClick={() => setDialog("app")} size="small">
                {me.authenticator ? factor.replace : factor.add}
              </Button>
              {me.authenticator ? (
                <Button look="stop" onClick={() => setDialog("remove")} size="small">
                  {factor.remove}
                </Button>
              ) : null}
            </>
          }
          name={factor.app}
        >
          {me.authenticator ? factor.appOn : <span className="text-ink-3">{factor.appOff}</span>}
        </Line>
        <Line
          end={
            me.enrolled ? (
              <Button onClick={() => setDialog("renew")} size="small">
                {factor.renew}
              </Button>
            ) : null
          }
          name={factor.codes}
        >
          {me.enrolled ? (
            factor.codesLeft(me.recoveryCodesLeft)
          ) : (
            <span className="text-ink-3">{factor.codesNone}</span>
          )}
        </Line>
      </dl>
      {dialog === "app" ? <AppDialog onClose={close} onDone={enrolled} /> : null}
      {dialog === "remove" ? <RemoveApp onClose={close} /> : null}
      {dialog === "renew" ? (
        <RenewCodes
          onClose={close}
          onDone={(done) => {
            close();
            onCodes(done);
          }}
        />
      ) : null}
    </Section>
  );
}

function Line({ name, end, children }: { name: string; end?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule px-gutter py-1.5 first:border-t-0">
      <dt className="w-40 font-medium">{name}</dt>
      <dd className="min-w-0 flex-[1_1_10rem]">{children}</dd>
      {end ? <dd className="ms-auto flex flex-wrap gap-1">{end}</dd> : null}
    </div>
  );
}

function RemoveApp({ onClose }: { onClose: () => void }) {
  const { toast } = useStatus();
  const remove = useRemoveAuthenticator();
  const { removing } = words.app;
  const done = () => {
    toast(words.app.removed);
    onClose();
  };
  return (
    <ConfirmDialog
      action={removing.action}
      busy={remove.isPending}
      error={remove.error}
      failed={removing.failed}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSuccess: done })}
      summary={removing.summary}
      title={removing.title}
    />
  );
}

function RenewCodes({ onDone, onClose }: { onDone: (done: Enrolled) => void; onClose: () => void }) {
  const renew = useRenewCodes();
  const { renewing } = words.codes;
  return (
    <ConfirmDialog
      action={renewing.action}
      busy={renew.isPending}
      error={renew.error}
      failed={renewing.failed}
      look="primary"
      onClose={onClose}
      onConfirm={() => renew.mutate(undefined, { onSuccess: onDone })}
      summary={renewing.summary}
      title={renewing.title}
    />
  );
}
