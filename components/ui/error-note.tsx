import { faultText } from "#components/fault-text.ts";
import type { ReactNode } from "react";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { text } from "#lib/i18n/text.ts";
import { Button } from "./button.tsx";
import { Hash } from "./hash.tsx";
import { Glyph } from "./icons.tsx";

/** What failed, what is safe, what to do; with the request's id for the person who is asked for help. */
export function ErrorNote({
  error,
  title,
  safe,
  onRetry,
}: {
  error: unknown;
  title?: string;
  safe?: ReactNode;
  onRetry?: () => void;
}) {
  const fault = isApiFault(error) ? error : undefined;
  return (
    <div className="grid gap-2 border-b border-fail-edge bg-fail-wash px-gutter py-3" role="alert">
      <div className="flex items-start gap-2">
        <Glyph className="mt-0.75 text-fail-mark" name="attn" />
        <div className="min-w-0 flex-1">
          <p className="font-medium text-fail-text">{title ?? text.error.title}</p>
          <p className="text-pretty text-ink-2">
            {faultText(error)}
            {safe ? <> {safe}</> : null}
          </p>
          {fault?.code === "UNAUTHENTICATED" ? (
            <p className="text-pretty">
              {text.error.typedStays}{" "}
              <a className="underline" href="/sign-in?ended=1" rel="noreferrer" target="_blank">
                {text.error.signInBeside}
              </a>
            </p>
          ) : null}
          {fault?.requestId ? (
            <p className="text-12 text-ink-2">
              {text.error.request} <Hash copy={text.error.requestId} value={fault.requestId} />
            </p>
          ) : null}
        </div>
        {onRetry ? (
          <Button onClick={onRetry} size="small">
            {text.error.retry}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
