import { HDKey } from "@scure/bip32";
import { type VerbWorld, verb } from "./verb-world.ts";

const ENDPOINTS = "/manage/v1/webhook-endpoints";
const WALLETS = "/house/v1/wallets";
/** The paths of the first edition answer as the operator's own do. */
const PATHS = ["/house/v1", "/manage/v1"] as const;
const EXPORTS = "/manage/v1/exports";
const RULES = "/manage/v1/notification-rules";

async function newEndpoint({ send, receiver }: VerbWorld): Promise<string> {
  const got = await send("POST", ENDPOINTS, { url: receiver.url, eventTypes: ["conversion.failed"] });
  return got.as<{ endpointId: string }>().endpointId;
}
/** No bill is open, so that nothing ends while a scenario moves the clock. */
async function allEnded({ later, settle }: VerbWorld): Promise<void> {
  await later(1_300_000);
  await settle();
}
let nth = 0;
/** An extended public key nobody has seen before. */
function xpub(): string {
  nth += 1;
  const seed = new Uint8Array(32).fill(nth);
  return HDKey.fromMasterSeed(seed).derive("m/84'/0'/0'").publicExtendedKey;
}
type Added = { walletId: string; addresses: { address: string }[] };
export async function newWallet({ send, house }: VerbWorld, more: object = {}, path = WALLETS): Promise<Added> {
  const input = { kind: "BTC_P2WPKH", xpub: xpub(), path: "m/84'/0'/0'", ...more };
  return (await send("POST", path, input, house)).as<Added>();
}
async function activated(world: VerbWorld): Promise<string> {
  const { walletId, addresses } = await newWallet(world, { account: "acme" });
  const body = { firstAddress: addresses[0]?.address };
  await world.send("POST", `${WALLETS}/${walletId}/activate`, body, world.another);
  return walletId;
}
const exported = async ({ send, admin }: VerbWorld) =>
  (await send("POST", EXPORTS, { list: "audit", format: "csv" }, admin)).as<{ exportId: string }>().exportId;

/** A rule that tells of nothing but files that failed. */
export async function notificationRule({ send, admin, receiver }: VerbWorld): Promise<string> {
  const input = { channel: "SLACK", topics: ["EXPORTS"], secretUrl: receiver.url };
  return (await send("POST", RULES, input, admin)).as<{ ruleId: string }>().ruleId;
}

export const VERBS_OF_HOUSE = [
  verb({
    name: `POST ${ENDPOINTS}`,
    run: ({ send, admin, receiver }) =>
      send("POST", ENDPOINTS, { url: receiver.url, eventTypes: ["conversion.failed"] }, admin),
  }),
  verb({
    name: `PATCH ${ENDPOINTS}/{endpointId}`,
    prepare: newEndpoint,
    run: ({ send, admin }, id) => send("PATCH", `${ENDPOINTS}/${id}`, { disabled: true }, admin),
  }),
  verb({
    name: `DELETE ${ENDPOINTS}/{endpointId}`,
    prepare: newEndpoint,
    run: ({ send, admin }, id) => send("DELETE", `${ENDPOINTS}/${id}`, undefined, admin),
  }),
  verb({
    name: `POST ${ENDPOINTS}/{endpointId}/rotate`,
    prepare: newEndpoint,
    run: ({ send, admin }, id) => send("POST", `${ENDPOINTS}/${id}/rotate`, {}, admin),
  }),
  verb({
    name: `POST ${ENDPOINTS}/{endpointId}/test`,
    prepare: newEndpoint,
    run: ({ send, admin }, id) => send("POST", `${ENDPOINTS}/${id}/test`, undefined, admin),
  }),
  verb({
    name: `POST ${ENDPOINTS}/{endpointId}/resend`,
    async prepare(world) {
      const since = Date.now();
      const { id } = await world.one<{ id: string }>(
        `select w.id from webhook_endpoint w join account a on a.id = w.account_id
         where a.name = 'acme' and w.deleted_at is null and w.event_types = '{}'`,
      );
      await world.api.bill();
      return { since, id };
    },
    run: ({ send, admin }, { since, id }) => send("POST", `${ENDPOINTS}/${id}/resend`, { since }, admin),
  }),
  verb({
    name: "POST /manage/v1/deliveries/{deliveryId}/resend",
    async prepare(world) {
      const { id } = await world.one<{ id: string }>(
        `select d.id from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
         join account a on a.id = w.account_id where a.name = 'acme' and w.deleted_at is null and d.status = 'DELIVERED' limit 1`,
      );
      return id;
    },
    run: ({ send, admin }, id) => send("POST", `/manage/v1/deliveries/${id}/resend`, undefined, admin),
  }),
  ...PATHS.flatMap((path) => [
    verb({ name: `POST ${path}/wallets`, run: (world) => newWallet(world, {}, `${path}/wallets`) }),
    verb({
      name: `POST ${path}/wallets/{walletId}/activate`,
      prepare: (world) => newWallet(world, { account: "acme" }),
      run: ({ send, another }, { walletId, addresses }) =>
        send("POST", `${path}/wallets/${walletId}/activate`, { firstAddress: addresses[0]?.address }, another),
    }),
    verb({
      name: `POST ${path}/wallets/{walletId}/retire`,
      prepare: activated,
      run: ({ send, house }, id) => send("POST", `${path}/wallets/${id}/retire`, { note: "given up" }, house),
    }),
    verb({
      name: `POST ${path}/chains/{network}/rescan`,
      prepare: (world) => world.paid(),
      run: ({ send, house }) => send("POST", `${path}/chains/bitcoin/rescan`, { from: 1, note: "look" }, house),
    }),
    verb({
      name: `POST ${path}/chains/{network}/resume`,
      prepare: ({ observer }) =>
        observer.ruler.query("update chain_cursor set paused_reason = 'deep' where network = 'tron'"),
      run: ({ send, house }) => send("POST", `${path}/chains/tron/resume`, { note: "seen" }, house),
    }),
  ]),
  verb({
    name: `POST ${RULES}`,
    run: ({ send, admin, receiver }) =>
      send("POST", RULES, { channel: "SLACK", topics: ["EXPORTS"], secretUrl: receiver.url }, admin),
  }),
  verb({
    name: `POST ${RULES}/{ruleId}/test`,
    prepare: notificationRule,
    run: ({ send, admin }, id) => send("POST", `${RULES}/${id}/test`, undefined, admin),
  }),
  verb({
    name: `DELETE ${RULES}/{ruleId}`,
    prepare: notificationRule,
    run: ({ send, admin }, id) => send("DELETE", `${RULES}/${id}`, undefined, admin),
  }),
  verb({
    name: `POST ${EXPORTS}`,
    run: ({ send, admin }) => send("POST", EXPORTS, { list: "audit", format: "csv" }, admin),
  }),
  verb({
    name: `POST ${EXPORTS}/count`,
    run: ({ send, admin }) => send("POST", `${EXPORTS}/count`, { list: "audit" }, admin),
  }),
  verb({
    name: `DELETE ${EXPORTS}/{exportId}`,
    prepare: exported,
    run: ({ send, admin }, id) => send("DELETE", `${EXPORTS}/${id}`, undefined, admin),
  }),
  verb({
    name: `POST ${EXPORTS}/{exportId}/again`,
    async prepare(world) {
      const id = await exported(world);
      await world.observer.ruler.query("update export_job set status = 'FAILED', finished_at = now() where id = $1", [
        id,
      ]);
      return id;
    },
    run: ({ send, admin }, id) => send("POST", `${EXPORTS}/${id}/again`, undefined, admin),
  }),
  verb({
    name: `GET ${EXPORTS}/{exportId}/file`,
    async prepare(world) {
      const id = await exported(world);
      await world.written(id);
      return id;
    },
    run: ({ api, admin }, id) => api.get(`${EXPORTS}/${id}/file`, admin),
  }),
  verb({ name: "POST /sandbox/v1/blocks", run: ({ control }) => control("blocks", { network: "tron" }) }),
  verb({
    name: "POST /sandbox/v1/book",
    run: ({ control }) => control("book", { base: "BCH", quote: "EUR", levels: [{ price: 412, quantity: 1 }] }),
  }),
  verb({ name: "POST /sandbox/v1/chain", run: ({ control }) => control("chain", { autoMine: true }) }),
  verb({ name: "POST /sandbox/v1/clock", run: ({ control }) => control("clock", { advanceMs: 1 }) }),
  verb({
    name: "POST /sandbox/v1/deposits",
    prepare: ({ api }) => api.bill(),
    run: ({ control }, { deposit_address: address, quantity }) => control("deposits", { address, quantity }),
  }),
  verb({
    name: "POST /sandbox/v1/prices",
    run: ({ control }) => control("prices", { base: "BCH", quote: "EUR", price: 412 }),
  }),
  verb({ name: "POST /sandbox/v1/reorg", run: ({ control }) => control("reorg", { network: "tron", depth: 1 }) }),
  verb({
    name: "POST /sandbox/v1/spend",
    prepare: async (world) => {
      await world.paid({ strategy: "RAI" });
      await world.task("extend-change");
    },
    run: ({ control }) => control("spend", { network: "bitcoin", asset: "BTC", quantity: 0.0001, to: "bc1qowner" }),
  }),
  verb({
    name: "POST /sandbox/v1/venue",
    prepare: ({ control }) => control("venue", { fault: "reject" }),
    run: ({ control }) => control("venue", { fault: "none" }),
  }),
  verb({
    name: "POST /sandbox/v1/settle, after a bill",
    async run({ api, control }) {
      await api.bill();
      return control("settle");
    },
  }),
  verb({
    name: "POST /sandbox/v1/scenarios",
    prepare: allEnded,
    run: ({ control }) => control("scenarios", { name: "expired" }),
  }),
  verb({
    name: "POST /sandbox/v1/proofs",
    async prepare(world) {
      await allEnded(world);
      return newEndpoint(world);
    },
    run: ({ control }, endpointId) => control("proofs", { endpointId, scenarios: ["expired"] }),
  }),
];
