"use client";

import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import { Waiting } from "./waiting.tsx";

/** A part whose code comes when it is opened: it shows once it can be used, so that no press on it is lost. */
export function Opened({ children }: { children: ReactNode }) {
  const isLive = useSyncExternalStore(follow, live, dead);
  return isLive ? <Suspense fallback={<Waiting />}>{children}</Suspense> : <Waiting />;
}

const follow = () => () => undefined;
const live = () => true;
/** What the server writes does not hear anything yet. */
const dead = () => false;
