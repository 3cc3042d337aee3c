"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listAuditCall } from "#lib/audit/calls.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getSettingsCall, patchSettingsCall } from "#lib/settings/calls.ts";
import type { getSettingsEndpoint } from "#lib/settings/contract.ts";
import { isWaiting } from "#components/approvals/waiting.ts";
import { APPROVALS, keyOf, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";

const MOST_CHANGES = 50;
const CHANGES = { action: "setting.change", limit: MOST_CHANGES } as const;

/** Values by name as they are stored, defaults included. */
export type Values = Readonly<Record<string, string>>;

/** The account's settings, as old as `staleTime` lets them be. */
export const useSettings = (held: { staleTime?: number } = {}) =>
  useQuery({ ...useApi().queryOptions(getSettingsCall, {}), select: textsOf, ...held });

export type Change = { name: string; value: string; reason: string };

/** Changes one setting and says why; answers whether it rules, or waits for a second person. */
export function useChangeSetting(onDone: (outcome: "rules" | "waits") => void) {
  const { account, mutate, queryOptions } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, value, reason }: Change) =>
      mutate(patchSettingsCall, { [name]: Decimal.parse(value) ?? value, reason }),
    onSuccess(answer) {
      const waits = isWaiting(answer);
      if (!waits) client.setQueryData(queryOptions(getSettingsCall, {}).queryKey, answer);
      onDone(waits ? "waits" : "rules");
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keyOf(listAuditCall, account, "record", CHANGES) }),
        renew(client, account, APPROVALS),
      ]),
  });
}

/** The latest changes, from the audit record. */
export const useChanges = () =>
  useQuery({ ...useApi().queryOptions(listAuditCall, CHANGES), select: ({ data }) => data });

const textsOf = (answered: OutputOf<typeof getSettingsEndpoint>): Values =>
  Object.fromEntries(Object.entries(answered).map(([name, value]) => [name, String(value)]));
