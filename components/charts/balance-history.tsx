"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { overviewText } from "#lib/i18n/overview.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Former } from "#components/ui/former.tsx";
import { Select } from "#components/ui/select.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { useUrl } from "#components/url.ts";

const words = overviewText.history;
/** For how many days it is drawn, and for how many unless another number is chosen. */
const SPANS = [7, 30, 90, 365];
const USUAL = 30;

/** For how many days balances are drawn, as the address says. */
export function useSpan(): number {
  const { params } = useUrl();
  return SPANS.find((one) => String(one) === params.get("days")) ?? USUAL;
}

/** Balances of the last days while they are read, and what is drawn of them once they are there. */
export function BalanceHistory<Data>({
  history: { data, error, refetch, isPlaceholderData },
  children,
}: {
  history: Pick<UseQueryResult<Data>, "data" | "error" | "refetch" | "isPlaceholderData">;
  /** `choice` is where the reader says of how many days. */
  children: (data: Data, choice: ReactNode) => ReactNode;
}) {
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={words.failed} />;
  if (!data) return <Waiting />;
  return <Former when={isPlaceholderData}>{children(data, <Span />)}</Former>;
}

function Span() {
  const { change } = useUrl();
  return (
    <Select
      aria-label={words.span}
      onChange={({ target: { value } }) => change({ days: Number(value) === USUAL ? undefined : value }, "replace")}
      small
      value={useSpan()}
    >
      {SPANS.map((one) => (
        <option key={one} value={one}>
          {words.days(one)}
        </option>
      ))}
    </Select>
  );
}
