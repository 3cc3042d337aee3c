import { readAddress } from "#lib/beneficiaries/address.ts";
import { NETWORKS } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { comparable } from "#lib/screening/sender-form.ts";
import { writtenPlaces } from "./written-store.ts";

type Written = { what: string; network: string; address: string; script: string; compared?: string | null };

/**
 * Reads the addresses that money goes to once more: people see and agree to an address, chains pay a script, and lists name
 * a form of it. Answers a line for each that says otherwise.
 */
export async function checkScripts({ db }: Ctx): Promise<string[]> {
  const { beneficiaries, links, outputs } = await writtenPlaces(db);
  const written: Written[] = [
    ...beneficiaries.map((row) => ({ what: `beneficiary ${row.id}`, ...placeOf(row) })),
    ...links.map((row) => ({ what: `refund link ${row.id}`, ...placeOf(row) })),
    ...outputs.map(({ preparedId, n, address, script, prepared: { network } }) => ({
      ...{ what: `output ${n} of ${preparedId}`, network, address, script },
    })),
  ];
  return written.filter((one) => !isAs(one)).map(({ what, address }) => `${what}: ${address}`);
}

type Place = Readonly<Record<"network" | "address" | "script" | "compared", string | null>>;
const placeOf = ({ network, address, script, compared }: Place) => ({
  ...{ network: network ?? "", address: address ?? "", script: script ?? "", compared },
});

function isAs({ network, address, script, compared }: Written): boolean {
  const known = NETWORKS.find((one) => one === network);
  const read = known && readAddress(known, address);
  return read?.script === script && (compared === undefined || compared === comparable(known ?? "eth", read.address));
}
