"use client";

import { type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { ProofContext } from "#components/required-proof.ts";

/** Loaded when it is first asked. */
const ProofDialog = lazyPart(async () => (await import("./proof-dialog.tsx")).ProofDialog);

/** Asks for the second factor whenever something on the page needs a new proof; what waits for it then goes on. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState(false);
  const waiting = useRef<((proven: boolean) => void)[]>([]);
  const ask = useCallback(() => {
    setAsking(true);
    return new Promise<boolean>((decide) => waiting.current.push(decide));
  }, []);
  const decide = (proven: boolean) => {
    setAsking(false);
    for (const settle of waiting.current.splice(0)) settle(proven);
  };
  return (
    <ProofContext value={ask}>
      {children}
      {asking ? (
        <Suspense>
          <ProofDialog onDecided={decide} />
        </Suspense>
      ) : null}
    </ProofContext>
  );
}
