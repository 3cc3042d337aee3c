import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { type VerbWorld, verb } from "./verb-world.ts";

const [BENEFICIARIES, PAYOUTS] = ["/manage/v1/beneficiaries", "/manage/v1/payouts"] as const;
const DAY = 86_400_000;

let made = 0;
const wanted = () => {
  made += 1;
  return { name: "Acme Trading", asset: "EUR", iban: ibanOf(made) };
};

async function beneficiary({ send, admin }: VerbWorld): Promise<string> {
  return (await send("POST", BENEFICIARIES, wanted(), admin)).as<{ beneficiaryId: string }>().beneficiaryId;
}
async function asked(world: VerbWorld): Promise<object> {
  await world.paid();
  return { asset: "EUR", quantity: 10, reference: "wire", beneficiaryId: await beneficiary(world) };
}
async function payout(world: VerbWorld): Promise<string> {
  const got = await world.send("POST", PAYOUTS, await asked(world), world.admin);
  return got.as<{ payoutId: string }>().payoutId;
}

export const VERBS_OF_PAYOUTS = [
  verb({
    name: `POST ${BENEFICIARIES}`,
    run: ({ send, admin }) => send("POST", BENEFICIARIES, wanted(), admin),
  }),
  verb({
    name: `POST ${BENEFICIARIES}/{beneficiaryId}/retire`,
    prepare: beneficiary,
    run: ({ send, admin }, id) => send("POST", `${BENEFICIARIES}/${id}/retire`, undefined, admin),
  }),
  verb({
    name: `POST ${PAYOUTS}, to a beneficiary`,
    prepare: asked,
    run: ({ send, admin }, body) => send("POST", PAYOUTS, body, admin),
  }),
  verb({
    name: `POST ${PAYOUTS}/{payoutId}/cancel`,
    prepare: payout,
    run: ({ send, admin }, id) => send("POST", `${PAYOUTS}/${id}/cancel`, {}, admin),
  }),
  verb({
    name: "POST /house/v1/payouts/{payoutId}/reject",
    prepare: payout,
    run: ({ send, house }, id) => send("POST", `/house/v1/payouts/${id}/reject`, { note: "no" }, house),
  }),
  verb({
    name: "POST /house/v1/payouts/files",
    async prepare(world) {
      await payout(world);
      const body = { place: "bank:main", asset: "EUR", address: ibanOf(900), label: "ours" };
      await world.send("POST", "/house/v1/destinations", body, world.house);
    },
    run: ({ send, house }) => send("POST", "/house/v1/payouts/files", { currency: "EUR" }, house),
  }),
  verb({
    name: `POST ${PAYOUTS}, to a beneficiary, where a second person is needed`,
    async prepare(world) {
      const body = await asked(world);
      await world.api.settings({ secondPerson: "always" });
      return body;
    },
    run: ({ send, admin }, body) => send("POST", PAYOUTS, body, admin),
  }),
  verb({
    name: `POST ${BENEFICIARIES}, where a second person is needed`,
    run: ({ send, admin }) => send("POST", BENEFICIARIES, wanted(), admin),
  }),
  verb({
    name: "worker lapse-payouts",
    prepare: ({ later }) => later(DAY),
    run: ({ task }) => task("lapse-payouts"),
  }),
];
