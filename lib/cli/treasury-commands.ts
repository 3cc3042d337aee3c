import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { takeStatementOrAsk } from "#lib/approvals/statement-or-ask.ts";
import { Waiting } from "#lib/contract/out.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { MOVE_STATES } from "#lib/moves/move.ts";
import { listMoves } from "#lib/moves/read-moves.ts";
import { listPlaces } from "#lib/places/list-places.ts";
import { listPayouts } from "#lib/payouts/get-payouts.ts";
import { PAIN_FORMATS } from "#lib/payouts/file-contract.ts";
import { makePayoutFile, readPayoutFile } from "#lib/payouts/make-file.ts";
import { PAYOUT_STATES } from "#lib/payouts/payout-states.ts";
import { listSettlements } from "#lib/settlements/get-settlements.ts";
import { FILE_FORMS } from "#lib/signing/prepared-states.ts";
import { listPrepared, readPrepared } from "#lib/signing/read-prepared.ts";
import { sendPrepared } from "#lib/signing/send-prepared.ts";
import { takeSigned } from "#lib/signing/take-signed.ts";
import { actingFor, type Args, type DeskCommand, need } from "./command.ts";

/** A list on the command line is the newest of it; the API pages through the rest. */
const NEWEST = 100;

const asHouse = async (ctx: Ctx): Promise<Ctx> => actingFor(ctx, await houseOf(ctx.app));

async function bytesOf(words: Args["words"], what: string): Promise<{ fileName: string; bytes: Buffer }> {
  const [file, ...more] = words;
  if (file === undefined || more.length > 0) throw invalid("FILE", `${what} takes one file.`);
  const bytes = await readFile(file).catch(() => {
    throw invalid("FILE", `The file ${file} cannot be read.`);
  });
  return { fileName: basename(file), bytes };
}

/** One of a list of words, or none. */
function oneOf<Word extends string>(values: Args["values"], name: string, known: readonly Word[]): Word | undefined {
  const given = values[name];
  if (given === undefined) return undefined;
  const word = known.find((each) => each === given);
  if (!word) throw invalid(name, `--${name} must be one of ${known.join(", ")}.`);
  return word;
}

/** Books, custody and payments by hand where the desk is not at hand; each calls the verb that its page calls. */
export const TREASURY_COMMANDS: Readonly<Record<string, DeskCommand>> = {
  "bank take": {
    usage: "bank take FILE [--place bank:NAME --currency C] (camt.053; CSV by the mapping of that account)",
    options: ["place", "currency"],
    takesWords: true,
    async run(ctx, { values, words }) {
      const { fileName, bytes } = await bytesOf(words, "bank take");
      const currency = oneOf(values, "currency", FIATS);
      const isCsv = values["place"] !== undefined || currency !== undefined;
      const of = isCsv ? { place: need(values, "place"), currency } : {};
      const input = { content: bytes.toString("base64"), ...of, fileName };
      const taken = await takeStatementOrAsk(await asHouse(ctx), input);
      if (taken instanceof Waiting)
        return {
          data: { approvalId: taken.request.approvalId },
          lines: [`waits for a second person: request ${taken.request.approvalId}`],
        };
      return {
        data: taken,
        lines: taken.data.map(
          ({ place, currency: of, lines, unexpected }) =>
            `${place} ${of}: ${lines} lines taken, ${unexpected} of them nobody expected`,
        ),
      };
    },
  },
  places: {
    usage: "places",
    options: [],
    async run(ctx) {
      const { data } = await listPlaces(await asHouse(ctx));
      const lines = data.map(({ place, asset, networkType, balance, says, difference }) =>
        [
          `${place} ${asset}${networkType ? `@${networkType}` : ""} ${balance}`,
          ...(says === undefined ? [] : [`says ${says}`]),
          ...(difference && !difference.isZero() ? [`difference ${difference}`] : []),
        ].join(", "),
      );
      return { data, lines: lines.length > 0 ? lines : ["nothing is booked anywhere"] };
    },
  },
  moves: {
    usage: "moves [--status S]",
    options: ["status"],
    async run(ctx, { values }) {
      const status = oneOf(values, "status", MOVE_STATES);
      const { data } = await listMoves(await asHouse(ctx), { status, limit: NEWEST });
      const lines = data.map(
        ({ reference, status: is, kind, quantity, asset, from, to }) =>
          `${reference} ${is} ${kind} ${quantity} ${asset} ${from ?? "outside"} → ${to ?? "outside"}`,
      );
      return { data, lines: lines.length > 0 ? lines : ["no moves"] };
    },
  },
  payouts: {
    usage: "payouts [--status S]",
    options: ["status"],
    async run(ctx, { values }) {
      const status = oneOf(values, "status", PAYOUT_STATES);
      const { data } = await listPayouts(await asHouse(ctx), { ...(status && { status: [status] }), limit: NEWEST });
      return { data, lines: data.length > 0 ? data.map(({ text }) => text) : ["no payouts"] };
    },
  },
  "payouts file": {
    usage: "payouts file --currency C --to FILE [--bank NAME] [--format PAIN]",
    options: ["currency", "bank", "format", "to"],
    async run(ctx, { values }) {
      const house = await asHouse(ctx);
      const currency = oneOf(values, "currency", FIATS);
      if (!currency) throw invalid("currency", "--currency is required.");
      const to = need(values, "to");
      const format = oneOf(values, "format", PAIN_FORMATS);
      const bank = values["bank"];
      const made = await makePayoutFile(house, { currency, ...(bank && { bank }), ...(format && { format }) });
      const { bytes } = await readPayoutFile(house, { fileId: made.fileId });
      await writeFile(to, bytes, { flag: "wx" });
      return { data: made, lines: [`${to}: ${made.payouts} payouts, ${made.total} ${made.currency}`] };
    },
  },
  settlements: {
    usage: "settlements [--account NAME]",
    options: ["account"],
    async run(ctx, { values }) {
      const { account } = values;
      const { data } = await listSettlements(await asHouse(ctx), { ...(account && { account }), limit: NEWEST });
      return { data, lines: data.length > 0 ? data.map(({ text }) => text) : ["no settlements"] };
    },
  },
  signing: {
    usage: "signing",
    options: [],
    async run(ctx) {
      const { data } = await listPrepared(await asHouse(ctx), { limit: NEWEST });
      const lines = data.map(({ preparedId, status, network, asset, fee }) =>
        [preparedId, status, network, asset, `fee ${fee}`].join(" "),
      );
      return { data, lines: lines.length > 0 ? lines : ["nothing is prepared"] };
    },
  },
  "signing file": {
    usage: "signing file --id ID --to FILE [--form ELECTRON_CASH]",
    options: ["id", "to", "form"],
    async run(ctx, { values }) {
      const to = need(values, "to");
      const preparedId = need(values, "id");
      const form = oneOf(values, "form", FILE_FORMS);
      const { bytes, size } = await readPrepared(await asHouse(ctx), { preparedId, form });
      await writeFile(to, bytes, { flag: "wx" });
      return { data: { to, size }, lines: [`${to}: ${size} bytes for the signer`] };
    },
  },
  "signing take": {
    usage: "signing take FILE --id ID",
    options: ["id"],
    takesWords: true,
    async run(ctx, { values, words }) {
      const { bytes } = await bytesOf(words, "signing take");
      // A PSBT is bytes; whatever else wallets write is text.
      const signed = bytes.subarray(0, PSBT.length).equals(PSBT) ? bytes.toString("base64") : bytes.toString("utf8");
      const taken = await takeSigned(await asHouse(ctx), { preparedId: need(values, "id"), signed: signed.trim() });
      return { data: taken, lines: [`${taken.preparedId} ${taken.status}: what was signed is what was prepared`] };
    },
  },
  "signing send": {
    usage: "signing send --id ID",
    options: ["id"],
    async run(ctx, { values }) {
      const sent = await sendPrepared(await asHouse(ctx), { preparedId: need(values, "id") });
      return { data: sent, lines: [`${sent.preparedId} ${sent.status} ${sent.txHash ?? ""}`.trim()] };
    },
  },
};

const PSBT = Buffer.from("70736274ff", "hex");
