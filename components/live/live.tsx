"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useRef, useState } from "react";
import { getMeCall } from "#lib/people/me-calls.ts";
import { useAccount, useApi, useStaff } from "#components/staff.tsx";
import { text } from "#lib/i18n/text.ts";
import { cx } from "#components/ui/class-names.ts";
import { type LiveState, listen } from "./listen.ts";
import { makeRenewer } from "./renew.ts";

const Context = createContext<LiveState>("connecting");
/** How often pages ask for themselves while the stream is away. */
const POLL_MS = 10_000;

type Provided = { from: string; children: ReactNode };

/** Keeps the pages' data in step with the account by its event stream; what is the house's alone is asked at intervals. */
export function LiveProvider({ from, children }: Provided) {
  const account = useAccount();
  return account ? (
    <Streamed account={account.id} from={from}>
      {children}
    </Streamed>
  ) : (
    <Polled>{children}</Polled>
  );
}

/** Hears the account's events; asks at intervals while the stream is away. */
function Streamed({ account, from, children }: Provided & { account: string }) {
  const client = useQueryClient();
  const { accounts } = useStaff();
  const several = accounts.length > 1;
  const [state, setState] = useState<LiveState>("connecting");
  // The page was read after this place; an account that is chosen later is read when it is.
  const start = useRef<string | undefined>(from);

  useEffect(() => {
    const place = start.current;
    start.current = undefined;
    const renewer = makeRenewer(client, account);
    let now: LiveState = "connecting";
    const stop = listen({
      account,
      named: several ? account : undefined,
      from: place,
      onState(next) {
        const begins = now === "connecting" && place !== undefined;
        if (next === "live" && now !== "live" && !begins) renewer.all();
        now = next;
        setState(next);
      },
      onEvents: renewer.hear,
    });
    const poll = setInterval(() => {
      if (now !== "live" && document.visibilityState === "visible") renewer.all();
    }, POLL_MS);
    return () => {
      stop();
      clearInterval(poll);
      renewer.stop();
      setState("connecting");
    };
  }, [client, account, several]);

  return <Context value={state}>{children}</Context>;
}

/** The house's lists ask for themselves; whether they are answered is told by what the person's own sign-in is asked. */
function Polled({ children }: { children: ReactNode }) {
  const { data, isError } = useQuery({ ...useApi().queryOptions(getMeCall, {}), refetchInterval: POLL_MS });
  return <Context value={isError ? "paused" : data ? "asking" : "connecting"}>{children}</Context>;
}

const useLive = (): LiveState => use(Context);

/** Forced colours draw borders and no grounds: a full mark is a border throughout. */
const MARKS: Record<LiveState, string> = {
  connecting: "border border-none-mark",
  live: "bg-done-mark forced-colors:border-4",
  asking: "bg-done-mark forced-colors:border-4",
  reconnecting: "border-2 border-wait-mark",
  paused: "bg-wait-mark forced-colors:border-4",
};

/** Whether what is on the screen follows by itself: a dot and its word in the bar. */
export function LiveDot() {
  const state = useLive();
  const { word, hint } = text.live[state];
  return (
    <span className="inline-flex h-8 items-center gap-1.5 px-1 text-12 whitespace-nowrap text-ink-2" title={hint}>
      <span aria-hidden="true" className={cx("size-2 flex-none rounded-full", MARKS[state])} />
      <span className="max-card:sr-only" role="status">
        {word}
        <span className="sr-only">. {hint}</span>
      </span>
    </span>
  );
}
