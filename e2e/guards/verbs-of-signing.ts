import { type VerbWorld, verb } from "./verb-world.ts";

const PREPARED = "/house/v1/prepared-transactions";
const PAID = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

/** A payout of bitcoin that waits to be prepared, of the one beneficiary there is. */
async function payout(world: VerbWorld): Promise<object> {
  const { send, admin } = world;
  await world.paid({ strategy: "RAI", fiatReceivable: 600 });
  await world.task("extend-change");
  const list = (await send("GET", "/manage/v1/beneficiaries", undefined, admin)).as<{
    data: { beneficiaryId: string; address?: string }[];
  }>();
  const known = list.data.find(({ address }) => address === PAID)?.beneficiaryId;
  const body = { name: "Acme", asset: "BTC", address: PAID };
  const beneficiaryId =
    known ??
    (await send("POST", "/manage/v1/beneficiaries", body, admin)).as<{ beneficiaryId: string }>().beneficiaryId;
  const input = { asset: "BTC", quantity: 0.001, reference: "out", beneficiaryId };
  const { payoutId } = (await send("POST", "/manage/v1/payouts", input, admin)).as<{ payoutId: string }>();
  return { network: "bitcoin", payoutIds: [payoutId] };
}

export async function prepared(world: VerbWorld): Promise<string> {
  const made = await world.send("POST", PREPARED, await payout(world), world.house);
  return made.as<{ preparedId: string }>().preparedId;
}

export async function signature(world: VerbWorld): Promise<{ id: string; signed: string }> {
  const id = await prepared(world);
  return { id, ...(await world.control("sign", { preparedId: id })).as<{ signed: string }>() };
}

export const bringBack = ({ send, house }: VerbWorld, { id, signed }: { id: string; signed: string }) =>
  send("POST", `${PREPARED}/${id}/signed`, { signed }, house);

export const VERBS_OF_SIGNING = [
  verb({
    name: `POST ${PREPARED}`,
    prepare: payout,
    run: ({ send, house }, body) => send("POST", PREPARED, body, house),
  }),
  verb({
    name: `POST ${PREPARED}/{preparedId}/cancel`,
    prepare: prepared,
    run: ({ send, house }, id) => send("POST", `${PREPARED}/${id}/cancel`, { note: "no" }, house),
  }),
  verb({
    name: "POST /sandbox/v1/sign",
    prepare: prepared,
    run: ({ control }, preparedId) => control("sign", { preparedId }),
  }),
  verb({ name: `POST ${PREPARED}/{preparedId}/signed`, prepare: signature, run: bringBack }),
  verb({
    name: `POST ${PREPARED}/{preparedId}/send`,
    async prepare(world) {
      const on = await signature(world);
      await bringBack(world, on);
      return on.id;
    },
    run: ({ send, house }, id) => send("POST", `${PREPARED}/${id}/send`, undefined, house),
  }),
];
