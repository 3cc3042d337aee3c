"use client";

import { NETWORK_NAMES, networkName } from "#lib/i18n/networks.ts";
import { useState } from "react";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import { CRYPTOS, type Crypto, FIATS, type Fiat, NETWORKS, type Network } from "#lib/kernel/assets.ts";
import {
  advanceClockCall,
  mineBlocksCall,
  reorganiseCall,
  setChainCall,
  setPriceCall,
  setVenueCall,
  settleCall,
} from "#lib/sandbox/calls.ts";
import type { setPriceEndpoint } from "#lib/sandbox/contract.ts";
import { FAULTS } from "#lib/sandbox/faults.ts";
import { heardServerTime, useNow } from "#components/clock.ts";
import { Section } from "#components/ui/section.tsx";
import { developersText } from "#lib/i18n/developers.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { checkedBy, numberTyped } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { Time } from "#components/ui/time.tsx";
import { useControl } from "./controls-data.ts";
import { ReceiverProof } from "./receiver-proof.tsx";
import { Scenarios } from "./scenarios.tsx";

const words = developersText.sandbox;
const FORM = "flex flex-wrap items-end gap-3 px-gutter pb-4 [&_button]:h-9 [&_input]:w-32";

/** The sandbox's controls for a person: time, chains, prices and the venue. */
export function SandboxTab() {
  return (
    <>
      <p className="border-b border-rule px-gutter py-3 text-pretty text-ink-2">{words.intro}</p>
      <Scenarios />
      <ReceiverProof />
      <Clock />
      <Chains />
      <Prices />
      <Venue />
      <Settle />
    </>
  );
}

function Clock() {
  const control = useControl(advanceClockCall, (moved) => heardServerTime(moved.now));
  const now = useNow(1_000);
  const [by, setBy] = useState("1260000");
  const { clock } = words;
  return (
    <Section
      end={
        now === undefined ? null : (
          <span className="text-12 text-ink-2">
            {clock.now} <Time at={now} />
          </span>
        )
      }
      hint={clock.hint}
      title={clock.title}
    >
      <div className={FORM}>
        <Picked label={clock.by} onChange={setBy} options={clock.spans} value={by} />
        <Button
          busy={control.isPending}
          onClick={() => control.mutate({ given: { advanceMs: Number(by) }, done: clock.moved })}
        >
          {clock.action}
        </Button>
      </div>
    </Section>
  );
}

const MOST_BLOCKS = 1_000;

function Chains() {
  const mine = useControl(mineBlocksCall);
  const reorganise = useControl(reorganiseCall);
  const mining = useControl(setChainCall);
  const busy = mine.isPending || reorganise.isPending || mining.isPending;
  const { blocks } = words;
  const [network, setNetwork] = useState<Network>(NETWORKS[0]);
  const [count, setCount] = useState("2");
  const blocksWanted = Math.min(MOST_BLOCKS, Math.max(1, Math.trunc(Number(count)) || 1));
  const stands = ({ height }: { height: number }) => blocks.mined(networkName(network), String(height));
  const auto = (autoMine: boolean) => mining.mutate({ given: { autoMine }, done: blocks.switched });
  return (
    <Section hint={blocks.hint} title={blocks.title}>
      <div className={FORM}>
        <Picked
          label={blocks.network}
          onChange={(next) => setNetwork(NETWORKS.find((one) => one === next) ?? network)}
          options={Object.fromEntries(NETWORKS.map((one) => [one, NETWORK_NAMES[one]]))}
          value={network}
        />
        <Field label={blocks.count}>
          {(parts) => (
            <Input {...parts} inputMode="numeric" onChange={(event) => setCount(event.target.value)} value={count} />
          )}
        </Field>
        <Button busy={busy} onClick={() => mine.mutate({ given: { network, count: blocksWanted }, done: stands })}>
          {blocks.mine}
        </Button>
        <Button
          busy={busy}
          onClick={() => reorganise.mutate({ given: { network, depth: blocksWanted }, done: stands })}
          title={blocks.reorgHint}
        >
          {blocks.reorg}
        </Button>
        <fieldset className="flex gap-1">
          <legend className="mb-1 text-12 text-ink-2">{blocks.auto}</legend>
          <Button onClick={() => auto(true)}>{blocks.autoOn}</Button>
          <Button onClick={() => auto(false)}>{blocks.autoOff}</Button>
        </fieldset>
      </div>
    </Section>
  );
}

/** As it is typed. */
type MarketPrice = { base: Crypto; quote: Fiat; price: string };

const optionsOf = (all: readonly string[]) => all.map((one) => <option key={one}>{one}</option>);

function Prices() {
  const control = useControl(setPriceCall);
  const { prices } = words;
  const form = useDeskForm<MarketPrice, GivenOf<typeof setPriceEndpoint>>({
    defaults: { base: CRYPTOS[0], quote: FIATS[0], price: "" },
    check: checkedBy<MarketPrice, typeof setPriceEndpoint.body>(setPriceCall, {
      bodyOf: ({ price, ...pair }) => ({ ...pair, price: numberTyped(price) }),
      words: { price: prices.missing },
      faults: ({ price }) => ({ price: price.trim() === "" ? prices.missing : undefined }),
    }),
    send: (body, { base, quote }) => control.mutate({ given: body, done: prices.wasSet(`${base}/${quote}`) }),
  });
  const [base, quote] = form.watch(["base", "quote"]);
  const pair = `${base}/${quote}`;
  return (
    <Section hint={prices.hint} title={prices.title}>
      <form className={FORM} noValidate onSubmit={form.submit}>
        <FormField form={form} label={prices.base} name="base">
          {(parts) => <Select {...parts}>{optionsOf(CRYPTOS)}</Select>}
        </FormField>
        <FormField form={form} label={prices.quote} name="quote">
          {(parts) => <Select {...parts}>{optionsOf(FIATS)}</Select>}
        </FormField>
        <FormField form={form} label={prices.price} name="price">
          {(parts) => <Input {...parts} figures />}
        </FormField>
        <Button busy={control.isPending} type="submit">
          {prices.set}
        </Button>
        <Button
          busy={control.isPending}
          onClick={() => control.mutate({ given: { base, quote, stale: true }, done: prices.wentStale(pair) })}
        >
          {prices.stale}
        </Button>
      </form>
    </Section>
  );
}

function Venue() {
  const control = useControl(setVenueCall);
  const { venue } = words;
  const [fault, setFault] = useState<(typeof FAULTS)[number]>("none");
  const [count, setCount] = useState("1");
  const given = fault === "none" || count === "" ? { fault } : { fault, count: Number(count) };
  return (
    <Section hint={venue.hint} title={venue.title}>
      <div className={FORM}>
        <Picked
          label={venue.fault}
          onChange={(next) => setFault(FAULTS.find((one) => one === next) ?? fault)}
          options={Object.fromEntries(FAULTS.map((one) => [one, venue.faults[one]]))}
          value={fault}
        />
        {fault === "none" ? null : (
          <Picked
            label={venue.count}
            onChange={setCount}
            options={{ "1": "1", "2": "2", "5": "5", "20": "20", "": venue.untilChanged }}
            value={count}
          />
        )}
        <Button busy={control.isPending} onClick={() => control.mutate({ given, done: venue.wasSet })}>
          {venue.action}
        </Button>
      </div>
    </Section>
  );
}

function Settle() {
  const control = useControl(settleCall);
  const { settle } = words;
  return (
    <Section hint={settle.hint} title={settle.title}>
      <div className={FORM}>
        <Button busy={control.isPending} onClick={() => control.mutate({ given: {}, done: settle.idle })}>
          {control.isPending ? settle.busy : settle.action}
        </Button>
      </div>
    </Section>
  );
}

function Picked({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label}>
      {(parts) => (
        <Select {...parts} onChange={(event) => onChange(event.target.value)} value={value}>
          {Object.entries(options).map(([one, optionLabel]) => (
            <option key={one} value={one}>
              {optionLabel}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
