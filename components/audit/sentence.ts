import type { AuditRecord } from "#lib/audit/contract.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import { auditText } from "#lib/i18n/audit-sentences.ts";
import { assetAmount, requestTitle } from "#lib/approvals/approval-text.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { nameOf, settingText as valueText } from "#lib/settings/setting-text.ts";

const ID_END = 6;

/** What was done to what, as a sentence without who did it; an action that has no words is told by its code. */
export function actionText({ action, objectId, detail }: AuditRecord): string {
  if (action === "setting.change") return settingText(objectId, detail);
  const alone = auditText.alone[action];
  if (alone !== undefined) return alone;
  const words = phraseOf(action);
  if (!words) return action;
  const sentence = auditText.done(words.noun, nameIn(action, detail) ?? nameOfObject(objectId), words.verb);
  const about = aboutOf(action, detail);
  return about === undefined ? sentence : auditText.about(sentence, about);
}

/** An account by its name; the whole record needs none. Neither is known by an id. */
function nameIn(action: string, { name }: AuditRecord["detail"]): string | undefined {
  if (action.startsWith("audit.")) return "";
  return action.startsWith("account.") && typeof name === "string" ? name : undefined;
}

/** What a request is for, or which role became which, or how much: the id alone tells nobody. */
function aboutOf(action: string, detail: AuditRecord["detail"]): string | undefined {
  const { what, request, before, after, asset, quantity } = detail;
  if (/^(?:payout|move|resolution)\./.test(action) && typeof asset === "string" && typeof quantity === "string")
    return assetAmount(asset, quantity);
  if (action === "user.role" && typeof after === "string")
    return `${typeof before === "string" ? `${roleName(before)} → ` : ""}${roleName(after)}`;
  if (!action.startsWith("approval.") || typeof what !== "string") return undefined;
  if (typeof request !== "object" || request === null) return undefined;
  const texts = Object.entries(request).filter((field): field is [string, string] => typeof field[1] === "string");
  return requestTitle(what, Object.fromEntries(texts));
}

/** The kind of action alone, for the list that it is picked from. */
export function actionName(action: string): string {
  if (action === "setting.change") return auditText.settingChanged;
  const alone = auditText.alone[action];
  if (alone !== undefined) return alone;
  const words = phraseOf(action);
  return words ? auditText.done(words.noun, "", words.verb) : action;
}

/** What an object is; one of a kind without a word is told by its code. */
export const objectName = (kind: string): string => auditText.nouns[kind] ?? kind;

/** An object by what it is and how its id ends: `bill …f55361`. */
export const objectText = ({ objectKind, objectId }: Pick<AuditRecord, "objectKind" | "objectId">): string =>
  `${objectName(objectKind)} ${nameOfObject(objectId)}`;

function phraseOf(action: string): { noun: string; verb: string } | undefined {
  const [noun = "", verb = ""] = action.split(".");
  const [known, done] = [auditText.nouns[noun], auditText.verbs[verb]];
  return known !== undefined && done !== undefined ? { noun: known, verb: done } : undefined;
}

/** Ids by their end, as everywhere; what is a name already stays. */
const nameOfObject = (id: string) => (/[0-9a-f]{8}-[0-9a-f-]{27}$|^ak_/.test(id) ? `…${id.slice(-ID_END)}` : id);

function settingText(name: string, { before, after }: AuditRecord["detail"]): string {
  const value = (stored: unknown) =>
    typeof stored === "string" && stored !== "default" ? valueText(name, stored) : settingsText.none;
  const known = typeof before === "string" && before !== "default";
  return known
    ? auditText.changed(nameOf(name), value(before), value(after))
    : auditText.set(nameOf(name), value(after));
}
