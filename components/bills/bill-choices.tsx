"use client";

import { NETWORK_NAMES, networksOf } from "#lib/i18n/networks.ts";
import { CRYPTOS, type Crypto, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { FEE_MODELS, STRATEGIES } from "#lib/pricing/price.ts";
import { billsText } from "#lib/i18n/bills.ts";
import { percentText, rateText } from "#lib/i18n/amount.ts";
import { Check } from "#components/ui/check.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { FieldError } from "#components/ui/field.tsx";
import { type DeskForm, FormField } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { AssetName } from "#components/ui/money.tsx";
import { type Preview, useLimitSetting } from "./bill-data.ts";
import { type BillDraft, hasTwoForms, mayLimit } from "./draft.ts";

const words = billsText;

type Part = { draft: BillDraft; form: DeskForm<BillDraft> };

/** Crypto, with what only some of them have: a network to choose, a second form of address. */
export function MoneyFields({ draft, form }: Part) {
  const { setValue } = form;
  const choose = (crypto: Crypto) => {
    setValue("cryptoType", crypto);
    if (draft.strategy === "LMT" && !mayLimit(crypto)) setValue("strategy", "RFQ");
  };
  const { cryptoType } = draft;
  return (
    <div className="grid gap-3">
      <Choice
        legend={words.fields.cryptoType}
        onChange={choose}
        options={CRYPTOS.map((crypto) => ({
          value: crypto,
          label: <AssetName symbol={crypto} />,
          hint: networksOf(crypto),
        }))}
        value={cryptoType}
      />
      <Fault form={form} name="cryptoType" />
      {cryptoType === "USDT" ? (
        <Choice
          legend={words.fields.networkType}
          onChange={(networkType) => setValue("networkType", networkType)}
          options={NETWORK_TYPES.map((type) => ({
            value: type,
            label: NETWORK_NAMES[type],
            hint: words.networkTypes[type],
          }))}
          value={draft.networkType}
        />
      ) : null}
      <Fault form={form} name="networkType" />
      {hasTwoForms(cryptoType) ? (
        <Check
          checked={draft.bech32}
          hint={words.hints.bech32[cryptoType]}
          label={words.fields.bech32[cryptoType]}
          onChange={(event) => setValue("bech32", event.target.checked)}
        />
      ) : null}
    </div>
  );
}

/** What becomes of the crypto, and the limit that LMT asks for. */
export function StrategyFields({ draft, form, preview }: Part & { preview: Preview | undefined }) {
  const { setValue } = form;
  const limited = mayLimit(draft.cryptoType);
  const keeps = draft.strategy === "RAI" || draft.strategy === "LMT";
  return (
    <div className="grid gap-3">
      <Choice
        legend={words.fields.strategy}
        onChange={(strategy) => setValue("strategy", strategy)}
        options={STRATEGIES.map((strategy) => {
          const unavailable = strategy === "LMT" && !limited;
          const hint = unavailable ? words.strategy.stablecoins : words.strategy[strategy];
          return { value: strategy, label: strategy, hint, unavailable };
        })}
        value={draft.strategy}
      />
      <Fault form={form} name="strategy" />
      {draft.strategy === "LMT" ? <LimitField draft={draft} form={form} /> : null}
      {keeps ? (
        <p className="text-12 text-ink-2">
          {preview ? words.fee.retained(percentText(preview.transactionFeeBps)) : words.fee.retainedPlain}
        </p>
      ) : null}
    </div>
  );
}

function LimitField({ draft, form }: Part) {
  const set = useLimitSetting(draft.cryptoType, draft.fiat);
  const { limitUnset, limitSet } = words.hints;
  return (
    <FormField
      form={form}
      hint={set === null ? limitUnset : set && limitSet(rateText(set))}
      id="limitPrice"
      label={`${words.fields.limitPrice}, ${words.hints.per(draft.fiat, draft.cryptoType)}`}
      name="limitPrice"
      optional={set === null ? undefined : words.optional}
    >
      {(parts) => <Input {...parts} className="max-w-60" figures />}
    </FormField>
  );
}

/** How the service is paid, with what each model means under the strategy chosen. */
export function FeeFields({ draft, form, preview }: Part & { preview: Preview | undefined }) {
  const { setValue } = form;
  const { fee } = words;
  const hints = {
    SPREAD: preview ? fee.spread(percentText(preview.spreadBps)) : fee.spreadPlain,
    EXPLICIT: preview ? fee.explicit(percentText(preview.explicitFeeBps)) : fee.explicitPlain,
  };
  return (
    <div className="grid gap-2">
      <Choice
        legend={words.fields.feeModel}
        onChange={(feeModel) => setValue("feeModel", feeModel)}
        options={FEE_MODELS.map((model) => ({ value: model, label: words.feeModel[model], hint: hints[model] }))}
        value={draft.feeModel}
      />
      <Fault form={form} name="feeModel" />
      {draft.feeModel === "EXPLICIT" && draft.strategy === "ACA" ? (
        <p className="text-12 text-ink-2">{fee.market}</p>
      ) : null}
      {draft.feeModel === "EXPLICIT" && draft.strategy === "RAI" ? (
        <p className="text-12 text-ink-2">{fee.nothing}</p>
      ) : null}
    </div>
  );
}

/** What the server has against a choice. */
function Fault({ form, name }: { form: Part["form"]; name: keyof BillDraft }) {
  const message = form.errorOf(name);
  return message ? <FieldError id={`${name}-error`}>{message}</FieldError> : null;
}
