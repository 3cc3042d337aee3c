"use client";

import type { PaymentRecord } from "#lib/payments/contract.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { planOf } from "#components/conversions/choice.ts";
import { ConvertButton } from "#components/conversions/convert-button.tsx";
import { obstacleWords } from "#components/conversions/obstacle-words.ts";
import { useMay } from "#components/may.ts";
import { useAccount } from "#components/staff.tsx";
import { paymentsText } from "#lib/i18n/payments.ts";

const words = paymentsText.convert;

/** One conversion of the selected bills, or the reason why they cannot be one. */
export function ConvertSelected({ selected }: { selected: readonly PaymentRecord[] }) {
  const may = useMay("conversions:write");
  const role = useAccount()?.role ?? "";
  const planned = planOf(selected);
  const reason = may
    ? "obstacle" in planned
      ? obstacleWords(planned.obstacle)
      : undefined
    : words.needsRole(roleName(role));
  return <ConvertButton bills={selected} label={words.create} reason={reason} />;
}
