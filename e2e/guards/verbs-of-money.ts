import { verb } from "./verb-world.ts";

const CREATE = "/payment/v1/requestPaymentAddress";
const BILL = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "shop-1" };
const CONVERSION = "/payment/v1/conversion";
/** Each another than the one before, as what stays as it is loosens nothing. */
const TOLERANCES = { approve: 10, decline: 20, withdraw: 30 } as const;
const SETTINGS = "/manage/v1/settings";
const HOUSE_SETTINGS = "/house/v1/settings";

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
        const input = { toleranceBps: TOLERANCES[command], reason: "agreed" };
        return (await send("PATCH", SETTINGS, input, admin)).as<{ approvalId: string }>().approvalId;
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
  ...(["approve", "decline"] as const).map((command) =>
    verb({
      name: `POST /house/v1/approvals/{approvalId}/${command}`,
      async prepare({ send, admin }) {
        const input = { asset: "EUR", quantity: 10, reference: "wire" };
        return (await send("POST", "/manage/v1/payouts", input, admin)).as<{ approvalId: string }>().approvalId;
      },
      run: ({ send, house }, id) =>
        send("POST", `/house/v1/approvals/${id}/${command}`, command === "decline" ? { note: "no" } : {}, house),
    }),
  ),
  verb({
    name: "POST /house/v1/approvals/{approvalId}/withdraw",
    async prepare({ send, house }) {
      const input = { spreadBps: 90, reason: "agreed" };
      return (await send("PATCH", HOUSE_SETTINGS, input, house)).as<{ approvalId: string }>().approvalId;
    },
    run: ({ send, house }, id) => send("POST", `/house/v1/approvals/${id}/withdraw`, {}, house),
  }),
  verb({
    name: `PATCH ${HOUSE_SETTINGS}, of a rate, approved`,
    async prepare({ send, house }) {
      const got = await send("PATCH", HOUSE_SETTINGS, { account: "acme", spreadBps: 80, reason: "agreed" }, house);
      return got.as<{ approvalId: string }>().approvalId;
    },
    run: ({ send, another }, id) => send("POST", `/house/v1/approvals/${id}/approve`, {}, another),
  }),
  verb({
    name: `PATCH ${SETTINGS}`,
    prepare: ({ api }) => api.settings({ secondPerson: "never" }),
    run: ({ send, admin }) => send("PATCH", SETTINGS, { toleranceBps: 0, overpayment: "CONVERT" }, admin),
  }),
  verb({
    name: `PATCH ${HOUSE_SETTINGS}`,
    run: ({ send, house }) =>
      send("PATCH", HOUSE_SETTINGS, { account: "acme", spreadBps: 100, lifetimeMs: 1_200_000 }, house),
  }),
  ...(["release", "decline"] as const).map((command) =>
    verb({
      name: `POST /house/v1/deposits/{txId}/${command}`,
      prepare: (world) => world.held(),
      run: ({ send, house }, { txId }) =>
        send("POST", `/house/v1/deposits/${txId}/${command}`, { note: "seen" }, house),
    }),
  ),
  ...(["release", "decline"] as const).map((command) =>
    verb({
      name: `POST /manage/v1/deposits/{txId}/${command}`,
      prepare: (world) => world.held(),
      run: ({ send, admin }, { txId }) =>
        send("POST", `/manage/v1/deposits/${txId}/${command}`, { note: "seen" }, admin),
    }),
  ),
];
