import { faultText } from "#components/fault-text.ts";
import { ApiFault } from "#lib/contract/api-fault.ts";
import { currentLanguage } from "#lib/i18n/language.ts";

/** Why a call was refused: in the reader's language, and where that is another, the sentence that the program has got too. */
export function LoggedFault({ code = "", message }: { code?: string | undefined; message: string }) {
  const answered = (
    <span className="block wrap-anywhere" lang="en" translate="no">
      {message}
    </span>
  );
  if (currentLanguage() === "en") return answered;
  return (
    <>
      <span className="block text-pretty">{faultText(faultOf(code, message))}</span>
      <span className="block text-12 font-normal text-ink-3">{answered}</span>
    </>
  );
}

/** The log keeps the sentence alone; one of a single field names it first. */
function faultOf(code: string, message: string): ApiFault {
  const [, field = "", predicate = ""] = /^([a-z][\w.[\]]*) (.+?)\.?$/.exec(message) ?? [];
  const errors = field === "" ? [] : [{ field, message: predicate }];
  return new ApiFault(0, code, message, undefined, { errors });
}
