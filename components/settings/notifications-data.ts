"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import { endRuleCall, listRulesCall, makeRuleCall, testRuleCall } from "#lib/notices/calls.ts";
import type { makeRuleEndpoint } from "#lib/notices/contract.ts";
import { useOnce } from "#components/intent.ts";
import { only, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";

/** What was sent shows up without an event: while the page is seen it asks at this pace. */
const RENEW_MS = 5_000;

/** Who of the account is told of what. */
export function useRules() {
  const { queryOptions } = useApi();
  return useQuery({ ...queryOptions(listRulesCall, {}), select: ({ data }) => data, refetchInterval: RENEW_MS });
}

export type RuleCommand =
  | { command: "make"; input: GivenOf<typeof makeRuleEndpoint> }
  | { command: "test" | "end"; ruleId: string };

export function useRuleCommand() {
  const { account } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation<unknown, unknown, RuleCommand>({
    mutationFn: (work) => {
      if (work.command === "make") return once(makeRuleCall, work.input);
      return work.command === "test"
        ? once(testRuleCall, { ruleId: work.ruleId })
        : once(endRuleCall, { ruleId: work.ruleId });
    },
    onSettled: () => renew(client, account, only(listRulesCall)),
  });
}
