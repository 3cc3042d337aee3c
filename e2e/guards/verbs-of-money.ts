import { verb } from "./verb-world.ts";

const CREATE = "/payment/v1/requestPaymentAddress";
const BILL = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "shop-1" };
const CONVERSION = "/payment/v1/conversion";

export const VERBS_OF_MONEY = [
  verb({ name: `POST ${CREATE}`, run: ({ send }) => send("POST", CREATE, BILL) }),
  verb({
    name: `POST ${CONVERSION}`,
    async prepare(world) {
      const { paymentId } = await world.paid({ strategy: "RAI" });
      return { paymentId, quantity: (await world.api.payment(paymentId)).quantityUnconverted };
    },
    run: ({ send }, { paymentId, quantity }) =>
      send("POST", CONVERSION, { baseSymbol: "BTC", quoteSymbol: "EUR", quantity, items: [{ paymentId }] }),
  }),
  verb({
    name: `DELETE ${CONVERSION}`,
    prepare: (world) => world.invoice(),
    run: ({ send }, invoiceId) => send("DELETE", CONVERSION, { invoiceId }),
  }),
  verb({
    name: `POST ${CONVERSION}/quote`,
    prepare: (world) => world.invoice(),
    run: ({ send }, invoiceId) => send("POST", `${CONVERSION}/quote`, { invoiceId }),
  }),
  verb({
    name: `POST ${CONVERSION}/execute`,
    async prepare(world) {
      const invoiceId = await world.invoice();
      await world.send("POST", `${CONVERSION}/quote`, { invoiceId });
      await world.settle();
      return invoiceId;
    },
    run: ({ send }, invoiceId) => send("POST", `${CONVERSION}/execute`, { invoiceId }),
  }),
  verb({
    name: "POST /manage/v1/payouts",
    prepare: (world) => world.paid(),
    run: ({ send, admin }) =>
      send("POST", "/manage/v1/payouts", { asset: "EUR", quantity: 10, reference: "wire" }, admin),
  }),
  verb({
    name: "POST /manage/v1/payouts, of crypto of a bill",
    prepare: (world) => world.paid({ strategy: "RAI" }),
    run: ({ send }, { paymentId }) =>
      send("POST", "/manage/v1/payouts", { asset: "BTC", quantity: 0.001, reference: "wire", paymentId }),
  }),
  verb({
    name: "POST /manage/v1/payouts, of all that is held",
    prepare: (world) => world.held(),
    run: ({ send }, { txId, bill: { quantity } }) =>
      send("POST", "/manage/v1/payouts", { asset: "BTC", quantity, reference: "back", txId }),
  }),
  verb({
    name: "POST /manage/v1/payouts, where a second person is needed",
    async prepare(world) {
      await world.paid();
      await world.api.settings({ secondPerson: "always" });
    },
    run: ({ send, admin }) =>
      send("POST", "/manage/v1/payouts", { asset: "EUR", quantity: 10, reference: "wire" }, admin),
  }),
  ...(["approve", "decline", "withdraw"] as const).map((command) =>
    verb({
      name: `POST /manage/v1/approvals/{approvalId}/${command}`,
      async prepare({ send, admin }) {
        const asked = { asset: "EUR", quantity: 10, reference: "wire" };
        return (await send("POST", "/manage/v1/payouts", asked, admin)).as<{ approvalId: string }>().approvalId;
      },
      run: ({ send, admin, second }, id) =>
        send(
          "POST",
          `/manage/v1/approvals/${id}/${command}`,
          command === "decline" ? { note: "no" } : {},
          command === "withdraw" ? admin : second,
        ),
    }),
  ),
  verb({
    name: "PATCH /manage/v1/settings, of a rate, approved",
    async prepare({ send, admin }) {
      const got = await send("PATCH", "/manage/v1/settings", { spreadBps: 100, reason: "agreed" }, admin);
      return got.as<{ approvalId: string }>().approvalId;
    },
    run: ({ send, second }, id) => send("POST", `/manage/v1/approvals/${id}/approve`, {}, second),
  }),
  verb({
    name: "PATCH /manage/v1/settings",
    async prepare(world) {
      await world.observer.ruler.query(
        "insert into setting select gen_random_uuid(), id, 'secondPerson', '', business_now(), 'test' from account where name = 'acme'",
      );
    },
    run: ({ send, admin }) => send("PATCH", "/manage/v1/settings", { toleranceBps: 0, lifetimeMs: 1_200_000 }, admin),
  }),
  ...(["release", "decline"] as const).map((command) =>
    verb({
      name: `POST /manage/v1/deposits/{txId}/${command}`,
      prepare: (world) => world.held(),
      run: ({ send, admin }, { txId }) =>
        send("POST", `/manage/v1/deposits/${txId}/${command}`, { note: "seen" }, admin),
    }),
  ),
];
