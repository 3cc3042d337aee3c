import { SaxesParser } from "saxes";
import type { Network } from "#lib/kernel/assets.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { comparable } from "./sender-form.ts";

/** An address of a sanctioned person or entity; `entry` is the list's uid of it. */
export type SanctionedAddress = { network: Network; address: string; entry: string; name: string; programs: string };

/** What stands in a list: how many entries it has, and those of their addresses that belong to chains we watch. */
export type OfacList = { publishedOn: string; entries: number; addresses: SanctionedAddress[] };

const CURRENCY = /^Digital Currency Address - (\w+)$/;
const OF_CURRENCY: Readonly<Record<string, Network>> = { XBT: "bitcoin", BCH: "bitcoincash" };
const EVM = /^0x[0-9a-f]{40}$/i;
const TRON = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/**
 * Reads the list of Specially Designated Nationals in the form that OFAC publishes as SDN.XML: `sdnList` with
 * `publshInformation` (its spelling) and one `sdnEntry` each, addresses as `id`s of the type "Digital Currency Address - XBT".
 * An EVM or Tron address counts for its chain under whatever currency it is listed. Refuses with VALIDATION_FAILED what is
 * no such list, or not all of it: the file says itself how many entries it has.
 */
export async function readOfac(chunks: AsyncIterable<string>): Promise<OfacList> {
  const reader = readerOf();
  try {
    for await (const chunk of chunks) reader.write(chunk);
    return reader.end();
  } catch (error) {
    if (error instanceof NotXml) throw invalid("file", `The file is no well-formed XML: ${error.message}`);
    throw error;
  }
}

class NotXml extends Error {}

type Entry = { uid: string; first: string; last: string; programs: string[]; ids: { type: string; number: string }[] };

function readerOf() {
  const parser = new SaxesParser();
  const path: string[] = [];
  const found = { published: "", records: "", entries: 0 };
  const addresses: SanctionedAddress[] = [];
  let entry: Entry | undefined;
  let text = "";
  parser.on("error", (error) => {
    throw new NotXml(error.message);
  });
  parser.on("opentag", ({ name, prefix }: { name: string; prefix?: string }) => {
    const local = prefix ? name.slice(prefix.length + 1) : name;
    path.push(local);
    text = "";
    if (path.length === 1 && local !== "sdnList") throw invalid("file", `The file is a ${local}, not OFAC's sdnList.`);
    if (at("sdnList/sdnEntry")) entry = { uid: "", first: "", last: "", programs: [], ids: [] };
    if (at("sdnList/sdnEntry/idList/id")) entry?.ids.push({ type: "", number: "" });
  });
  parser.on("text", (more) => {
    text += more;
  });
  parser.on("closetag", () => {
    const value = text.trim();
    text = "";
    if (at("sdnList/publshInformation/Publish_Date")) found.published = value;
    if (at("sdnList/publshInformation/Record_Count")) found.records = value;
    if (entry) keep(entry, value);
    if (entry && at("sdnList/sdnEntry")) {
      found.entries += 1;
      addresses.push(...addressesOf(entry));
      entry = undefined;
    }
    path.pop();
  });

  const at = (where: string): boolean => path.join("/") === where;

  function keep(of: Entry, value: string): void {
    const id = of.ids.at(-1);
    if (at("sdnList/sdnEntry/uid")) of.uid = value;
    else if (at("sdnList/sdnEntry/firstName")) of.first = value;
    else if (at("sdnList/sdnEntry/lastName")) of.last = value;
    else if (at("sdnList/sdnEntry/programList/program")) of.programs.push(value);
    else if (id && at("sdnList/sdnEntry/idList/id/idType")) id.type = value;
    else if (id && at("sdnList/sdnEntry/idList/id/idNumber")) id.number = value;
  }

  return {
    write: (chunk: string) => void parser.write(chunk),
    end(): OfacList {
      parser.close();
      if (found.entries === 0 || `${found.entries}` !== found.records)
        throw invalid("file", `The file says it has ${found.records || "no"} entries and has ${found.entries}.`);
      return { publishedOn: dayOf(found.published), entries: found.entries, addresses: once(addresses) };
    },
  };
}

/** `11/21/2026` as an ISO 8601 date. */
function dayOf(published: string): string {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(published) ?? [];
  if (!year) throw invalid("file", "The file does not say when it was published.");
  return `${year}-${month}-${day}`;
}

function addressesOf({ uid, first, last, programs, ids }: Entry): SanctionedAddress[] {
  return ids.flatMap(({ type, number }) => {
    const currency = CURRENCY.exec(type)?.[1];
    const network = currency === undefined ? undefined : networkOf(currency, number);
    if (!network) return [];
    const name = [first, last].filter(Boolean).join(" ");
    return [{ network, address: comparable(network, number), entry: uid, name, programs: programs.join(", ") }];
  });
}

function networkOf(currency: string, address: string): Network | undefined {
  if (EVM.test(address)) return "eth";
  if (TRON.test(address)) return "tron";
  return OF_CURRENCY[currency];
}

/** An address that several entries share stands once, under the first of them. */
function once(all: readonly SanctionedAddress[]): SanctionedAddress[] {
  const by = new Map<string, SanctionedAddress>();
  for (const one of all) {
    const key = `${one.network} ${one.address}`;
    if (!by.has(key)) by.set(key, one);
  }
  return [...by.values()];
}
