"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AuditRecord } from "#lib/audit/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { isWaiting } from "#components/approvals/waiting.ts";
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

/** Changes one setting and says why; answers whether it rules, or waits for a second person. */
export function useChangeSetting(onDone: (outcome: "rules" | "waits") => void) {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, value, reason }: Change) =>
      call<Record<string, unknown>>(PATH, {
        method: "PATCH",
        body: { [name]: Decimal.parse(value) ?? value, reason },
      }),
    onSuccess(answer) {
      const waits = isWaiting(answer);
      if (!waits) client.setQueryData(["settings", account], textsOf(answer));
      onDone(waits ? "waits" : "rules");
    },
    onSettled: () =>
      Promise.all(
        ["setting-changes", "approvals"].map((name) => client.invalidateQueries({ queryKey: [name, account] })),
      ),
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
