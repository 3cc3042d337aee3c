"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  listCommentsCall,
  listHouseCommentsCall,
  makeCommentCall,
  makeHouseCommentCall,
} from "#lib/cases/comment-calls.ts";
import type { AccountObject, HouseObject } from "#lib/cases/comment-kinds.ts";
import { useOnce } from "#components/intent.ts";
import { only, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";

/** What is commented on, by an account's people or the house's. */
export type On =
  | { of: "account"; kind: AccountObject; objectId: string }
  | { of: "house"; kind: HouseObject; objectId: string };

/** Nothing tells of another's comment: it is asked for at this pace while the page is seen. */
const RENEW_MS = 10_000;

export function useComments(on: On) {
  const { queryOptions } = useApi();
  const options =
    on.of === "house"
      ? queryOptions(listHouseCommentsCall, { kind: on.kind, objectId: on.objectId })
      : queryOptions(listCommentsCall, { kind: on.kind, objectId: on.objectId });
  return useQuery({ ...options, refetchInterval: RENEW_MS });
}

export type NewComment = { note: string; mentions: string[] } | { withdraws: string };

export function useMakeComment(on: On) {
  const { account } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (made: NewComment) => {
      const { objectId } = on;
      if (on.of === "house")
        return once(makeHouseCommentCall, "withdraws" in made ? made : { kind: on.kind, objectId, ...made });
      return once(makeCommentCall, "withdraws" in made ? made : { kind: on.kind, objectId, ...made });
    },
    onSettled: () => renew(client, account, COMMENTS),
  });
}

const COMMENTS = (account: string) => [listCommentsCall, listHouseCommentsCall].flatMap((call) => only(call)(account));
