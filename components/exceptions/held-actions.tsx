"use client";

import { useState } from "react";
import type { CaseDetail } from "#lib/cases/contract.ts";
import { isCrypto } from "#lib/kernel/assets.ts";
import { useMay } from "#components/may.ts";
import { HoldDialog } from "#components/payments/hold-dialog.tsx";
import { text } from "#components/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";

const words = text.payments.actions.hold;

/** What the house may decide about a deposit that it holds; the wrong asset cannot be released, only declined. */
export function HeldActions({ found: { kind, state, txId, asset, quantity } }: { found: CaseDetail }) {
  const may = useMay("house:holds");
  const [command, setCommand] = useState<"release" | "decline">();
  if (!may || state === "SETTLED" || txId === undefined || quantity === undefined) return null;
  if ((kind !== "HELD" && kind !== "WRONG_ASSET") || asset === undefined || !isCrypto(asset)) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {kind === "HELD" ? (
        <Button look="primary" onClick={() => setCommand("release")}>
          {words.release.open("")}
        </Button>
      ) : null}
      <Button look="stop" onClick={() => setCommand("decline")}>
        {words.decline.open("")}
      </Button>
      {command ? (
        <HoldDialog
          command={command}
          deposit={{ txId, cryptoType: asset, quantity }}
          onClose={() => setCommand(undefined)}
        />
      ) : null}
    </div>
  );
}
