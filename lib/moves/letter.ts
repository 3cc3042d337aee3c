import { lettersText } from "#lib/i18n/letters.ts";
import { placeName } from "#lib/i18n/places.ts";
import type { Wording } from "#lib/mail/queue-mail.ts";
import { oneLine } from "#lib/mail/say.ts";
import type { WantedDestination } from "./destinations.ts";

/** To everybody of the house: where its money may go from now on. */
export const letterOf =
  ({ place, asset, address, label }: WantedDestination): Wording =>
  () => {
    const { destination } = lettersText;
    const name = placeName(place);
    return {
      subject: destination.subject(name),
      text: [
        destination.text(name),
        "",
        `  ${asset} ${address}`,
        `  ${destination.label(oneLine(label))}`,
        "",
        destination.end,
      ].join("\n"),
      path: "/treasury",
    };
  };
