import type { OutputOf } from "#lib/contract/endpoint.ts";
import { chainsShown } from "#lib/chains/list-chains.ts";
import { CRYPTOS, FIATS, NETWORKS } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { hedgeStops } from "#lib/liquidity/hedge-limits.ts";
import { findQuorum } from "#lib/pricing/quorum.ts";
import { houseSettings } from "#lib/settings/change-settings.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { asksSecondPerson } from "#lib/settings/setting.ts";
import { BILL_KINDS } from "#lib/wallets/kinds.ts";
import { poolsOf } from "#lib/wallets/pool.ts";
import { countDisabled } from "#lib/webhooks/disable-endpoints.ts";
import { type getHouseHealthEndpoint, type Lacking, LACKS } from "./contract.ts";
import { isWorking, tasksFailing } from "./readiness.ts";
import { readRestored, readUndelivered } from "./store.ts";

/** What the business lacks, each with its reason (rulebook 11.13). The probes say what serves; this, what does not. */
export async function getHealth(ctx: Ctx): Promise<OutputOf<typeof getHouseHealthEndpoint>> {
  const found = [
    ...(await database(ctx)),
    ...(await worker(ctx)),
    ...(await tasks(ctx)),
    ...(await chains(ctx)),
    ...(await wallets(ctx)),
    ...(await prices(ctx)),
    ...venues(ctx),
    ...(await hedges(ctx)),
    ...(await webhooks(ctx)),
    ...(await mail(ctx)),
    ...(await secondPerson(ctx)),
  ];
  const data = LACKS.flatMap((kind) => found.filter((each) => each.kind === kind));
  return { at: (await ctx.now()).getTime(), complete: data.length === 0, data };
}

/** Told by the worker, or by the start of one, wherever it runs. */
async function database({ db }: Ctx): Promise<Lacking[]> {
  if (!(await readRestored(db))) return [];
  const sentence =
    "The database is an older copy: nothing is promised, sold or paid until npm run -s desk -- restore is done.";
  return [{ kind: "DATABASE", sentence }];
}

async function worker(ctx: Ctx): Promise<Lacking[]> {
  if (await isWorking(ctx)) return [];
  return [{ kind: "WORKER", sentence: "No worker lives: nothing is scanned, confirmed, sold or sent." }];
}

/** What a worker that lives fails at again and again. */
async function tasks(ctx: Ctx): Promise<Lacking[]> {
  const now = (await ctx.now()).getTime();
  return (await tasksFailing(ctx)).map(({ task, ms }) => ({
    kind: "TASK",
    subject: task,
    sentence: `The worker fails at ${task} each time: the log says why.`,
    since: Math.floor(now - ms),
  }));
}

/** Chains that are not followed, stopped, at fault, or further behind, or from agreement, than their confirmations are deep. */
async function chains(ctx: Ctx): Promise<Lacking[]> {
  const known = await chainsShown(ctx);
  return NETWORKS.flatMap((network): Lacking[] => {
    const chain = known.find((each) => each.network === network);
    const lack = { kind: "CHAIN", subject: network } as const;
    if (chain?.height === undefined) {
      const code = chain && chain.state !== "OK" ? chain.state : "UNSEEN";
      return [{ ...lack, code, sentence: `${network} has not been looked at yet.` }];
    }
    const { state, sentence, since, height, agreedHeight = height } = chain;
    if (state !== "OK") return [{ ...lack, code: state, sentence, ...(since !== undefined && { since }) }];
    const need = CONFIRMATIONS[network];
    const have = (chain.lag ?? 0) + Math.max(0, height - agreedHeight);
    if (have <= need) return [];
    return [{ ...lack, code: "BEHIND", sentence: `${network} is ${have} blocks behind its tip.`, have, need }];
  });
}

/** Kinds of address that the house has no wallet for, and wallets whose addresses are used up. */
async function wallets(ctx: Ctx): Promise<Lacking[]> {
  const pools = await poolsOf(ctx);
  const missing = BILL_KINDS.filter((kind) => !pools.some((pool) => pool.kind === kind && !pool.account));
  const dry = pools.filter(({ free }) => free === 0);
  return [
    ...missing.map(
      (kind): Lacking => ({
        kind: "WALLET",
        subject: kind,
        sentence: `No wallet of the kind ${kind} is active: no bills are made for it.`,
      }),
    ),
    ...dry.map(
      ({ kind, account }): Lacking => ({
        kind: "POOL",
        subject: kind,
        ...(account !== undefined && { account }),
        sentence: `The wallet of the kind ${kind} has no address derived ahead; each bill waits for one.`,
        have: 0,
      }),
    ),
  ];
}

async function prices(ctx: Ctx): Promise<Lacking[]> {
  const now = await ctx.now();
  const all = CRYPTOS.flatMap((base) => FIATS.map((fiat) => ({ base, fiat })));
  const found = await Promise.all(
    all.map(async ({ base, fiat }): Promise<Lacking[]> => {
      const lacks = await findQuorum(ctx.app, base, fiat, now);
      if (!lacks) return [];
      const pair = `${base}/${fiat}`;
      const { fresh: have, needed: need } = lacks;
      const why =
        have < need
          ? `${pair} has ${have} fresh ${have === 1 ? "source" : "sources"} of the ${need} it needs`
          : `The ${have} fresh sources of ${pair} do not agree`;
      return [{ kind: "PRICE", subject: pair, sentence: `${why}: no new bills, quotes or sales.`, have, need }];
    }),
  );
  return found.flat();
}

/** Venues that are spared after faults, and pairs that none trades. */
function venues({ app }: Ctx): Lacking[] {
  const resting = app.venues.flatMap((venue): Lacking[] => {
    const condition = venue.condition?.();
    if (condition === undefined || condition.state === "CLOSED") return [];
    const sentence = `${venue.name} has failed ${condition.faults} times in a row and is spared.`;
    return [{ kind: "VENUE", subject: venue.name, sentence, have: condition.faults }];
  });
  const untraded = CRYPTOS.flatMap((base) =>
    FIATS.filter((fiat) => !app.venues.some((venue) => venue.capabilities().serves(base, fiat))).map(
      (fiat): Lacking => ({
        kind: "NO_VENUE",
        subject: `${base}/${fiat}`,
        sentence: `No venue trades ${base}/${fiat}: what is bought of it stays with the operator.`,
      }),
    ),
  );
  return [...resting, ...untraded];
}

async function hedges(ctx: Ctx): Promise<Lacking[]> {
  return (await hedgeStops(ctx)).map(({ base, fiat, openedAt }) => ({
    kind: "HEDGE",
    subject: `${base}/${fiat}`,
    sentence: `The hedge of ${base}/${fiat} is past its limit: no price is promised in it.`,
    since: openedAt.getTime(),
  }));
}

async function webhooks(ctx: Ctx): Promise<Lacking[]> {
  return (await countDisabled(ctx)).map(({ account, endpoints }) => ({
    kind: "WEBHOOK",
    subject: account,
    account,
    sentence: `${endpoints} webhook ${endpoints === 1 ? "endpoint" : "endpoints"} of ${account} failed and ${endpoints === 1 ? "was" : "were"} switched off.`,
    have: endpoints,
  }));
}

/** No server, or letters that it does not take: approvals, resets and warnings that nobody reads. */
async function mail({ app, db }: Ctx): Promise<Lacking[]> {
  if (app.env.smtpUrl === undefined)
    return [
      { kind: "MAIL", subject: "SMTP_URL", sentence: "No mail server is set: no notice, invitation or reset leaves." },
    ];
  const { letters, since } = await readUndelivered(db);
  if (since === undefined) return [];
  const sentence = `${letters} ${letters === 1 ? "letter has" : "letters have"} not been delivered: the log says why.`;
  return [{ kind: "MAIL", sentence, have: letters, since: since.getTime() }];
}

/** Said wherever the house has switched the second person off, or never on. */
async function secondPerson(ctx: Ctx): Promise<Lacking[]> {
  if (asksSecondPerson(ctx.app.mode, await houseSettings(ctx))) return [];
  return [
    {
      kind: "SECOND_PERSON",
      subject: "secondPerson",
      sentence: "Nothing waits for a second person: one alone changes rates, wallets, people and payouts.",
    },
  ];
}
