"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { isUnattended } from "#components/attended.ts";
import type { Staff } from "#components/staff.tsx";

/** Refusals of who has other roles by now than the page was made with: less in the account, or more accounts. */
const OF_ROLES: ReadonlySet<string> = new Set(["FORBIDDEN", "ACCOUNT_REQUIRED"]);
/** Not every refusal is of a role that changed: the server is asked no more often. */
const PACE_MS = 10_000;

/**
 * A role that was given or taken while the page is open: at the first refusal the server is asked who the person is now.
 * The page then offers what they may do, and what it shows is read anew.
 */
export function useRolesNow({ accounts, house }: Pick<Staff, "accounts" | "house">): void {
  const client = useQueryClient();
  const router = useRouter();
  const askedAt = useRef(0);
  useEffect(() => {
    const hear = (error: unknown) => {
      if (!isApiFault(error) || !OF_ROLES.has(error.code)) return;
      if (isUnattended() || Date.now() - askedAt.current < PACE_MS) return;
      askedAt.current = Date.now();
      router.refresh();
    };
    const stops = [
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type === "updated") hear(query.state.error);
      }),
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === "updated") hear(mutation?.state.error);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, router]);
  const roles = JSON.stringify([accounts, house]);
  const known = useRef(roles);
  useEffect(() => {
    if (known.current === roles) return;
    known.current = roles;
    void client.invalidateQueries();
  }, [client, roles]);
}
