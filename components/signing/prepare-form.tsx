"use client";

import { NETWORK_NAMES } from "#lib/i18n/networks.ts";
import { useState } from "react";
import { Decimal } from "#lib/kernel/decimal.ts";
import { prepareTransactionCall } from "#lib/signing/calls.ts";
import { SIGNED_NETWORKS, type SignedNetwork } from "#lib/signing/prepared-states.ts";
import { signingText } from "#lib/i18n/signing.ts";
import { sumText } from "#lib/i18n/amount.ts";
import { Check } from "#components/ui/check.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Select } from "#components/ui/select.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useApproved, useSafes, useSigning } from "./signing-data.ts";

const words = signingText.prepare;

/** Where a transaction carries one payment only, and what else is to be known before. */
function hintOf(network: SignedNetwork): string | undefined {
  if (network !== "eth" && network !== "tron") return undefined;
  const one = words.one(NETWORK_NAMES[network]);
  return network === "tron" ? `${one} ${words.expires}` : one;
}

type Offer = {
  id: string;
  kind: "payout" | "move";
  asset: string;
  quantity: Decimal;
  label: string;
  to: string;
  held: boolean;
};

/** What the picked offers come to, of each asset by itself. */
function sumOf(picked: readonly Offer[]): string {
  const sums = new Map<string, Decimal>();
  for (const { asset, quantity } of picked) sums.set(asset, (sums.get(asset) ?? Decimal.ZERO).plus(quantity));
  return [...sums].map(([asset, sum]) => `${sumText(sum, asset)}\u00a0${asset}`).join(", ");
}

/** Which approved payouts and moves of a network one transaction carries out. */
export function PrepareForm({ onClose }: { onClose: () => void }) {
  const { toast } = useStatus();
  const prepare = useSigning(prepareTransactionCall);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isEmpty, setEmpty] = useState(false);
  const form = useDeskForm({
    defaults: { network: "bitcoin" as SignedNetwork, walletId: "" },
    send: async ({ network, walletId }: { network: SignedNetwork; walletId: string }) => {
      const chosen = offers.filter(({ id }) => picked.has(id));
      setEmpty(chosen.length === 0);
      if (chosen.length === 0) return;
      const idsOf = (kind: Offer["kind"]) => chosen.flatMap((offer) => (offer.kind === kind ? [offer.id] : []));
      const from = network === "eth" && walletId !== "" ? { walletId } : {};
      await prepare.mutateAsync({ network, payoutIds: idsOf("payout"), moveIds: idsOf("move"), ...from });
      toast(words.done);
      onClose();
    },
  });
  const network = form.watch("network");
  const safes = useSafes();
  const hasSafe = network === "eth" && (safes.data ?? []).length > 0;
  const ofSafe = hasSafe && form.watch("walletId") !== "";
  const { payouts, moves } = useApproved(network);
  const offers: Offer[] = [
    ...(payouts.data ?? []).map(({ payoutId, quantity, asset, username, place = "", mayHaveLeft = false }) => ({
      id: payoutId,
      kind: "payout" as const,
      ...{ asset, quantity },
      label: `${sumText(quantity, asset)} ${asset}, ${username}`,
      to: place,
      held: mayHaveLeft,
    })),
    ...(moves.data ?? []).map(({ moveId, quantity, asset, to = "", address = "", mayHaveLeft = false }) => ({
      id: moveId,
      kind: "move" as const,
      ...{ asset, quantity },
      label: `${sumText(quantity, asset)} ${asset}, ${to}`,
      to: address,
      held: mayHaveLeft,
    })),
  ];
  const sum = sumOf(offers.filter(({ id }) => picked.has(id)));
  const pick = (id: string, on: boolean) => {
    setEmpty(false);
    setPicked((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)));
  };
  const listed = (kind: Offer["kind"], title: string) => {
    const own = offers.filter((offer) => offer.kind === kind);
    if (own.length === 0) return null;
    return (
      <fieldset className="grid gap-1">
        <legend className="font-medium">{title}</legend>
        {own.map(({ id, label, to, held }) => (
          <Check
            checked={picked.has(id)}
            disabled={held}
            hint={held ? words.held(to) : to}
            key={id}
            label={label}
            onChange={(event) => pick(id, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
    );
  };
  return (
    <FormDialog
      action={sum === "" ? words.action : words.actionOf(sum)}
      form={form}
      onClose={onClose}
      summary={ofSafe ? words.batch : words.summary}
      words={words}
    >
      <FormField form={form} hint={ofSafe ? undefined : hintOf(network)} label={words.network} name="network">
        {(field) => (
          <Select {...field} className="w-full" data-first>
            {SIGNED_NETWORKS.map((one) => (
              <option key={one} value={one}>
                {NETWORK_NAMES[one]}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      {hasSafe ? (
        <FormField form={form} label={words.from} name="walletId">
          {(field) => (
            <Select {...field} className="w-full">
              <option value="">{words.keys}</option>
              {(safes.data ?? []).map(({ walletId, xpub }) => (
                <option key={walletId} value={walletId}>
                  {words.safe(xpub)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      ) : null}
      {payouts.isError ? <ErrorNote error={payouts.error} onRetry={() => void payouts.refetch()} /> : null}
      {moves.isError ? <ErrorNote error={moves.error} onRetry={() => void moves.refetch()} /> : null}
      {payouts.isSuccess && moves.isSuccess && offers.length === 0 ? <p className="text-ink-2">{words.none}</p> : null}
      {listed("payout", words.payouts)}
      {listed("move", words.moves)}
      {isEmpty ? (
        <p className="text-fail-text" role="alert">
          {words.missing}
        </p>
      ) : null}
    </FormDialog>
  );
}
