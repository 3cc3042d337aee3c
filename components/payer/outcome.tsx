import type { PayerState } from "#lib/payments/payer-contract.ts";
import { Glyph, type GlyphName } from "#components/ui/icons.tsx";
import { MARKS, type Tone } from "#components/ui/state.tsx";
import { confirmationSpan } from "./network-pace.ts";
import { cryptoText, type PayerView, sentOf } from "./view-of.ts";
import type { PayerWords } from "./words.ts";

type OutcomeView = Exclude<PayerView, "pay" | "rest">;
type OutcomeText = { tone: Tone; glyph: GlyphName; title: string; text: string; todo?: string; more?: string };

/** How a payment stands once there is nothing to send: on its way, arrived, or ended. No code to scan, so none is paid twice. */
export function Outcome({ state, view, words }: { state: PayerState; view: OutcomeView; words: PayerWords }) {
  const shown = textOf(state, view, words);
  return (
    <div className="payer-card mx-auto w-full max-w-115">
      <div className="justify-items-center text-center">
        <span className={`my-2 scale-250 ${MARKS[shown.tone]}`}>
          <Glyph name={shown.glyph} />
        </span>
        <h1 className="text-20 font-medium">{shown.title}</h1>
        <p className="figure max-w-80 whitespace-normal! text-pretty text-ink-2">{shown.text}</p>
        {shown.todo ? <p className="max-w-80 text-pretty font-medium">{shown.todo}</p> : null}
        {shown.more ? <p className="max-w-80 text-12 text-pretty text-ink-3">{shown.more}</p> : null}
      </div>
    </div>
  );
}

function textOf(state: PayerState, view: OutcomeView, words: PayerWords): OutcomeText {
  const received = cryptoText(state, state.quantityReceived);
  const due = cryptoText(state, state.quantity);
  const { shop } = words;
  switch (view) {
    case "seen": {
      const { network, confirmationsRequired } = state;
      const text = words.seen.text(confirmationsRequired, confirmationSpan(network, confirmationsRequired));
      return { tone: "out", glyph: "pie", title: words.seen.title, text, ...tooLittle(state, words) };
    }
    case "checking": {
      const { title, text } = words.checking;
      return { tone: "wait", glyph: "half", title, text, ...tooLittle(state, words) };
    }
    case "paid":
      return { tone: "done", glyph: "done", title: words.paid.title, text: words.paid.text(received) };
    case "over": {
      const surplus = cryptoText(state, state.quantityReceived.minus(state.quantity));
      return { tone: "done", glyph: "done", title: words.over.title, text: words.over.text(surplus) };
    }
    case "late":
      return { tone: "wait", glyph: "attn", title: words.late.title, text: words.late.text(received), todo: shop };
    case "under":
      return {
        tone: "wait",
        glyph: "attn",
        title: words.under.title,
        text: words.under.text(received, due),
        todo: shop,
      };
    case "reversed": {
      const { title, text, left, todo } = words.reversed;
      const rest = state.quantityReceived.isZero() ? "" : ` ${left(received)}`;
      return { tone: "wait", glyph: "attn", title, text: `${text}${rest}`, todo };
    }
    case "declined": {
      const { title, text, todo } = words.declined;
      return { tone: "wait", glyph: "attn", title, text: text(cryptoText(state, state.quantityDeclined)), todo };
    }
    case "ended": {
      const { title, text, todo, already } = words.ended;
      return { tone: "none", glyph: "expired", title, text: text(state.cryptoType), todo, more: already };
    }
  }
}

/** Of what is on its way or being checked once the time is up: that it is not all, and that the rest is not wanted any more. */
function tooLittle(state: PayerState, words: PayerWords): Partial<OutcomeText> {
  if (state.quantityMissing.isZero()) return {};
  const text = words.tooLittle.text(cryptoText(state, sentOf(state)), cryptoText(state, state.quantity));
  return { text, todo: words.tooLittle.todo };
}
