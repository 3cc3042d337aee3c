"use client";

import { useState } from "react";
import { QrCode } from "#components/ui/qr-code.tsx";

export type CodeWords = { uri: string; address: string; holds: string; addressOnly: string; amountToo: string };

/** What a wallet scans: the address, or the payment with its amount where the chain has a scheme for that. */
export function PayCode({
  address,
  uri,
  first,
  words,
}: {
  address: string;
  uri: string;
  /** What it holds until the reader chooses. */
  first: "address" | "uri";
  words: CodeWords;
}) {
  const [held, setHeld] = useState(first);
  const shown = uri === address ? "address" : held;
  return (
    <div className="grid gap-2">
      <QrCode label={shown === "uri" ? words.uri : words.address} value={shown === "uri" ? uri : address} />
      {uri === address ? null : (
        <fieldset aria-label={words.holds} className="segments print:hidden">
          <button aria-pressed={shown === "address"} onClick={() => setHeld("address")} type="button">
            {words.addressOnly}
          </button>
          <button aria-pressed={shown === "uri"} onClick={() => setHeld("uri")} type="button">
            {words.amountToo}
          </button>
        </fieldset>
      )}
    </div>
  );
}
