import type { CONVERSION_LIST_FILTERS } from "#lib/conversions/filters.ts";
import type { LIST_FILTERS } from "#lib/payments/filters.ts";
import { conversionsText } from "#lib/i18n/conversions.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { text } from "#lib/i18n/text.ts";
import type { Labels } from "./labels.ts";

/** The words of the payments' filters; read while rendering, as every word. */
export const paymentLabels = (): Labels<typeof LIST_FILTERS> => ({
  names: paymentsText.filter.fields,
  options: {
    status: paymentsText.status,
    amountStatus: paymentsText.amountStatus,
    outcome: paymentsText.outcome,
    label: paymentsText.label,
  },
  any: text.filters.any,
});

/** The same of the conversions'. */
export const conversionLabels = (): Labels<typeof CONVERSION_LIST_FILTERS> => ({
  names: { ...conversionsText.filter, subaccount: paymentsText.columns.subaccount },
  options: { status: conversionsText.status },
  any: text.filters.any,
});
