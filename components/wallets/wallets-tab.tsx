"use client";

import { useState } from "react";
import { roleName } from "#lib/i18n/role-name.ts";
import { useMay } from "#components/may.ts";
import { Section } from "#components/ui/section.tsx";
import { useStaff } from "#components/staff.tsx";
import { walletsText } from "#lib/i18n/wallets.ts";
import { countText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { State } from "#components/ui/state.tsx";
import { Time } from "#components/ui/time.tsx";
import { useUrl } from "#components/url.ts";
import { Waiting } from "#components/ui/waiting.tsx";
import { AddWallet } from "./add-wallet.tsx";
import { CompareWallet } from "./compare-wallet.tsx";
import { RetireWallet } from "./retire-wallet.tsx";
import { WalletDetail } from "./wallet-detail.tsx";
import { isReading, SCRIPT, useWallets, type Wallet } from "./wallets-data.ts";

const words = walletsText;

type OfAccount = Wallet & { account: string };
type OpenDialog =
  | { command: "add" }
  | { command: "compare"; wallet: Wallet }
  | { command: "retire"; wallet: OfAccount };

/** The house's watch-only wallets: which one receives what, how far it is used, and adding another. */
export function WalletsTab() {
  const wallets = useWallets();
  const { params, change } = useUrl();
  const mayChange = useMay("house:wallets");
  const role = useStaff().house?.role ?? "";
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const compare = (wallet: Wallet) => setDialog({ command: "compare", wallet });
  const retireOf = (wallet: Wallet) =>
    mayChange && wallet.active && isOfAccount(wallet) ? () => setDialog({ command: "retire", wallet }) : undefined;
  const added = (wallet: Wallet) => (isReading(wallet) ? close() : compare(wallet));
  const open = params.get("wallet");
  const toggle = (id: string) => change({ wallet: id === open ? undefined : id }, "replace");
  return (
    <>
      <Section
        end={
          mayChange ? (
            <Button look="primary" onClick={() => setDialog({ command: "add" })}>
              {words.add}
            </Button>
          ) : null
        }
        hint={words.hint}
        title={words.title}
      >
        {mayChange ? null : <p className="px-gutter pb-3 text-ink-2">{words.mayNot(roleName(role))}</p>}
        {wallets.isError ? (
          <ErrorNote error={wallets.error} onRetry={() => void wallets.refetch()} title={words.failed} />
        ) : null}
        {wallets.isPending ? <Waiting /> : null}
        {wallets.data?.length === 0 ? <Empty title={words.none.title}>{words.none.text}</Empty> : null}
        {wallets.data && wallets.data.length > 0 ? (
          <ShortTable
            columns={columns({ open, toggle, compare: mayChange ? compare : undefined })}
            detailOf={(wallet) =>
              wallet.walletId === open ? <WalletDetail retire={retireOf(wallet)} wallet={wallet} /> : null
            }
            keyOf={({ walletId }) => walletId}
            label={words.title}
            rows={wallets.data}
          />
        ) : null}
      </Section>
      {dialog?.command === "add" ? <AddWallet onAdded={added} onClose={close} /> : null}
      {dialog?.command === "compare" ? <CompareWallet onClose={close} wallet={dialog.wallet} /> : null}
      {dialog?.command === "retire" ? <RetireWallet onClose={close} wallet={dialog.wallet} /> : null}
    </>
  );
}

type Ways = {
  open: string | null;
  toggle: (walletId: string) => void;
  /** Absent for a person without the right to make changes. */
  compare?: ((wallet: Wallet) => void) | undefined;
};

const columns = ({ open, toggle, compare }: Ways): ShortColumn<Wallet>[] => [
  {
    id: "kind",
    label: words.columns.kind,
    names: true,
    cell: ({ kind, account }) => (
      <>
        <span className="font-medium">{words.kinds[kind]}</span>{" "}
        <small className="text-12 text-ink-3">{SCRIPT[kind]}</small>
        {account ? <small className="block text-12 text-ink-2">{words.of(account)}</small> : null}
      </>
    ),
  },
  { id: "state", label: words.columns.state, cell: (wallet) => <WalletState wallet={wallet} /> },
  {
    id: "fingerprint",
    label: words.columns.fingerprint,
    className: "font-mono text-12",
    cell: ({ fingerprint }) => fingerprint,
  },
  { id: "path", label: words.columns.path, className: "font-mono text-12", cell: ({ path }) => path },
  {
    id: "handedOut",
    label: words.columns.handedOut,
    align: "end",
    className: "figure",
    cell: ({ handedOut, derived }) => `${countText(handedOut)} / ${countText(derived)}`,
  },
  { id: "paid", label: words.columns.paid, align: "end", className: "figure", cell: ({ paid }) => countText(paid) },
  {
    id: "gap",
    label: words.columns.gap,
    align: "end",
    className: "figure",
    cell: ({ longestGap }) => countText(longestGap),
  },
  {
    id: "actions",
    label: words.columns.commands,
    hideLabel: true,
    cell: (wallet) => (
      <span className="flex justify-end gap-2 py-1">
        {compare && !wallet.active && !isReading(wallet) ? (
          <Button aria-description={wallet.fingerprint} onClick={() => compare(wallet)} size="small">
            {words.activate}
          </Button>
        ) : null}
        <Button
          aria-description={words.kinds[wallet.kind]}
          aria-expanded={wallet.walletId === open}
          look="plain"
          onClick={() => toggle(wallet.walletId)}
          size="small"
        >
          {words.show}
        </Button>
      </span>
    ),
  },
];

const isOfAccount = (wallet: Wallet): wallet is OfAccount => wallet.account !== undefined;

function WalletState({ wallet }: { wallet: Wallet }) {
  const { active, activatedAt, createdAt } = wallet;
  const waiting = isReading(wallet) ? words.states.reading : words.states.waiting;
  const word = active ? words.states.active : activatedAt ? words.states.replaced : waiting;
  return (
    <span className="inline-flex items-center gap-1.5">
      <State
        glyph={active ? "done" : activatedAt ? "kept" : "pending"}
        tone={active ? "done" : activatedAt ? "none" : "wait"}
        word={word}
      />
      <span className="text-ink-3">
        {words.since} <Time at={activatedAt ?? createdAt} />
      </span>
    </span>
  );
}
