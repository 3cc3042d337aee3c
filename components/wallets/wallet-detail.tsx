import { walletsText } from "#lib/i18n/wallets.ts";
import { countText } from "#lib/i18n/amount.ts";
import { AddressText, CopyLine } from "#components/ui/copy-line.tsx";
import { ChainFailureText } from "#components/ui/failure-text.tsx";
import { Time } from "#components/ui/time.tsx";
import { Button } from "#components/ui/button.tsx";
import { isSafe, type Wallet } from "./wallets-data.ts";

const words = walletsText.detail;

/** What another program needs to watch or restore a wallet, who let it in, and the way out of an account's own. */
export function WalletDetail({ wallet, retire }: { wallet: Wallet; retire: (() => void) | undefined }) {
  const ofSafe = isSafe(wallet.kind);
  const { xpub, descriptor, longestGap, history, createdAt, createdBy, activatedAt, activatedBy } = wallet;
  return (
    <div className="grid gap-x-8 gap-y-3 py-3 @min-[1000px]/main:grid-cols-2">
      <div className="grid content-start gap-1">
        <h3 className="text-12 text-ink-2">{words.addresses}</h3>
        <Addresses addresses={wallet.addresses} />
      </div>
      <div className="grid min-w-0 content-start gap-3">
        <CopyLine label={ofSafe ? words.safe : words.xpub} name={ofSafe ? words.safe : words.xpub} value={xpub}>
          <span className="font-mono text-12 wrap-anywhere">{xpub}</span>
        </CopyLine>
        {descriptor ? (
          <CopyLine hint={words.descriptorHint} label={words.descriptor} name={words.descriptor} value={descriptor}>
            <span className="font-mono text-12 wrap-anywhere">{descriptor}</span>
          </CopyLine>
        ) : (
          <p className="text-12 text-ink-3">{ofSafe ? words.safeHint : words.noDescriptor}</p>
        )}
        {history ? (
          <dl className="grid gap-0.5">
            <dt className="text-12 text-ink-2">{words.past}</dt>
            <dd>{historyText(history)}</dd>
            {history.fault ? (
              <dd className="text-ink-2">
                {words.fault}{" "}
                {history.failure ? <ChainFailureText failure={history.failure} /> : <q lang="en">{history.fault}</q>}
              </dd>
            ) : null}
          </dl>
        ) : null}
        {ofSafe ? null : <p className="text-12 text-ink-2">{words.gapHint(countText(longestGap))}</p>}
        <p className="text-12 text-ink-2">
          {words.added} <Time at={createdAt} /> {words.by(createdBy)}
          {activatedAt && activatedBy ? (
            <>
              {" · "}
              {words.activated} <Time at={activatedAt} /> {words.by(activatedBy)}
            </>
          ) : null}
        </p>
        {retire ? (
          <Button className="justify-self-start" onClick={retire} size="small">
            {walletsText.retire.open}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** A wallet's first addresses with their places, the ends that people compare in bold. */
export function Addresses({ addresses }: Pick<Wallet, "addresses">) {
  return (
    <ol className="grid gap-0.5">
      {addresses.map(({ address, cashAddress, index }) => (
        <li className="flex min-w-0 gap-3" key={address}>
          <span className="figure w-4 flex-none text-end text-ink-3">{index}</span>
          <AddressText address={cashAddress ?? address} className="min-w-0 text-12 wrap-anywhere" />
        </li>
      ))}
    </ol>
  );
}

/** What is known of the key's past, in the reader's language. */
function historyText({ finishedAt, from, scannedTo, used, highestUsed, gapLimit }: NonNullable<Wallet["history"]>) {
  const block = (height: number) => countText(height);
  if (finishedAt === undefined) return words.reading(block(from), block(Math.max(from, scannedTo)), used);
  return used === 0 ? words.unused(block(from)) : words.used(used, highestUsed ?? 0, gapLimit);
}
