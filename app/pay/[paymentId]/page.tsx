import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { contextFor, theApp } from "#lib/kernel/app.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { payerState } from "#lib/payments/payer-state.ts";
import { PayerPage } from "#components/payer/payer-page.tsx";
import { words } from "#components/payer/words.ts";

type Props = { params: Promise<{ paymentId: string }> };

export const generateMetadata = (): Metadata => ({ title: { absolute: words.title } });

/** Public: the link gives access to what the payer needs. The first state comes with the page, later by polling. */
export default async function Page({ params }: Props) {
  const { paymentId } = await params;
  return <PayerPage initial={await stateText(paymentId)} paymentId={paymentId} />;
}

async function stateText(paymentId: string): Promise<string> {
  try {
    return writeJson(await payerState(contextFor(await theApp(), { actor: { kind: "public" } }), { paymentId }));
  } catch (error) {
    if (isRefusal(error)) notFound();
    throw error;
  }
}
