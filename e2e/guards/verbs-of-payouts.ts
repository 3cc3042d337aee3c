import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { type VerbWorld, verb } from "./verb-world.ts";

const [BENEFICIARIES, PAYOUTS] = ["/manage/v1/beneficiaries", "/manage/v1/payouts"] as const;
const LINKS = "/manage/v1/refund-links";
const DAY = 86_400_000;

let made = 0;
const wanted = () => {
  made += 1;
  return { name: "Acme Trading", asset: "EUR", iban: ibanOf(made) };
};

async function beneficiary({ send, admin }: VerbWorld): Promise<string> {
  return (await send("POST", BENEFICIARIES, wanted(), admin)).as<{ beneficiaryId: string }>().beneficiaryId;
}
async function payoutInput(world: VerbWorld): Promise<object> {
  await world.paid();
  return { asset: "EUR", quantity: 10, reference: "wire", beneficiaryId: await beneficiary(world) };
}
export async function payout(world: VerbWorld): Promise<string> {
  const got = await world.send("POST", PAYOUTS, await payoutInput(world), world.admin);
  return got.as<{ payoutId: string }>().payoutId;
}

/** A payout that waits for a file, and an account of ours to pay it from. */
async function payable(world: VerbWorld, bank = "main"): Promise<string> {
  const payoutId = await payout(world);
  const body = { place: `bank:${bank}`, asset: "EUR", address: ibanOf(900), label: "ours" };
  await world.send("POST", "/house/v1/destinations", body, world.house);
  return payoutId;
}

/** A deposit with something to give back, and an open link for it. */
async function refundable(world: VerbWorld): Promise<{ paymentId: string; txId: string }> {
  const { paymentId } = await world.paid({ strategy: "RAI" });
  return { paymentId, txId: String((await world.api.payment(paymentId)).deposits[0]?.txId) };
}
async function refundLink(world: VerbWorld): Promise<{ refundLinkId: string; token: string }> {
  const made = await world.send("POST", LINKS, await refundable(world), world.admin);
  const { refundLinkId, url } = made.as<{ refundLinkId: string; url: string }>();
  return { refundLinkId, token: url.split("#")[1] ?? "" };
}
const PAYERS = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
/** As anybody who holds the link. */
const NOBODY = { key: null } as const;

export const VERBS_OF_PAYOUTS = [
  verb({
    name: `POST ${LINKS}`,
    prepare: refundable,
    run: ({ send, admin }, of) => send("POST", LINKS, of, admin),
  }),
  verb({
    name: `POST ${LINKS}, where one is open`,
    async prepare(world) {
      const of = await refundable(world);
      await world.send("POST", LINKS, of, world.admin);
      return of;
    },
    run: ({ send, admin }, of) => send("POST", LINKS, of, admin),
  }),
  verb({
    name: `POST ${LINKS}/{refundLinkId}/end`,
    prepare: refundLink,
    run: ({ send, admin }, { refundLinkId }) => send("POST", `${LINKS}/${refundLinkId}/end`, undefined, admin),
  }),
  verb({
    name: "POST /manage/v1/refunds/open",
    prepare: refundLink,
    run: ({ send }, { token }) => send("POST", "/manage/v1/refunds/open", { token }, NOBODY),
  }),
  verb({
    name: "POST /manage/v1/refunds/check",
    prepare: refundLink,
    run: ({ send }, { token }) => send("POST", "/manage/v1/refunds/check", { token, address: PAYERS }, NOBODY),
  }),
  verb({
    name: "POST /manage/v1/refunds/address",
    prepare: refundLink,
    run: ({ send }, { token }) => send("POST", "/manage/v1/refunds/address", { token, address: PAYERS }, NOBODY),
  }),
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
    prepare: payoutInput,
    run: ({ send, admin }, body) => send("POST", PAYOUTS, body, admin),
  }),
  verb({
    name: `POST ${PAYOUTS}/{payoutId}/cancel`,
    async prepare(world) {
      const body = await payoutInput(world);
      await world.api.settings({ secondPerson: "always" });
      const got = await world.send("POST", PAYOUTS, body, world.admin);
      await world.api.settings({ secondPerson: "never" });
      return got.as<{ payoutId: string }>().payoutId;
    },
    run: ({ send, admin }, id) => send("POST", `${PAYOUTS}/${id}/cancel`, {}, admin),
  }),
  verb({
    name: "POST /house/v1/payouts/{payoutId}/reject",
    prepare: payout,
    run: ({ send, house }, id) => send("POST", `/house/v1/payouts/${id}/reject`, { note: "no" }, house),
  }),
  verb({
    name: "POST /house/v1/payouts/files",
    prepare: (world) => payable(world),
    run: ({ send, house }) => send("POST", "/house/v1/payouts/files", { currency: "EUR" }, house),
  }),
  verb({
    name: "POST /house/v1/payouts/{payoutId}/fail",
    async prepare(world) {
      const payoutId = await payable(world, "other");
      await world.send("POST", "/house/v1/payouts/files", { currency: "EUR", bank: "other" }, world.house);
      return payoutId;
    },
    run: ({ send, house }, id) => send("POST", `/house/v1/payouts/${id}/fail`, { note: "refused" }, house),
  }),
  verb({
    name: `POST ${PAYOUTS}, to a beneficiary, where a second person is needed`,
    async prepare(world) {
      const body = await payoutInput(world);
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
