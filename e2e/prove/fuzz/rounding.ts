import { Decimal } from "#lib/kernel/decimal.ts";
import { type Json, parseJson } from "#lib/kernel/json.ts";

/** Numbers that were sent, taken, and are told otherwise: that would be silent rounding. */
export function roundedFields(sent: string, answered: string): string[] {
  const sentFields = objectOf(sent);
  const answeredFields = objectOf(answered);
  return Object.entries(sentFields).flatMap(([name, value]) => {
    const shown = answeredFields[name];
    if (!(value instanceof Decimal) || !(shown instanceof Decimal)) return [];
    return value.compare(shown) === 0 ? [] : [`${name}: ${value} became ${shown}`];
  });
}

/** Of a page its first record, where that is what was asked for. */
function objectOf(text: string): Record<string, Json> {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof Decimal) return {};
  const { data } = value;
  const [first] = Array.isArray(data) ? data : [];
  return first === undefined ? value : (first as Record<string, Json>);
}
