import { expect, test } from "vitest";
import { currency, ofacXml } from "./ofac.fixture.ts";
import { readOfac } from "./read-ofac.ts";

const EVM = "0x901bb9583B24d97e995513c6778dc6888AB6870e";
const TRON = "TNiq9AXBp9EjUqhDhrwrfvAA8U3GUQZH81";

async function* inPieces(text: string) {
  for (let at = 0; at < text.length; at += 37) yield text.slice(at, at + 37);
}
const read = (text: string) => readOfac(inPieces(text));

test("addresses on the chains that are watched, by whom and why, whatever currency they are listed under", async () => {
  const list = await read(
    ofacXml([
      {
        uid: "36618",
        last: "TRADER &amp; SONS",
        first: "Ann",
        programs: ["CYBER2", "DPRK3"],
        ids: [
          currency("XBT", "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h"),
          currency("XBT", "BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU"),
          currency("ETH", EVM),
          currency("USDT", TRON),
          currency("XMR", "5be5543ff73456ab9f2d207887e2af87322c651ea1a873c5b25b7ffae456c320"),
          ["Passport", "A1"],
        ],
      },
      {
        uid: "2",
        last: "SECOND",
        ids: [currency("ARB", EVM), currency("BCH", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a")],
      },
      { uid: "3", last: "NONE", ids: [] },
    ]),
  );
  expect(list).toMatchObject({ publishedOn: "2026-11-20", entries: 3 });
  expect(list.addresses.map(({ network, address, entry }) => [network, address, entry])).toEqual([
    ["bitcoin", "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h", "36618"],
    ["bitcoin", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "36618"],
    ["eth", EVM.toLowerCase(), "36618"],
    ["tron", TRON, "36618"],
    ["bitcoincash", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "2"],
  ]);
  expect(list.addresses[0]).toMatchObject({ name: "Ann TRADER & SONS", programs: "CYBER2, DPRK3" });
});

const one = { uid: "1", last: "ONE", ids: [] };
test.each([
  ["half a file", ofacXml([one]).slice(0, -20), /no well-formed XML/],
  ["fewer entries than it says", ofacXml([one], "11/20/2026", 2), /says it has 2 entries and has 1/],
  ["no entry", ofacXml([]), /has 0/],
  ["another list", "<Sanctions><x/></Sanctions>", /is a Sanctions, not OFAC's sdnList/],
  [
    "a file that asks for another one",
    `<!DOCTYPE sdnList [<!ENTITY x SYSTEM "file:///etc/hostname">]>${ofacXml([{ ...one, last: "&x;" }]).replace(/^<.xml.*?>/, "")}`,
    /no well-formed XML: .*undefined entity/,
  ],
  [
    "a text that unfolds",
    `<!DOCTYPE sdnList [<!ENTITY x "xx"><!ENTITY y "&x;&x;">]>${ofacXml([{ ...one, last: "&y;" }]).replace(/^<.xml.*?>/, "")}`,
    /no well-formed XML: .*undefined entity/,
  ],
  ["no day", ofacXml([one], "soon"), /does not say when/],
])("%s is refused", async (_what, text, sentence) => {
  await expect(read(text)).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    message: expect.stringMatching(sentence),
  });
});
