"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AuditRecord } from "#lib/audit/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { useApi } from "#components/staff.tsx";

const PATH = "/manage/v1/settings";
const MOST_CHANGES = 50;

/** Values by name as they are stored, defaults included. */
export type Values = Readonly<Record<string, string>>;

export function useSettings() {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["settings", account],
    queryFn: async ({ signal }) => textsOf(await call<Record<string, unknown>>(PATH, { signal })),
  });
}

export type Change = { name: string; value: string; reason: string };

/** Changes one setting and says why; answers the settings as they rule then. */
export function useChangeSetting(onChanged: () => void) {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, value, reason }: Change) =>
      textsOf(
        await call<Record<string, unknown>>(PATH, {
          method: "PATCH",
          body: { [name]: Decimal.parse(value) ?? value, reason },
        }),
      ),
    onSuccess(values) {
      client.setQueryData(["settings", account], values);
      onChanged();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["setting-changes", account] }),
  });
}

/** The latest changes, from the audit record. */
export function useChanges() {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["setting-changes", account],
    queryFn: async ({ signal }) =>
      (
        await call<{ data: AuditRecord[] }>("/manage/v1/audit", {
          query: { action: "setting.change", limit: MOST_CHANGES },
          signal,
        })
      ).data,
  });
}

const textsOf = (answered: Record<string, unknown>): Values =>
  Object.fromEntries(Object.entries(answered).map(([name, value]) => [name, String(value)]));
