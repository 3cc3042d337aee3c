type Listed = {
  uid: string;
  last: string;
  first?: string;
  programs?: readonly string[];
  ids: readonly (readonly [string, string])[];
};

/** A list in the form of OFAC's SDN.XML; `count`: how many entries it says it has. */
export function ofacXml(listed: readonly Listed[], published = "11/20/2026", count = listed.length): string {
  const entries = listed.map(
    ({ uid, last, first, programs = ["CYBER2"], ids }) => `<sdnEntry><uid>${uid}</uid>
      ${first ? `<firstName>${first}</firstName>` : ""}<lastName>${last}</lastName><sdnType>Entity</sdnType>
      <programList>${programs.map((one) => `<program>${one}</program>`).join("")}</programList>
      <idList>${ids.map(([type, number], at) => `<id><uid>${at}</uid><idType>${type}</idType><idNumber>${number}</idNumber></id>`).join("")}</idList>
      <akaList><aka><uid>9</uid><lastName>ALSO</lastName></aka></akaList></sdnEntry>`,
  );
  return `<?xml version="1.0" standalone="yes"?>
    <sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
    <publshInformation><Publish_Date>${published}</Publish_Date><Record_Count>${count}</Record_Count></publshInformation>
    ${entries.join("\n")}</sdnList>`;
}

export const currency = (symbol: string, address: string) => [`Digital Currency Address - ${symbol}`, address] as const;

/** The bytes of a file as they are read, in small pieces. */
export async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 61) yield bytes.subarray(at, at + 61);
}
