"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import {
  changeUserCall,
  getUsersCall,
  makeUserCall,
  resetPasswordCall,
  resetSecondFactorCall,
} from "#lib/people/user-calls.ts";
import type { changeUserEndpoint, makeUserEndpoint } from "#lib/people/user-contract.ts";
import { only, renew } from "#components/keys.ts";
import { type Api, useApi } from "#components/staff.tsx";

/** Who has a role in the account. */
export const usePeople = (enabled: boolean) =>
  useQuery({ ...useApi().queryOptions(getUsersCall, {}), select: ({ data }) => data, enabled });

export type PersonCommand =
  | { command: "add"; wish: GivenOf<typeof makeUserEndpoint> }
  | { command: "change"; userId: string; wish: Omit<GivenOf<typeof changeUserEndpoint>, "userId"> }
  | { command: "reset" | "resetFactor"; userId: string };

/** Whatever is done to a person; adding and resetting answer a password. */
export function usePersonCommand() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (command: PersonCommand): Promise<{ password?: string | undefined }> => sent(api, command),
    onSettled: () => renew(client, api.account, only(getUsersCall)),
  });
}

function sent({ mutate }: Api, asked: PersonCommand): Promise<object> {
  if (asked.command === "add") return mutate(makeUserCall, asked.wish);
  const { userId } = asked;
  if (asked.command === "change") return mutate(changeUserCall, { userId, ...asked.wish });
  return asked.command === "reset" ? mutate(resetPasswordCall, { userId }) : mutate(resetSecondFactorCall, { userId });
}
