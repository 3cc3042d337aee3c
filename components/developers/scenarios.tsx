"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { playScenarioCall } from "#lib/scenarios/scenario-calls.ts";
import type { PlayedScenario } from "#lib/scenarios/scenario-contract.ts";
import { SCENARIOS, type ScenarioName } from "#lib/scenarios/scenario-names.ts";
import { Section } from "#components/ui/section.tsx";
import { useApi } from "#components/staff.tsx";
import { developersText } from "#lib/i18n/developers.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";

const words = developersText.sandbox.scenarios;

/** A button for each case that can happen to a bill; what came of it can be opened. */
export function Scenarios() {
  const { mutate } = useApi();
  const client = useQueryClient();
  const play = useMutation({
    mutationFn: (name: ScenarioName) => mutate(playScenarioCall, { name }),
    onSettled: () => client.invalidateQueries(),
  });
  const playing = play.isPending ? play.variables : undefined;
  return (
    <Section hint={words.hint} title={words.title}>
      <div className="flex flex-wrap gap-2 px-gutter pb-3">
        {SCENARIOS.map((name) => (
          <Button busy={playing === name} key={name} onClick={() => playing ?? play.mutate(name)}>
            {words.names[name] ?? name}
          </Button>
        ))}
      </div>
      <div role="status">
        {playing ? <p className="px-gutter pb-4 text-ink-2">{words.playing(words.names[playing] ?? playing)}</p> : null}
        {play.data && !playing ? <Played played={play.data} /> : null}
      </div>
      {play.error ? <ErrorNote error={play.error} title={words.failed} /> : null}
    </Section>
  );
}

function Played({ played: { name, steps, paymentId, invoiceId } }: { played: PlayedScenario }) {
  return (
    <div className="mx-gutter mb-4 grid gap-2 rounded-2 border border-rule bg-sunken p-3">
      <p className="font-medium">{words.played(words.names[name] ?? name)}</p>
      <ol className="figure list-inside list-decimal text-ink-2">
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step may be done twice, and the order never changes
          <li key={at}>{step}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        {paymentId ? (
          <ButtonLink href={`/payments?paymentId=${paymentId}&open=${paymentId}`} size="small">
            {words.payment}
          </ButtonLink>
        ) : null}
        {invoiceId ? (
          <ButtonLink href={`/conversions?invoice=${invoiceId}`} size="small">
            {words.conversion}
          </ButtonLink>
        ) : null}
        {paymentId ? (
          <ButtonLink href={`/developers?tab=webhooks&objectId=${invoiceId ?? paymentId}`} size="small">
            {words.deliveries}
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
}
