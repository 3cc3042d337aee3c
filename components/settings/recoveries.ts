"use client";

import { useQuery } from "@tanstack/react-query";
import { getHouseInvitationsCall } from "#lib/people/house-user-calls.ts";
import type { InvitationRecord } from "#lib/people/user-contract.ts";
import { useMay } from "#components/may.ts";
import { useApi } from "#components/staff.tsx";

const RENEW_MS = 60_000;

/** Whom the command line has named an administrator of the house, and who has not joined yet. */
export function useRecoveries(): readonly InvitationRecord[] {
  const { queryOptions } = useApi();
  const enabled = useMay("house:audit");
  const { data } = useQuery({
    ...queryOptions(getHouseInvitationsCall, {}),
    enabled,
    refetchInterval: RENEW_MS,
    staleTime: RENEW_MS,
  });
  return data?.data.filter(({ usableAt }) => usableAt !== undefined) ?? [];
}
