"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { caseSummaryCall } from "#lib/cases/calls.ts";
import { getHouseCaseSummaryCall } from "#lib/cases/house-calls.ts";
import { useMay } from "#components/may.ts";
import { useApi } from "#components/staff.tsx";
import { useOf } from "#components/whose.tsx";

const FRESH_MS = 10_000;
/** Prices, chains and webhooks go wrong without an event: while the page is seen it asks at this pace. */
const RENEW_MS = 10_000;

/** Counts for views, badge and bell, and who can be given a case: all of them are judged for it, so the page goes first. */
export function useCaseSummary() {
  const { queryOptions } = useApi();
  const ofHouse = useOf() === "house";
  const [stands, may] = [useStanding(), useMay(ofHouse ? "house:cases" : "cases:read")];
  const options = ofHouse ? queryOptions(getHouseCaseSummaryCall, {}) : queryOptions(caseSummaryCall, {});
  return useQuery({ ...options, enabled: stands && may, refetchInterval: RENEW_MS, staleTime: FRESH_MS });
}

const STANDS_AFTER_MS = 1_200;

/** Whether the page that was loaded has had its time to stand. */
function useStanding(): boolean {
  const [stands, setStands] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStands(true), STANDS_AFTER_MS - performance.now());
    return () => clearTimeout(timer);
  }, []);
  return stands;
}
