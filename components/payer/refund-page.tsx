"use client";

import { NETWORK_NAMES } from "#lib/i18n/networks.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { checkRefundCall, giveRefundAddressCall, openRefundCall } from "#lib/payouts/refund-calls.ts";
import type { RefundOffer } from "#lib/payouts/refund-contract.ts";
import { assetOf } from "#lib/kernel/assets.ts";
import { publicApi } from "#components/api.ts";
import { forgetToken, useLinkToken } from "#components/auth/link-token.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { addressParts, AddressText } from "#components/ui/copy-line.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Glyph } from "#components/ui/icons.tsx";
import { Input } from "#components/ui/input.tsx";
import { Money } from "#components/ui/money.tsx";
import { words as payerWords } from "./words.ts";

const PAGE = "/pay/refund";
const MOST_TYPED = 128;
const words = payerWords.refund;

/** Where a payer says where their refund goes: what comes back, the address, the address once more, and done. */
export function RefundPage() {
  const token = useLinkToken(PAGE);
  const offer = useQuery({
    queryKey: ["refund link", token],
    queryFn: () => publicApi.mutate(openRefundCall, { token: token ?? "" }),
    enabled: token !== undefined && token !== "",
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <main className="mx-auto grid w-full max-w-115 gap-4 p-4 min-[860px]:py-12">
      {token === "" ? <Ended code="NOT_FOUND" /> : null}
      {offer.error ? <Ended code={codeOf(offer.error)} /> : null}
      {offer.data && token !== undefined ? <Asking key={token} offer={offer.data} token={token} /> : null}
      {offer.isFetching || token === undefined ? (
        <p className="text-center text-ink-2" role="status">
          {words.opening}
        </p>
      ) : null}
    </main>
  );
}

const codeOf = (error: unknown): string => (isApiFault(error) ? error.code : "");

/** One answer for every link that opens nothing. */
function Ended({ code }: { code: string }) {
  if (code === "NOT_FOUND") return <Card title={words.dead}>{words.deadText}</Card>;
  if (code === "INSUFFICIENT_FUNDS") return <Card title={words.gone}>{words.goneText}</Card>;
  return <Card title={words.title}>{code === "RATE_LIMITED" ? words.busy : words.unsure}</Card>;
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="payer-card">
      <div>
        <h1 className="text-center text-20 font-medium">{title}</h1>
        <div className="text-center text-pretty text-ink-2">{children}</div>
      </div>
    </div>
  );
}

const amountOf = ({ quantity, asset }: RefundOffer): string => `${rateText(quantity)}\u00a0${asset}`;

function Asking({ offer, token }: { offer: RefundOffer; token: string }) {
  const [compared, setCompared] = useState<string>();
  const [typed, setTyped] = useState("");
  const [ended, setEnded] = useState<string>();
  /** Whether the link has nothing to open any more. */
  const isEnd = (error: unknown): boolean => {
    const isOne = ENDS.includes(codeOf(error));
    if (isOne) setEnded(codeOf(error));
    return isOne;
  };
  const give = useMutation({
    mutationFn: (address: string) => publicApi.mutate(giveRefundAddressCall, { token, address }),
    onSuccess: () => forgetToken(PAGE),
    onError: isEnd,
  });
  if (give.data) return <Done refund={give.data} />;
  if (ended !== undefined) return <Ended code={ended} />;
  return (
    <div className="payer-card">
      <div className="text-center">
        <h1 className="text-20 font-medium">{words.title}</h1>
        <p className="text-32 font-medium wrap-anywhere [&_.font-normal]:text-15">
          <Money asset={assetOf(offer.asset, offer.networkType)} unit value={offer.quantity} />
        </p>
        <p className="text-pretty text-ink-2">
          {words.lead(NETWORK_NAMES[offer.network])} {words.fee}
        </p>
      </div>
      {compared === undefined ? (
        <AddressForm
          isEnd={isEnd}
          offer={offer}
          onCompare={(address, as) => {
            setTyped(as);
            setCompared(address);
          }}
          token={token}
          typed={typed}
        />
      ) : (
        <Compare
          address={compared}
          busy={give.isPending}
          fault={give.error ? faultOf(give.error, offer) : undefined}
          offer={offer}
          onBack={() => {
            give.reset();
            setCompared(undefined);
          }}
          onConfirm={() => give.mutate(compared)}
        />
      )}
    </div>
  );
}

const ENDS = ["NOT_FOUND", "INSUFFICIENT_FUNDS"];

/** What is wrong, in the page's own words: nothing of the server's. */
function faultOf(error: unknown, { asset, network }: RefundOffer): string {
  const code = codeOf(error);
  if (code === "VALIDATION_FAILED") return words.wrong(asset, NETWORK_NAMES[network]);
  return code === "RATE_LIMITED" ? words.busy : words.unsure;
}

const CHECK = checkedIf<{ address: string }>(({ address }) => ({
  address: address.trim() === "" ? words.missing : undefined,
}));

function AddressForm({
  offer,
  token,
  typed,
  isEnd,
  onCompare,
}: {
  offer: RefundOffer;
  token: string;
  /** What was typed before, when the payer comes back to change it. */
  typed: string;
  isEnd: (error: unknown) => boolean;
  /** The address as it is read, and as it was typed. */
  onCompare: (address: string, typed: string) => void;
}) {
  const form = useDeskForm({
    defaults: { address: typed },
    check: CHECK,
    async send({ address }) {
      try {
        const checked = await publicApi.mutate(checkRefundCall, { token, address: address.trim() });
        onCompare(checked.address, address);
      } catch (error) {
        if (!isEnd(error)) form.setError("address", { message: faultOf(error, offer) }, { shouldFocus: true });
      }
    },
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <FormField
        form={form}
        hint={words.hint}
        label={words.field(offer.asset, NETWORK_NAMES[offer.network])}
        name="address"
      >
        {(parts) => (
          <Input
            {...parts}
            autoCapitalize="off"
            className="font-mono text-12"
            maxLength={MOST_TYPED}
            spellCheck={false}
          />
        )}
      </FormField>
      <Button busy={form.busy} look="primary" size="large" type="submit">
        {words.next}
      </Button>
    </form>
  );
}

function Compare({
  address,
  offer,
  busy,
  fault,
  onConfirm,
  onBack,
}: {
  address: string;
  offer: RefundOffer;
  busy: boolean;
  fault: string | undefined;
  onConfirm: () => void;
  onBack: () => void;
}) {
  const { first, last } = addressParts(address);
  return (
    <div>
      <h2 className="text-15 font-semibold">{words.compare}</h2>
      <p className="rounded-2 bg-sunken px-3 py-2.5">
        <AddressText address={address} />
      </p>
      <p className="text-12 text-ink-2">{words.check(first, last)}</p>
      <p className="flex gap-2 rounded-2 border border-wait-edge bg-wait-wash px-3 py-2 text-wait-text">
        <Glyph className="mt-0.75 text-wait-mark" name="attn" />
        <span className="text-pretty">{words.compareText(amountOf(offer))}</span>
      </p>
      {fault ? (
        <p className="text-fail-text" role="alert">
          {fault}
        </p>
      ) : null}
      <div className="grid gap-2">
        <Button busy={busy} look="primary" onClick={onConfirm} size="large">
          {words.confirm}
        </Button>
        <Button onClick={onBack} size="large" unavailable={busy}>
          {words.back}
        </Button>
      </div>
    </div>
  );
}

type GivenRefund = Omit<RefundOffer, "expiresAt"> & { address: string; paymentId: string };

function Done({ refund }: { refund: GivenRefund }) {
  return (
    <div className="payer-card" role="status">
      <div>
        <h1 className="text-center text-20 font-medium">{words.done}</h1>
        <p className="text-center text-pretty text-ink-2">
          {words.doneText(`${rateText(refund.quantity)}\u00a0${refund.asset}`)}
        </p>
        <p className="rounded-2 bg-sunken px-3 py-2.5">
          <AddressText address={refund.address} />
        </p>
        <ButtonLink href={`/pay/${refund.paymentId}`} prefetch={false} size="large">
          {words.follow}
        </ButtonLink>
      </div>
    </div>
  );
}
