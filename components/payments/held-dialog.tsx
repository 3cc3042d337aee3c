"use client";

import { useQuery } from "@tanstack/react-query";
import type { Fiat } from "#lib/kernel/assets.ts";
import { getCaseCall } from "#lib/cases/calls.ts";
import { useApi } from "#components/staff.tsx";
import { useMoment } from "#components/ui/moment.ts";
import type { HeldDeposit } from "./actions-data.ts";
import { HoldDialog } from "./hold-dialog.tsx";
import { followsText, optionText } from "./option-text.ts";

/** What follows depends on the price: it is read again at the pace of the cases. */
const RENEW_MS = 10_000;

/** Releases or declines a held deposit of a payment, and says what its case works out to follow from that now. */
export function HeldDialog({
  caseId,
  fiat,
  deposit,
  command,
  onClose,
}: {
  caseId: string;
  fiat: Fiat;
  deposit: HeldDeposit;
  command: "release" | "decline";
  onClose: () => void;
}) {
  const { data: found } = useQuery({
    ...useApi().queryOptions(getCaseCall, { caseId, fiat }),
    refetchInterval: RENEW_MS,
  });
  const moment = useMoment();
  const code = command === "release" ? "RELEASE" : "DECLINE";
  const option = found?.options?.find((one) => one.code === code && one.txId === deposit.txId);
  return (
    <HoldDialog
      command={command}
      deposit={deposit}
      onClose={onClose}
      {...(option && { follows: followsText(optionText(option, moment)) })}
    />
  );
}
