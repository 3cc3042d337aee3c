"use client";

import type { RequestPaymentAddress } from "#lib/bills/contract.ts";
import { billsText } from "#lib/i18n/bills.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { curlOf } from "./curl.ts";
import type { Mode } from "./new-bill-page.tsx";
import { useOrigin } from "./origin.ts";

const words = billsText.curl;

/** The same request as a program would send it. */
export function RequestCode({
  request,
  mode,
  open = false,
}: {
  request: Partial<RequestPaymentAddress>;
  mode: Mode;
  open?: boolean;
}) {
  const line = curlOf(request, useOrigin(), mode);
  return (
    <details className="print:hidden min-w-0" open={open}>
      <summary className="w-fit py-1 text-12 text-ink-2 hover:text-ink-1">{words.title}</summary>
      <div className="relative mt-1">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section aria-label={words.label} className="overflow-auto rounded-2 border border-rule bg-sunken" tabIndex={0}>
          <pre className="w-fit p-3 pe-9 font-mono text-12 text-ink-2">{line}</pre>
        </section>
        <span className="absolute end-1.5 top-1.5 rounded-1 bg-sunken">
          <CopyButton name={words.copy} value={line} />
        </span>
      </div>
      <p className="mt-1 text-12 text-ink-3">{mode === "sandbox" ? words.key : words.signed}</p>
    </details>
  );
}
