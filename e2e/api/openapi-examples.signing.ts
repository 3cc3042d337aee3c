import type { Api } from "#e2e/world/api.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";

/** What stands where an example has its identifiers. */
export type Real = Record<string, string>;

/** A payout of bitcoin that waits to be prepared. */
export async function cryptoPayout(api: Api): Promise<Real> {
  const bill = await api.bill({ strategy: "RAI", fiatReceivable: 600 });
  await api.control("deposits", { address: bill.deposit_address, quantity: bill.quantity, confirmations: 20 });
  await api.settle();
  const staff = await api.staff("treasurer");
  const list = (await api.get("/manage/v1/beneficiaries")).as<{
    data: { beneficiaryId: string; address?: string; status: string }[];
  }>();
  const body = { name: "Acme", asset: "BTC", address: IDS.address };
  const known = list.data.find(({ address, status }) => address === IDS.address && status === "ACTIVE")?.beneficiaryId;
  const beneficiaryId =
    known ??
    (await api.send({ method: "POST", target: "/manage/v1/beneficiaries", body, ...staff })).as<{
      beneficiaryId: string;
    }>().beneficiaryId;
  const input = { asset: "BTC", quantity: 0.001, reference: "out", beneficiaryId };
  const made = await api.send({ method: "POST", target: "/manage/v1/payouts", body: input, ...staff });
  return { [IDS.payout]: made.as<{ payoutId: string }>().payoutId };
}

export async function prepared(api: Api): Promise<Real> {
  const real = await cryptoPayout(api);
  const house = await api.staffOfHouse("admin");
  const body = { network: "bitcoin", payoutIds: [real[IDS.payout]] };
  const made = await api.send({ method: "POST", target: "/house/v1/prepared-transactions", body, ...house });
  return { ...real, [IDS.prepared]: made.as<{ preparedId: string }>().preparedId };
}

/** What the contract's example of a signed transaction stands for. */
const SIGNED = "cHNidP8BAHECAAAAAQ…";

export async function signedOne(api: Api): Promise<Real> {
  const real = await prepared(api);
  const made = await api.post("/sandbox/v1/sign", { preparedId: real[IDS.prepared] });
  return { ...real, [SIGNED]: made.as<{ signed: string }>().signed };
}

export async function broughtBack(api: Api): Promise<Real> {
  const real = await signedOne(api);
  const target = `/house/v1/prepared-transactions/${real[IDS.prepared]}/signed`;
  await api.send({ method: "POST", target, body: { signed: real[SIGNED] }, ...(await api.staffOfHouse("admin")) });
  return real;
}

let credits = 0;

/** A credit of the bank that nobody expects. */
export async function bankCredit(api: Api): Promise<Real> {
  credits += 1;
  const reference = `credit ${credits}`;
  await api.control("bank", { currency: "EUR", amount: 250, reference });
  const house = await api.staffOfHouse("admin");
  const { data } = (await api.send({ method: "GET", target: "/house/v1/bank/lines?belongsTo=NOBODY", ...house })).as<{
    data: { lineId: string; reference: string }[];
  }>();
  return { [IDS.bankLine]: data.find((line) => line.reference === reference)?.lineId ?? "" };
}
