"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listAuditCall } from "#lib/audit/calls.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import {
  getHouseSettingsCall,
  getSettingsCall,
  patchHouseSettingsCall,
  patchSettingsCall,
} from "#lib/settings/calls.ts";
import { definitionOf } from "#lib/settings/definitions.ts";
import type { getSettingsEndpoint } from "#lib/settings/contract.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { APPROVALS, keyOf, renew } from "#components/keys.ts";
import { useAccount, useApi } from "#components/staff.tsx";

const MOST_CHANGES = 50;
const CHANGES = { action: "setting.change", limit: MOST_CHANGES } as const;

/** Values by name as they are stored, defaults included. */
export type Values = Readonly<Record<string, string>>;

/** The account's settings, as old as `staleTime` lets them be; nothing for who is in none. */
export function useSettings({ enabled = true, ...held }: { staleTime?: number; enabled?: boolean } = {}) {
  const account = useAccount();
  const options = { select: textsOf, ...held, enabled: enabled && account !== undefined };
  return useQuery({ ...useApi().queryOptions(getSettingsCall, {}), ...options });
}

/** The house's settings for all accounts. */
export const useHouseSettings = (held: { enabled?: boolean } = {}) =>
  useQuery({ ...useApi().queryOptions(getHouseSettingsCall, {}), select: textsOf, ...held });

export type Change = { name: string; value: string; reason: string };

/** Whether a setting is the house's to set, for all or for this account. */
export const isOfHouse = (name: string): boolean => definitionOf(name)?.owner.startsWith("house") === true;

/** Changes one setting, of the account or for all of them, and says why; answers whether it rules, or waits for a second person. */
export function useChangeSetting(onDone: (outcome: "rules" | "waits") => void, forAll: boolean) {
  const { account, mutate, queryOptions } = useApi();
  const accountName = useAccount()?.name;
  const client = useQueryClient();
  return useMutation({
    mutationFn({ name, value, reason }: Change) {
      const body = { [name]: Decimal.parse(value) ?? value, reason };
      if (!forAll && !isOfHouse(name)) return mutate(patchSettingsCall, body);
      const isOne = !forAll && definitionOf(name)?.owner === "house-per-account";
      const one = isOne ? { account: accountName } : {};
      return mutate(patchHouseSettingsCall, { ...body, ...one });
    },
    onSuccess: (answer) => onDone(isWaiting(answer) ? "waits" : "rules"),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryOptions(getSettingsCall, {}).queryKey }),
        client.invalidateQueries({ queryKey: queryOptions(getHouseSettingsCall, {}).queryKey }),
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
