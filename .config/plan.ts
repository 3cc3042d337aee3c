/** Files that take minutes each, in processes of their own: programs and database servers started and stopped many times, hundreds of values one by one. */
export const LONG: readonly string[] = [
  "e2e/faults/{backup,bench-verdict,canaries,launcher,recover,stopping,unknown-order}.test.ts",
  "e2e/bench/{create,many}.test.ts",
  "lib/postgres/postgres-cluster.store.test.ts",
  // The first start of the README, every snippet of the reference, the packed SDK, and hostile values for every field.
  "e2e/api/{hostile-fields,openapi-examples,openapi-sdk,quick-start}.test.ts",
  // The compiler's answer to a renamed field of a contract, and hundreds of leaked passwords one by one.
  ".config/rename.test.ts",
  "lib/people/leaked-passwords.test.ts",
];

/**
 * What `npm test` leaves to `npm run test:all`, so that it takes minutes: what takes long or seldom finds a fault; whatever
 * is not named here runs in both. A change of one of them runs it with `--changed`, and one beside it where it opens no page;
 * the build server runs all.
 */
export const REST: readonly string[] = [
  ...LONG,
  // Nodes, venues and signers of others, whose rules the tests of npm test play through the sandbox.
  "lib/chains/{bitcoin,evm,tron,watching}.store.test.ts",
  "lib/signing/{after-restore,real-electrum,real-evm,real-gas-source,real-gas-step,real-number,real-safe,real-safe-moves,real-tron,real-trx-step,restored-evm,tron}.store.test.ts",
  "lib/outgoing/{by-code,every-chain,lost-gas,real-evm,real-gas,real-utxo,scan-custody}.store.test.ts",
  "lib/{liquidity/real-venues,moves/link-gas}.store.test.ts",
  "e2e/faults/sick-nodes.test.ts",
  // What waits for clocks and connections, and what is made by the hundred.
  "e2e/api/{accounts-at-once,live-promises,request-log,stream}.test.ts",
  "lib/{cases/first,cli/fill-demo,people/throttle,server/caller-left,worker/ticks}.store.test.ts",
  "lib/settlements/{bank-holidays,months}.store.test.ts",
  "lib/payouts/many-in-file.store.test.ts",
  // The tests' own world.
  "e2e/world/neighbour/neighbour.store.test.ts",
  // Pages: what stays is where money is shown, asked for and moved; components' tests try every button and figure first.
  "e2e/journeys/{approval-mail,approvals,assigned,buttons,buttons-money-out,customers,developers,docs,exceptions,exports,figures-money-out,first-load,house,language,ledger,live,overview,payer,payouts,people,resolutions,second-factor,settings,settings-house,settlements,signing,single-sign-on,statements,tables,treasury,webhook-proof}.journey.ts",
  // Every page, its states and a newcomer's tasks, in turns by a seed (all of them: `npm run prove -- axe --full`);
  // power cuts and receivers away by the dozen; requests by the thousand; other Nodes.
  "e2e/prove/{axe,crash,fuzz,outage,sdk,tasks}.ts",
];

/** Proofs of `npm test` that `npm run test:all` plays once more with other chances; `--full` would take hours. */
export const ONCE_MORE: Readonly<Record<string, readonly string[]>> = {
  feeds: ["--seed", "2"],
  instants: ["--seed", "2", "--instants", "400"],
  orders: ["--seed", "2"],
};

/** Proofs that keep a processor busy; the others wait for restarts, timers and other programs. */
export const BUSY: ReadonlySet<string> = new Set(["axe", "feeds", "fuzz", "instants", "orders", "tasks"]);

/** What opens the program's pages, or starts it with them: it begins when they are built, so that no lane waits for that. */
export const OPENS_PAGES: readonly string[] = [
  "e2e/journeys/*.journey.ts",
  "e2e/faults/{canaries,door,launcher,setup,single-sign-on,stopping}.test.ts",
  "e2e/api/quick-start.test.ts",
  "e2e/prove/{axe,crash,outage,tasks}.ts",
];

/** Files of a vitest project in one process, and how many of the long ones; a project not named here runs in one. */
export const FILES_AT_ONCE: Readonly<Record<string, number>> = { store: 36, guards: 14 };
export const LONG_FILES_AT_ONCE = 2;
export const JOURNEYS_AT_ONCE = 3;

/**
 * About how long it takes on a quiet machine, in seconds, where its size does not tell: the longest begin first, and none
 * runs longer than four times as long. A project that runs in one process is named by its name.
 */
export const SECONDS: Readonly<Record<string, number>> = {
  unit: 60,
  browser: 70,
  "e2e/api/accounts-at-once.test.ts": 20,
  "e2e/api/hostile-fields.test.ts": 300,
  "e2e/api/openapi-examples.test.ts": 500,
  "e2e/api/openapi-sdk.test.ts": 60,
  "e2e/bench/create.test.ts": 20,
  "e2e/faults/backup.test.ts": 150,
  "e2e/faults/launcher.test.ts": 60,
  "e2e/faults/stopping.test.ts": 60,
  "e2e/journeys/buttons.journey.ts": 360,
  "e2e/journeys/buttons-money-out.journey.ts": 60,
  "e2e/journeys/exceptions.journey.ts": 90,
  "e2e/prove/axe.ts": 300,
  "e2e/prove/crash.ts": 204,
  "e2e/prove/fuzz.ts": 120,
  "e2e/prove/outage.ts": 120,
  "e2e/prove/sdk.ts": 120,
  "e2e/prove/tasks.ts": 150,
};
