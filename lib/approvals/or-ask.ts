import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Waiting } from "#lib/contract/out.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { accountNamed, houseOf, needAccount } from "#lib/kernel/tenants.ts";
import type { makeKeyEndpoint, rotateKeyEndpoint } from "#lib/keys/contract.ts";
import { type AskForKey, makeKey, rotateKey, type WantedKey } from "#lib/keys/keys.ts";
import {
  accountChange,
  applyChange,
  type Change,
  holdRules,
  houseChange,
  looseningOf,
} from "#lib/settings/change-settings.ts";
import type { patchHouseSettingsEndpoint, patchSettingsEndpoint } from "#lib/settings/contract.ts";
import { getHouseSettings, getSettings, textsOf } from "#lib/settings/get-settings.ts";
import { DEFAULT, UNSET } from "#lib/settings/setting.ts";
import type { activateWalletEndpoint } from "#lib/wallets/contract.ts";
import { activateWallet, activationOf } from "#lib/wallets/wallets.ts";
import { ask, askAlong, needsAnother } from "./ask.ts";
import type { PlainRequest } from "./store.ts";

type Waits = Waiting<ApprovalRecord>;

/** Sets values of the account; where one of them loosens a guard and a second person is needed it asks for one (202), for all of them together. */
export async function patchSettingsOrAsk(
  ctx: Ctx,
  { reason, ...patch }: InputOf<typeof patchSettingsEndpoint>,
): Promise<OutputOf<typeof patchSettingsEndpoint> | Waits> {
  const change = await accountChange(ctx, textsOf(patch));
  const set = await setAlone(ctx, change, reason, getSettings);
  return set ?? ask(ctx, { what: "setting", request: requestOf(change), reason });
}

/** Sets values of the house, for all accounts or one; where one of them loosens a guard it asks for a second person (202). */
export async function patchHouseSettingsOrAsk(
  ctx: Ctx,
  { account, reason, ...patch }: InputOf<typeof patchHouseSettingsEndpoint>,
): Promise<OutputOf<typeof patchHouseSettingsEndpoint> | Waits> {
  const named = account === undefined ? undefined : await needAccount(ctx, account);
  const change = houseChange(ctx, named, textsOf(patch));
  const set = await setAlone(ctx, change, reason, (tx) => getHouseSettings(tx, { account }));
  const request = { ...requestOf(change), ...(named && { account: named.name }) };
  return set ?? ask(ctx, { what: "setting", request, reason });
}

/** Puts a wallet to use; where a second person is needed it asks for one of the house (202). */
export async function activateWalletOrAsk(
  ctx: Ctx,
  input: InputOf<typeof activateWalletEndpoint>,
): Promise<OutputOf<typeof activateWalletEndpoint> | Waits> {
  if (!(await needsAnother(ctx))) return activateWallet(ctx, input);
  return ask(ctx, { what: "wallet", request: plain(await activationOf(ctx, input)) });
}

/** Makes a key; one that moves money works only once a second person has agreed, where one is needed. */
export async function makeKeyOrAsk(ctx: Ctx, input: WantedKey): Promise<OutputOf<typeof makeKeyEndpoint>> {
  return makeKey(ctx, input, await askForKey(ctx));
}

/** Makes a key like another; as {@link makeKeyOrAsk}. */
export async function rotateKeyOrAsk(
  ctx: Ctx,
  input: InputOf<typeof rotateKeyEndpoint>,
): Promise<OutputOf<typeof rotateKeyEndpoint>> {
  return rotateKey(ctx, input, await askForKey(ctx));
}

/** How a key that moves money is asked for; undefined where nobody needs to be asked. */
async function askForKey(ctx: Ctx): Promise<AskForKey | undefined> {
  if (!(await needsAnother(ctx))) return undefined;
  return async (tx, request) => (await askAlong(tx, { what: "key", request })).approvalId;
}

/** What the command line sets in several places; answers the requests that wait for a second person. */
export async function changeOrAsk(ctx: Ctx, changes: readonly Change[], reason?: string): Promise<string[]> {
  const waits: string[] = [];
  const house = await houseOf(ctx.app);
  for (const change of changes) {
    if (await setAlone(ctx, change, reason, async () => DONE)) continue;
    const { place } = change;
    const asking = place.byHouse
      ? contextFor(ctx.app, { actor: ctx.actor, account: house, requestId: ctx.requestId })
      : ctx;
    const named =
      place.byHouse && place.accountId !== undefined ? await accountNamed(ctx.app, place.accountId) : undefined;
    const account = named ? { account: named.name } : {};
    const waiting = await ask(asking, { what: "setting", request: { ...requestOf(change), ...account }, reason });
    waits.push(waiting.request.approvalId);
  }
  return waits;
}

const DONE = {};

/**
 * Sets what one person may set alone and answers what rules then; undefined where it waits for another. Of two who change
 * settings at once the second is asked by what the first has set.
 */
async function setAlone<Out extends object>(
  ctx: Ctx,
  change: Change,
  reason: string | undefined,
  answer: (tx: Ctx) => Promise<Out>,
): Promise<Out | undefined> {
  return ctx.transaction(async (tx) => {
    await holdRules(tx);
    if (await asksFor(tx, change)) return undefined;
    await applyChange(tx, change, reason);
    return answerWith(tx, await answer(tx));
  });
}

const asksFor = async (ctx: Ctx, change: Change): Promise<boolean> =>
  (await needsAnother(ctx)) && (await looseningOf(ctx, change)).length > 0;

/** Values as they are asked for and read back. */
const requestOf = ({ values }: Change): PlainRequest =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === UNSET ? DEFAULT : value]));

export const plain = (fields: Record<string, string | undefined>): PlainRequest =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
