"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Role } from "#lib/contract/permissions.ts";
import type { UserRecord } from "#lib/people/user-contract.ts";
import type { Call } from "#components/api.ts";
import { useApi } from "#components/staff.tsx";

const PATH = "/manage/v1/users";

/** Who has a role in the account. */
export function usePeople(enabled: boolean) {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["users", account],
    queryFn: async ({ signal }) => (await call<{ data: UserRecord[] }>(PATH, { signal })).data,
    enabled,
  });
}

export type PersonDeed =
  | { deed: "add"; wish: { email: string; name: string; role: Role } }
  | { deed: "change"; userId: string; wish: { role?: Role; disabled?: boolean } }
  | { deed: "reset" | "resetFactor"; userId: string };

/** Whatever is done to a person; adding and resetting answer a password. */
export function usePersonDeed() {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deed: PersonDeed) => call<{ password?: string }>(...requestOf(deed)),
    onSettled: () => client.invalidateQueries({ queryKey: ["users", account] }),
  });
}

function requestOf(deed: PersonDeed): [string, Call] {
  if (deed.deed === "add") return [PATH, { method: "POST", body: deed.wish }];
  if (deed.deed === "change") return [`${PATH}/${deed.userId}`, { method: "PATCH", body: deed.wish }];
  const what = deed.deed === "reset" ? "password" : "second-factor/reset";
  return [`${PATH}/${deed.userId}/${what}`, { method: "POST", body: {} }];
}
