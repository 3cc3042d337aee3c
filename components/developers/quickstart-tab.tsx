"use client";

import { SCOPES } from "#lib/contract/permissions.ts";
import { useOrigin } from "#components/bills/origin.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { developersText } from "#lib/i18n/developers.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { CopyLine } from "#components/ui/copy-line.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { type MadeKey, useMakeKey } from "./keys-data.ts";
import { Code } from "./code.tsx";
import { NO_KEY, quickLines, SIGNING } from "./quick-lines.ts";

const words = developersText.quickstart;

type Mode = "sandbox" | "live";

/** From a key to a converted bill in lines that can be copied, the reader's own key in them. */
export function QuickstartTab({
  mode,
  made,
  onMade,
}: {
  mode: Mode;
  made: MadeKey | undefined;
  onMade: (key: MadeKey) => void;
}) {
  const origin = useOrigin();
  const key = made?.secret ? `${made.keyId}:${made.secret}` : NO_KEY;
  return (
    <>
      <Section title={words.keyTitle}>
        {mode === "live" ? (
          <p className="max-w-170 px-gutter pb-4 text-ink-2">{words.keyLive}</p>
        ) : (
          <KeyPart made={made} onMade={onMade} value={key} />
        )}
      </Section>
      {mode === "sandbox"
        ? quickLines(origin, key).map(({ id, code }) => (
            <Section key={id} title={words.steps[id]}>
              <div className="px-gutter pb-4">
                <Code copy={words.copy} label={words.label(words.steps[id])}>
                  {code}
                </Code>
              </div>
            </Section>
          ))
        : null}
      <Section
        end={
          <ButtonLink href="/developers?tab=webhooks" size="small">
            {developersText.tabs.webhooks}
          </ButtonLink>
        }
        title={words.steps.hook}
      >
        <p className="max-w-170 px-gutter pb-4 text-pretty text-ink-2">{words.hook}</p>
      </Section>
      <Section
        end={
          <ButtonLink href="/docs/signing" size="small">
            {words.docs}
          </ButtonLink>
        }
        title={words.signing}
      >
        <div className="grid gap-3 px-gutter pb-5">
          <p className="max-w-170 text-pretty text-ink-2">{words.signingText}</p>
          <Code copy={words.copy} label={words.label(words.signing)}>
            {SIGNING}
          </Code>
        </div>
      </Section>
    </>
  );
}

function KeyPart({
  made,
  value,
  onMade,
}: {
  made: MadeKey | undefined;
  value: string;
  onMade: (key: MadeKey) => void;
}) {
  const may = useMay("keys:write");
  const make = useMakeKey(onMade);
  return (
    <div className="grid gap-3 pb-4">
      <p className="max-w-170 px-gutter text-pretty text-ink-2">
        {made ? words.keyMade : may ? words.keyNone : developersText.mayNotSee}
        {made?.status === "WAITING" ? ` ${developersText.keys.once.waits}` : null}
      </p>
      {made ? (
        <div className="max-w-170 px-gutter">
          <CopyLine label={words.credentials} name={developersText.keys.once.bothName} value={value}>
            <span className="font-mono text-12 wrap-anywhere">{value}</span>
          </CopyLine>
        </div>
      ) : may ? (
        <div className="px-gutter">
          <Button
            busy={make.isPending}
            look="primary"
            onClick={() => make.mutate({ name: words.keyName, scopes: SCOPES, ipAllow: [] })}
          >
            {make.isPending ? words.making : words.make}
          </Button>
        </div>
      ) : null}
      {make.error ? <ErrorNote error={make.error} title={words.failed} /> : null}
    </div>
  );
}
