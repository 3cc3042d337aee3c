"use client";

import { useState } from "react";
import { wayBack } from "#components/auth/way-back.ts";
import { accountText } from "#lib/i18n/account.ts";
import { Button } from "#components/ui/button.tsx";
import { AppDialog } from "./app-dialog.tsx";
import { CodesDialog } from "./codes-dialog.tsx";
import type { Enrolled } from "./own-data.ts";
import { AddPasskeyDialog } from "./passkey-dialogs.tsx";

const words = accountText.enrol;

/** Two ways to add a second factor. Once one is added, the browser goes on to the requested page. */
export function Enrol({ callbackUrl }: { callbackUrl: string | undefined }) {
  const [dialog, setDialog] = useState<"app" | "passkey">();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setDialog(undefined);
  const leave = () => window.location.assign(wayBack(callbackUrl, window.location.origin));
  const enrolled = ({ recoveryCodes }: Enrolled) => {
    close();
    if (recoveryCodes) setCodes(recoveryCodes);
    else leave();
  };
  return (
    <div className="grid gap-4">
      <Way action={words.app} hint={words.appHint} onChoose={() => setDialog("app")} />
      <Way action={words.passkey} hint={words.passkeyHint} onChoose={() => setDialog("passkey")} />
      {dialog === "app" ? <AppDialog onClose={close} onDone={enrolled} /> : null}
      {dialog === "passkey" ? <AddPasskeyDialog onClose={close} onDone={enrolled} /> : null}
      {codes ? <CodesDialog codes={codes} onClose={leave} /> : null}
    </div>
  );
}

function Way({ action, hint, onChoose }: { action: string; hint: string; onChoose: () => void }) {
  return (
    <div className="grid gap-1">
      <Button onClick={onChoose} size="large">
        {action}
      </Button>
      <p className="text-12 text-ink-3">{hint}</p>
    </div>
  );
}
