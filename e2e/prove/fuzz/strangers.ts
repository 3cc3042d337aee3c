import type { ApiRequest } from "#e2e/world/client.ts";
import type { Owners } from "./owners.ts";
import type { Target } from "./request.ts";

/** Identifiers of each name that are asked for at a time. */
const MOST = 3;

/** Questions for what is another account's: every operation that reads something by its identifier, and actions that name it. */
export function questionsAbout(
  targets: readonly Target[],
  owners: Owners,
  account: string,
): { operationId: string; request: ApiRequest }[] {
  const reads = targets.filter(({ method }) => method === "GET").flatMap((target) => readsOf(target, owners, account));
  return [...reads, ...commandsOn(owners, account)];
}

function readsOf({ path, operation }: Target, owners: Owners, account: string) {
  const { operationId } = operation;
  const inPath = /\{(\w+)\}/.exec(path)?.[1];
  const fill = (name: string, write: (id: string) => string) =>
    owners.foreignTo(account, name, MOST).map((id) => ({ operationId, request: { target: write(id) } }));
  if (inPath) return fill(inPath, (id) => path.replace(/\{\w+\}/, id));
  const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  return inQuery.flatMap(({ name = "" }) => fill(name, (id) => `${path}?${name}=${id}`));
}

function commandsOn(owners: Owners, account: string) {
  const post = (operationId: string, target: string, body: object) => ({
    operationId,
    request: { method: "POST", target, body },
  });
  const payments = owners.foreignTo(account, "paymentId", MOST);
  const invoices = owners.foreignTo(account, "invoiceId", MOST);
  return [
    ...payments.map((paymentId) =>
      post("recordPayout", "/manage/v1/payouts", { asset: "BTC", quantity: 0.0001, paymentId, reference: "x" }),
    ),
    ...payments.map((paymentId) =>
      post("createConversion", "/payment/v1/conversion", {
        baseSymbol: "BTC",
        quoteSymbol: "EUR",
        quantity: 0.00199,
        items: [{ paymentId }],
      }),
    ),
    ...invoices.map((invoiceId) => post("quoteConversion", "/payment/v1/conversion/quote", { invoiceId })),
  ];
}
