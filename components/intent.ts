"use client";

import { useRef } from "react";
import { writeJson } from "#lib/kernel/json.ts";
import { isApiFault } from "./api.ts";

/**
 * Sends what a person means to happen once under one Idempotency-Key: pressing again after no answer, or after a fault
 * of the server, repeats the same intention instead of making a second one. An answer ends it, a refusal too.
 */
export function useIntent(): <T>(body: unknown, send: (idempotencyKey: string) => Promise<T>) => Promise<T> {
  const held = useRef<{ body: string; key: string } | undefined>(undefined);
  const { current } = useRef(async <T>(body: unknown, send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    const written = writeJson(body);
    const intent = held.current?.body === written ? held.current : { body: written, key: newKey() };
    held.current = intent;
    try {
      const answer = await send(intent.key);
      held.current = undefined;
      return answer;
    } catch (error) {
      if (!isUndecided(error)) held.current = undefined;
      throw error;
    }
  });
  return current;
}

/** Whether the effect may have happened although no success was heard. */
export function isUndecided(error: unknown): boolean {
  return !isApiFault(error) || error.status === 0 || error.status >= 500 || error.code === "REQUEST_IN_FLIGHT";
}

/** 128 random bits; `crypto.randomUUID` is missing where a desk is reached by plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
