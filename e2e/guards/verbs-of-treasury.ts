import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { camt } from "#lib/bank/bank.fixture.ts";
import { type VerbWorld, verb } from "./verb-world.ts";

const MOVES = "/house/v1/moves";
const DESTINATIONS = "/house/v1/destinations";
const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

type Named = { destinationId: string };
async function destination({ send, house, one }: VerbWorld): Promise<string> {
  const { id } = await one<{ id: string | null }>("select max(id::text) as id from destination where ended_at is null");
  if (id) return id;
  const input = { place: "venue:sandbox", asset: "BTC", address: ADDRESS, label: "Stock" };
  return (await send("POST", DESTINATIONS, input, house)).as<Named>().destinationId;
}
const wanted = (destinationId: string, draft: boolean) => ({
  kind: "TO_VENUE",
  from: "custody:bitcoin",
  to: "venue:sandbox",
  asset: "BTC",
  quantity: 0.001,
  destinationId,
  note: "stock",
  draft,
});
async function move(world: VerbWorld, draft: boolean): Promise<string> {
  const input = wanted(await destination(world), draft);
  return (await world.send("POST", MOVES, input, world.house)).as<{ moveId: string }>().moveId;
}

/** What a venue pays of its own is no transfer that it would report. */
async function interest({ send, house }: VerbWorld): Promise<string> {
  const input = { kind: "CORRECTION", to: "venue:sandbox", asset: "BTC", quantity: 0.001, note: "interest" };
  return (await send("POST", MOVES, input, house)).as<{ moveId: string }>().moveId;
}

const LINES = "/house/v1/bank/lines";
export const IBAN = "DE89370400440532013000";

/** A line at the bank that nobody expects, and the correction of two persons that says what it is for. */
async function fee(world: VerbWorld): Promise<{ lineId: string; moveId: string }> {
  const { send, house, control, one } = world;
  await account(world);
  await control("bank", { currency: "EUR", amount: -1.5, reference: "fee" });
  const { id } = await one<{ id: string }>("select id from bank_line where reference = 'fee'");
  const input = { kind: "CORRECTION", from: "bank:main", asset: "EUR", quantity: 1.5, note: "price list" };
  const { moveId } = (await send("POST", MOVES, input, house)).as<{ moveId: string }>();
  return { lineId: id, moveId };
}
export async function account({ send, house, one }: VerbWorld): Promise<void> {
  const { known } = await one<{ known: string }>("select count(*) as known from destination where place = 'bank:main'");
  if (known !== "0") return;
  await send("POST", DESTINATIONS, { place: "bank:main", asset: "EUR", address: IBAN, label: "Nordbank" }, house);
}
const statement = camt({
  iban: IBAN,
  opening: "0.00",
  closing: "12.00",
  entries: [{ amount: "12.00", side: "CRDT", reference: "B1" }],
});

const mapping = {
  ...{ place: "bank:main", currency: "EUR", encoding: "UTF8", delimiter: "SEMICOLON", skipLines: 0, header: true },
  ...{ dateFormat: "YYYY-MM-DD", decimal: "COMMA", thousands: "NONE", signs: "MINUS_IS_DEBIT" },
  ...{ bookedColumn: "D", amountColumn: "A" },
};

const another = camt({ iban: IBAN, opening: "12.00", closing: "12.00", id: "STMT-2", entries: [] });

const TRANSFERS = "/house/v1/venue-transfers";

/** A deposit at the venue that nobody expects, and the owner's capital that it is. */
async function deposited(world: VerbWorld): Promise<{ transferId: string; moveId: string }> {
  const { send, house, control, one } = world;
  await control("venue-transfers", { kind: "DEPOSIT", asset: "EUR", quantity: 12, reference: "capital" });
  await world.task("read-transfers");
  const { id } = await one<{ id: string }>("select id from venue_transfer where venue_ref = 'capital'");
  const input = { kind: "CAPITAL_IN", to: "venue:sandbox", asset: "EUR", quantity: 12, note: "owner" };
  return { transferId: id, moveId: (await send("POST", MOVES, input, house)).as<{ moveId: string }>().moveId };
}

const TERMS = "/house/v1/settlement-terms";
const DAY = 86_400_000;
/** A bank account of acme's, and terms that name it. */
async function terms({ send, admin }: VerbWorld): Promise<object> {
  const bank = { name: "Acme GmbH", asset: "EUR", iban: ibanOf(700) };
  const made = await send("POST", "/manage/v1/beneficiaries", bank, admin);
  const { beneficiaryId } = made.as<{ beneficiaryId: string }>();
  return { account: "acme", currency: "EUR", schedule: "DAILY", beneficiaryId };
}
/** Something to settle, and the day after. */
async function sold({ paid, later }: VerbWorld): Promise<void> {
  await paid();
  await later(DAY);
}

export const VERBS_OF_TREASURY = [
  verb({
    name: "POST /house/v1/audit/verifications",
    run: ({ send, house }) => send("POST", "/house/v1/audit/verifications", undefined, house),
  }),
  verb({
    name: "POST /house/v1/custody/scans",
    run: ({ send, house }) => send("POST", "/house/v1/custody/scans", { network: "bitcoin", action: "START" }, house),
  }),
  verb({
    name: `POST ${TERMS}`,
    prepare: terms,
    run: ({ send, house }, body) => send("POST", TERMS, body, house),
  }),
  verb({ name: "worker make-settlements", prepare: sold, run: ({ task }) => task("make-settlements") }),
  verb({
    name: "worker ask-for-settlements",
    async prepare(world) {
      await sold(world);
      await world.task("make-settlements");
    },
    run: ({ task }) => task("ask-for-settlements"),
  }),
  verb({
    name: `POST ${DESTINATIONS}`,
    run: (world) => destination(world),
  }),
  verb({
    name: `POST ${MOVES}`,
    prepare: destination,
    run: ({ send, house }, id) => send("POST", MOVES, wanted(id, false), house),
  }),
  verb({
    name: `POST ${MOVES}/{moveId}/request`,
    prepare: (world) => move(world, true),
    run: ({ send, house }, id) => send("POST", `${MOVES}/${id}/request`, undefined, house),
  }),
  verb({
    name: `POST ${MOVES}/{moveId}/cancel`,
    prepare: (world) => move(world, false),
    run: ({ send, house }, id) => send("POST", `${MOVES}/${id}/cancel`, { note: "not needed" }, house),
  }),
  verb({
    name: `POST ${MOVES}/{moveId}/link`,
    prepare: interest,
    run: ({ send, another }, id) => {
      const input = { side: "ARRIVED", proof: "QGB1", quantity: 0.001, note: "compared" };
      return send("POST", `${MOVES}/${id}/link`, input, another);
    },
  }),
  verb({
    name: "POST /sandbox/v1/bank",
    run: ({ control }) => control("bank", { currency: "EUR", amount: 3, reference: "unknown" }),
  }),
  verb({
    name: "POST /house/v1/bank/statements",
    prepare: account,
    run: ({ send, house }) => send("POST", "/house/v1/bank/statements", { text: statement }, house),
  }),
  verb({
    name: "POST /house/v1/bank/mappings",
    prepare: account,
    run: ({ send, house }) => send("POST", "/house/v1/bank/mappings", mapping, house),
  }),
  verb({
    name: "POST /house/v1/bank/mappings/preview",
    run: ({ send, house }) =>
      send(
        "POST",
        "/house/v1/bank/mappings/preview",
        { ...mapping, content: Buffer.from("D;A\n2026-11-23;1,00\n").toString("base64") },
        house,
      ),
  }),
  verb({
    name: `POST ${LINES}/{lineId}/link`,
    prepare: fee,
    run: ({ send, another }, { lineId, moveId }) =>
      send("POST", `${LINES}/${lineId}/link`, { moveId, note: "price list" }, another),
  }),
  verb({
    name: "POST /house/v1/resolutions",
    async prepare({ control, one }) {
      await control("bank", { currency: "EUR", amount: 4, reference: "nobody's" });
      return one<{ id: string }>("select id from bank_line where reference = 'nobody''s'");
    },
    run: ({ send, house }, { id: subjectId }) =>
      send("POST", "/house/v1/resolutions", { kind: "OWN", subjectId, note: "a refund of the venue" }, house),
  }),
  verb({
    name: "POST /house/v1/lost-hours",
    prepare: ({ observer }) =>
      observer.ruler.query(
        "update deployment set epoch = 2, restored_at = business_now(), recovered_at = business_now()",
      ),
    run: ({ send, house }) => send("POST", "/house/v1/lost-hours", { note: "both signers were asked" }, house),
  }),
  verb({
    name: "POST /house/v1/orders/{orderId}/never-placed",
    async prepare({ send, control, invoice, later, one }) {
      const invoiceId = await invoice();
      await send("POST", "/payment/v1/conversion/quote", { invoiceId });
      await control("venue", { fault: "timeout-before-accept" });
      await send("POST", "/payment/v1/conversion/execute", { invoiceId });
      await control("venue", { fault: "none" });
      await later(20_001);
      return one<{ id: string }>("select id from venue_order where conversion_id = $1", [invoiceId]);
    },
    run: ({ send, house }, { id }) =>
      send("POST", `/house/v1/orders/${id}/never-placed`, { note: "no such order at the venue" }, house),
  }),
  verb({
    name: "PATCH /house/v1/inventory",
    run: ({ send, house }) =>
      send("PATCH", "/house/v1/inventory", { venue: "sandbox", asset: "BTC", floor: 0.1, target: 0.2 }, house),
  }),
  verb({
    name: "POST /sandbox/v1/venue-transfers",
    run: ({ control }) => control("venue-transfers", { kind: "DEPOSIT", asset: "EUR", quantity: 7, state: "PENDING" }),
  }),
  verb({
    name: `POST ${TRANSFERS}/{transferId}/link`,
    prepare: deposited,
    run: ({ send, another }, { transferId, moveId }) =>
      send("POST", `${TRANSFERS}/${transferId}/link`, { moveId, note: "the owner's" }, another),
  }),
  verb({
    name: "POST /house/v1/bank/statements, of one person",
    prepare: (world) => world.api.settings({ secondPerson: "always" }),
    run: ({ send, house }) => send("POST", "/house/v1/bank/statements", { text: another, fileName: "b.xml" }, house),
  }),
  verb({
    name: `POST ${DESTINATIONS}/{destinationId}/end`,
    prepare: destination,
    run: ({ send, house }, id) => send("POST", `${DESTINATIONS}/${id}/end`, { note: "closed" }, house),
  }),
  verb({
    name: "worker lapse-moves",
    async prepare(world) {
      await world.api.settings({ secondPerson: "always" });
      await world.send("POST", MOVES, wanted(await destination(world), false), world.house);
      await world.later(DAY);
    },
    run: ({ task }) => task("lapse-moves"),
  }),
];
