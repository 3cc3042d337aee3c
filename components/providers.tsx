"use client";

import { notifyManager, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { KeyboardProvider } from "./keyboard/keyboard.tsx";
import type { Preferences } from "./preference-cookies.ts";
import { PreferencesProvider } from "./preferences.tsx";
import { StatusProvider } from "./ui/status.tsx";
import { isUnsent } from "./unsent.ts";
import { wayOut } from "./way-out.ts";

const RETRIES = 2;
/**
 * Asked at once, whatever the browser believes of the network, and told when no answer came. By default an order given
 * without a network would wait in silence, and be sent by itself when there is one again.
 */
const WHATEVER_THE_NETWORK = { networkMode: "always" } as const;

// What is awaited is drawn before the next event is handled: the second press of a double click finds its button busy.
notifyManager.setScheduler(queueMicrotask);

/** What every page of the desk stands on: preferences, data, status messages, shortcuts. */
export function Providers({ preferences, children }: { preferences: Preferences; children: ReactNode }) {
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={client}>
      <PreferencesProvider initial={preferences}>
        <StatusProvider>
          <KeyboardProvider>{children}</KeyboardProvider>
        </StatusProvider>
      </PreferencesProvider>
    </QueryClientProvider>
  );
}

function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveIfEnded }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) => count < RETRIES && mayPass(error),
        ...WHATEVER_THE_NETWORK,
        refetchOnReconnect: true,
      },
      mutations: WHATEVER_THE_NETWORK,
    },
  });
}

/** What another try can mend: no answer, too many requests, a server that is away. */
function mayPass(error: unknown): boolean {
  return isApiFault(error) && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Not while a form holds what was typed: then each fault offers the way to sign in beside it. */
function leaveIfEnded(error: unknown): void {
  if (isApiFault(error) && error.status === 401 && !isUnsent()) wayOut().sessionEnded();
}
