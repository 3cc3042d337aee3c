import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { camt } from "#lib/bank/bank.fixture.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { COMMANDS } from "#lib/cli/commands.ts";
import { type VerbWorld, verb } from "./verb-world.ts";
import { payout } from "./verbs-of-payouts.ts";
import { bringBack, prepared, signature } from "./verbs-of-signing.ts";
import { account, IBAN } from "./verbs-of-treasury.ts";

const inFolder = (name: string) => join(mkdtempSync(join(tmpdir(), "desk-command-")), name);

/** A command of the operator's, as typed. */
async function typed({ operator }: VerbWorld, name: string, values: Record<string, string>, ...words: string[]) {
  const command = COMMANDS[name];
  if (!command) throw new Error(`there is no command ${name}`);
  return command.run(operator, { values, words }, []);
}

function written(name: string, content: string): string {
  const file = inFolder(name);
  writeFileSync(file, content);
  return file;
}

const statement = camt({
  iban: IBAN,
  opening: "0.00",
  closing: "9.00",
  entries: [{ amount: "9.00", side: "CRDT", reference: "C1" }],
});

export const VERBS_OF_TREASURY_COMMANDS = [
  ...["places", "moves", "payouts", "settlements", "signing"].map((name) =>
    verb({ name: `desk ${name}`, run: (world) => typed(world, name, {}) }),
  ),
  verb({
    name: "desk bank take",
    async prepare(world) {
      await account(world);
      return written("bank.xml", statement);
    },
    run: (world, file) => typed(world, "bank take", {}, file),
  }),
  verb({
    name: "desk payouts file",
    async prepare(world) {
      await payout(world);
      const body = { place: "bank:main", asset: "EUR", address: ibanOf(900), label: "ours" };
      await world.send("POST", "/house/v1/destinations", body, world.house);
    },
    run: (world) => typed(world, "payouts file", { currency: "EUR", to: inFolder("pain.xml") }),
  }),
  verb({
    name: "desk signing file",
    prepare: prepared,
    run: (world, id) => typed(world, "signing file", { id, to: inFolder("unsigned.psbt") }),
  }),
  verb({
    name: "desk signing take",
    async prepare(world) {
      const { id, signed } = await signature(world);
      return { id, file: written("signed.txt", `${signed}\n`) };
    },
    run: (world, { id, file }) => typed(world, "signing take", { id }, file),
  }),
  verb({
    name: "desk signing send",
    async prepare(world) {
      const on = await signature(world);
      await bringBack(world, on);
      return on.id;
    },
    run: (world, id) => typed(world, "signing send", { id }),
  }),
];
