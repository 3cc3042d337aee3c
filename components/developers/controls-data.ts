"use client";

import { faultText } from "#components/fault-text.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isApiFault } from "#lib/contract/api-fault.ts";
import type { Call } from "#lib/contract/call.ts";
import type { Endpoint, GivenOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { useApi } from "#components/staff.tsx";
import { developersText } from "#lib/i18n/developers.ts";
import { useStatus } from "#components/ui/status.tsx";

type Pull<E> = { given: GivenOf<E>; done: string | ((answer: ReplyOf<E>) => string) };

/** Uses one control of the sandbox, shows the outcome, and invalidates every query. */
export function useControl<E extends Endpoint>(control: Call<E>, onDone?: (answer: ReplyOf<E>) => void) {
  const { mutate } = useApi();
  const client = useQueryClient();
  const { toast } = useStatus();
  return useMutation({
    mutationFn: ({ given }: Pull<E>) => mutate(control, given),
    onSuccess(answer, { done }) {
      onDone?.(answer);
      toast(typeof done === "string" ? done : done(answer));
    },
    onError: (error) => toast(isApiFault(error) ? faultText(error) : developersText.sandbox.failed),
    onSettled: () => client.invalidateQueries(),
  });
}
