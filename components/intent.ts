"use client";

import { useCallback, useRef } from "react";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { type Call, operationOf } from "#lib/contract/call.ts";
import type { Endpoint, GivenOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { useApi } from "./staff.tsx";

/** Changes something, once for each intention. */
export type Once = <E extends Endpoint>(call: Call<E>, given: GivenOf<E>) => Promise<ReplyOf<E>>;

/**
 * Sends what a person means to happen once under one Idempotency-Key: pressing again after no answer, or after a fault
 * of the server, repeats the same intention instead of making a second one. An answer ends it, a refusal too.
 */
export function useOnce(): Once {
  const { mutate } = useApi();
  const held = useRef<{ written: string; key: string } | undefined>(undefined);
  return useCallback<Once>(
    async (call, given) => {
      const written = writeJson([operationOf(call), given]);
      const intent = held.current?.written === written ? held.current : { written, key: newKey() };
      held.current = intent;
      try {
        const answer = await mutate(call, given, { idempotencyKey: intent.key });
        held.current = undefined;
        return answer;
      } catch (error) {
        if (!isUndecided(error)) held.current = undefined;
        throw error;
      }
    },
    [mutate],
  );
}

/** Whether the effect may have happened although no success was heard. */
export function isUndecided(error: unknown): boolean {
  return !isApiFault(error) || error.status === 0 || error.status >= 500 || error.code === "REQUEST_IN_FLIGHT";
}

/** 128 random bits; `crypto.randomUUID` is missing where a desk is reached by plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
