"use client";

import { KeysTab } from "#components/developers/keys-tab.tsx";
import { WhoseProvider } from "#components/whose.tsx";

/** The keys that programs of the house work with. */
export const HouseKeys = () => (
  <WhoseProvider value="house">
    <KeysTab />
  </WhoseProvider>
);
