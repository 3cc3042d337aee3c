"use client";

import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import { activateWalletCall } from "#lib/wallets/calls.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { walletsText } from "#lib/i18n/wallets.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Addresses } from "./wallet-detail.tsx";
import { isSafe, useActivateWallet, type Wallet } from "./wallets-data.ts";

const words = walletsText.compare;

/**
 * Customers' money goes to these addresses: the person who activates the wallet has seen its first address in the
 * owner's own wallet.
 */
export function CompareWallet({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const activate = useActivateWallet();
  const kind = walletsText.kinds[wallet.kind];
  const ofSafe = isSafe(wallet.kind);
  const form = useDeskForm<{ firstAddress: string }>({
    defaults: { firstAddress: "" },
    check: checkedBy(activateWalletCall, { missing: { firstAddress: words.missing } }),
    async send({ firstAddress }): Promise<void> {
      try {
        const made = await activate.mutateAsync({ walletId: wallet.walletId, firstAddress });
        if (isWaiting(made)) notifyWaiting(words.waits);
        else toast(ofSafe ? words.safeDone : words.done(kind, wallet.account));
      } catch (error) {
        if (!isAboutAddress(error)) throw error;
        return form.setError("firstAddress", { message: words.differs }, { shouldFocus: true });
      }
      onClose();
    },
  });
  return (
    <FormDialog
      action={words.action}
      failed={words.failed}
      form={form}
      leave={{ label: words.later, first: true }}
      onClose={onClose}
      summary={ofSafe ? words.safeSummary : words.summary(kind, wallet.account)}
      title={words.title}
    >
      {ofSafe ? null : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          <dt className="text-ink-3">{words.fingerprint}</dt>
          <dd className="font-mono font-medium">{wallet.fingerprint}</dd>
          <dt className="text-ink-3">{words.path}</dt>
          <dd className="font-mono">{wallet.path}</dd>
        </dl>
      )}
      <div className="grid gap-1">
        <h3 className="text-12 text-ink-2">{ofSafe ? walletsText.detail.safe : words.addresses}</h3>
        <Addresses addresses={wallet.addresses} />
        <p className="text-12 text-pretty text-ink-3">{ofSafe ? words.safeSame : words.same}</p>
      </div>
      <FormField
        form={form}
        hint={ofSafe ? words.safeTypedHint : words.typedHint}
        label={ofSafe ? words.safeTyped : words.typed}
        name="firstAddress"
      >
        {(parts) => <Input {...parts} className="font-mono" spellCheck={false} />}
      </FormField>
      <p className="text-12 text-pretty text-ink-3">{words.second}</p>
    </FormDialog>
  );
}

const isAboutAddress = (error: unknown): boolean =>
  isApiFault(error) && error.errors.some(({ field }) => field === "firstAddress");
