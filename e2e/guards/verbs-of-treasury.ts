import { type VerbWorld, verb } from "./verb-world.ts";

const MOVES = "/house/v1/moves";
const DESTINATIONS = "/house/v1/destinations";
const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

type Named = { destinationId: string };
async function destination({ send, house, one }: VerbWorld): Promise<string> {
  const { id } = await one<{ id: string | null }>("select max(id::text) as id from destination where ended_at is null");
  if (id) return id;
  const asked = { place: "venue:sandbox", asset: "BTC", address: ADDRESS, label: "Stock" };
  return (await send("POST", DESTINATIONS, asked, house)).as<Named>().destinationId;
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
  const asked = wanted(await destination(world), draft);
  return (await world.send("POST", MOVES, asked, world.house)).as<{ moveId: string }>().moveId;
}

export const VERBS_OF_TREASURY = [
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
    prepare: (world) => move(world, false),
    run: ({ send, another }, id) => {
      const asked = { side: "ARRIVED", proof: "QGB1", quantity: 0.001, note: "compared" };
      return send("POST", `${MOVES}/${id}/link`, asked, another);
    },
  }),
  verb({
    name: `POST ${DESTINATIONS}/{destinationId}/end`,
    prepare: destination,
    run: ({ send, house }, id) => send("POST", `${DESTINATIONS}/${id}/end`, { note: "closed" }, house),
  }),
];
