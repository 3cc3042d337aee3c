import type { z } from "zod";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";

/** All that the contracts export. One that is missing here is missed by the first example of its operations. */
type Exported = typeof import("#lib/approvals/contract.ts") &
  typeof import("#lib/audit/contract.ts") &
  typeof import("#lib/bank/contract.ts") &
  typeof import("#lib/beneficiaries/contract.ts") &
  typeof import("#lib/bills/contract.ts") &
  typeof import("#lib/cases/comment-contract.ts") &
  typeof import("#lib/cases/contract.ts") &
  typeof import("#lib/cases/house-contract.ts") &
  typeof import("#lib/cases/option-contract.ts") &
  typeof import("#lib/chains/contract.ts") &
  typeof import("#lib/conversions/contract.ts") &
  typeof import("#lib/customers/contract.ts") &
  typeof import("#lib/documents/contract.ts") &
  typeof import("#lib/events/stream-contract.ts") &
  typeof import("#lib/conversions/count-contract.ts") &
  typeof import("#lib/exports/contract.ts") &
  typeof import("#lib/health/contract.ts") &
  typeof import("#lib/inventory/contract.ts") &
  typeof import("#lib/keys/contract.ts") &
  typeof import("#lib/ledger/contract.ts") &
  typeof import("#lib/liquidity/contract.ts") &
  typeof import("#lib/log/request-log-contract.ts") &
  typeof import("#lib/moves/contract.ts") &
  typeof import("#lib/notices/contract.ts") &
  typeof import("#lib/outgoing/contract.ts") &
  typeof import("#lib/overview/contract.ts") &
  typeof import("#lib/overview/given-away-contract.ts") &
  typeof import("#lib/overview/outcomes-contract.ts") &
  typeof import("#lib/overview/performance-contract.ts") &
  typeof import("#lib/payments/contract.ts") &
  typeof import("#lib/payments/count-contract.ts") &
  typeof import("#lib/payments/hold-contract.ts") &
  typeof import("#lib/payments/payer-contract.ts") &
  typeof import("#lib/payouts/contract.ts") &
  typeof import("#lib/payouts/file-contract.ts") &
  typeof import("#lib/payouts/refund-contract.ts") &
  typeof import("#lib/people/house-user-contract.ts") &
  typeof import("#lib/people/link-contract.ts") &
  typeof import("#lib/people/me-contract.ts") &
  typeof import("#lib/people/user-contract.ts") &
  typeof import("#lib/places/contract.ts") &
  typeof import("#lib/resolutions/contract.ts") &
  typeof import("#lib/sandbox/contract.ts") &
  typeof import("#lib/scenarios/proof-contract.ts") &
  typeof import("#lib/scenarios/scenario-contract.ts") &
  typeof import("#lib/screening/contract.ts") &
  typeof import("#lib/search/contract.ts") &
  typeof import("#lib/settings/contract.ts") &
  typeof import("#lib/settlements/contract.ts") &
  typeof import("#lib/settlements/statement-contract.ts") &
  typeof import("#lib/settlements/terms-contract.ts") &
  typeof import("#lib/signing/contract.ts") &
  typeof import("#lib/transfers/contract.ts") &
  typeof import("#lib/views/contract.ts") &
  typeof import("#lib/wallets/contract.ts") &
  typeof import("#lib/webhooks/contract.ts");

/** Every operation by its name, as the document, the SDK and the examples call it. */
export type Contracts = {
  [Name in keyof Exported as Exported[Name] extends Endpoint ? NameOf<Name> : never]: Exported[Name];
};

type NameOf<Name> = Name extends `${infer Operation}Endpoint` ? Operation : Name;

/** A value as JSON has it. */
type Written<T> = T extends Decimal | Date
  ? number
  : T extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Written<T[Name]> }
      : T;

/** The fields of a body or a query as JSON; a field that takes several forms is typed by what it is read as. */
export type WrittenFields<Schema> = Schema extends z.ZodObject
  ? {
      readonly [Name in keyof z.input<Schema>]: Written<
        unknown extends z.input<Schema>[Name] ? z.output<Schema>[Name & keyof z.output<Schema>] : z.input<Schema>[Name]
      >;
    }
  : never;
