"use client";

import { useSyncExternalStore } from "react";

/** Where the desk is reached, for addresses to pass on; empty while the page is hydrated. */
export const useOrigin = (): string => useSyncExternalStore(never, here, nowhere);

const never = () => () => undefined;
const here = () => window.location.origin;
const nowhere = () => "";
