import { z } from "zod";
import { listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { oneOf, text } from "#lib/contract/fields.ts";
import { ALL_ROLES, HOUSE_ROLES, ROLES } from "#lib/contract/permissions.ts";
import { CREATED_AT, VIEW_ID, meaning } from "#lib/contract/meanings.ts";

/** Pages of the desk whose lists can be kept under a name. */
export const VIEW_PAGES = ["payments", "conversions", "ledger", "audit"] as const;

/** A list under a name: the query of its page's address. Only its maker may change it; `mine` is true for the maker. */
const viewRecord = z
  .object({
    viewId: z.string().meta(VIEW_ID),
    page: z.enum(VIEW_PAGES).meta(meaning("Page of the desk.")),
    name: z.string().meta(meaning("Your own name for it.", "order service")),
    query: z.string().meta(meaning("Query of the page's address.", "label=LATE")),
    /** Everybody of this role sees it too. */
    sharedTo: z.enum(ALL_ROLES).optional().meta(meaning("Role whose people see it too.", "operator")),
    owner: z.string().meta(meaning("Who made it.", "Ada")),
    mine: z.boolean().meta(meaning("Whether the caller made it.")),
    createdAt: time().meta(CREATED_AT),
    updatedAt: time().meta(meaning("When it last changed, epoch milliseconds.")),
  })
  .meta({ id: "View" });
export type ViewRecord = z.output<typeof viewRecord>;

const NAME = text(1, 60);
const QUERY = text(0, 2_000);

export const listViewsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/views",
  scope: "account:read",
  summary: "Answers the lists that the caller keeps under a name, and those shared to the caller's role.",
  answer: listOf(viewRecord).meta({ id: "ViewList" }),
});

export const makeViewEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/views",
  scope: "account:read",
  summary: "Keeps a list under a name; shared to a role, everybody who has it sees it.",
  body: z.object({
    page: oneOf(VIEW_PAGES).meta(meaning("Page of the desk.")),
    name: NAME.meta(meaning("Your own name for it.", "order service")),
    query: QUERY.meta(meaning("Query of the page's address.", "label=LATE")),
    sharedTo: oneOf(ROLES).optional().meta(meaning("Role whose people see it too.", "operator")),
  }),
  answer: viewRecord,
  refuses: ["FORBIDDEN", "INVALID_STATE"],
});

export const changeViewEndpoint = endpoint({
  method: "PATCH",
  path: "/manage/v1/views/[viewId]",
  params: { viewId: VIEW_ID },
  scope: "account:read",
  summary:
    'Changes a view\'s name, what it shows, or who sees it; `sharedTo: "nobody"` ends the sharing, `deleted: false` brings it back.',
  body: z.object({
    name: NAME.optional().meta(meaning("Your own name for it.", "order service")),
    query: QUERY.optional().meta(meaning("Query of the page's address.", "label=LATE")),
    sharedTo: oneOf([...ROLES, "nobody"])
      .optional()
      .meta(meaning("Role whose people see it too.", "operator")),
    deleted: z.literal(false).optional().meta(meaning("It is gone.")),
  }),
  answer: viewRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const deleteViewEndpoint = endpoint({
  method: "DELETE",
  path: "/manage/v1/views/[viewId]",
  params: { viewId: VIEW_ID },
  scope: "account:read",
  summary: "Takes a view away; a change with `deleted: false` brings it back.",
  answer: viewRecord,
  refuses: ["NOT_FOUND"],
});

/** The same of the house's record, for its people. */
const ofHouse = { scope: "house:audit" } as const;
const sharedToHouse = () =>
  oneOf(HOUSE_ROLES).meta(meaning("Role of the operator whose people see it too.", "compliance"));

export const listHouseViewsEndpoint = endpoint({
  ...ofHouse,
  method: "GET",
  path: "/house/v1/views",
  summary:
    "Answers the lists of the operator that the caller keeps under a name, and those shared to the caller's role there.",
  answer: listOf(viewRecord).meta({ id: "ViewList" }),
});

export const makeHouseViewEndpoint = endpoint({
  ...ofHouse,
  method: "POST",
  path: "/house/v1/views",
  summary: "Keeps a list of the operator under a name; shared to a role, everybody at the operator who has it sees it.",
  body: z.object({
    page: oneOf(["audit"]).meta(meaning("Page of the desk.")),
    name: NAME.meta(meaning("Your own name for it.", "refusals of today")),
    query: QUERY.meta(meaning("Query of the page's address.", "action=access.refuse")),
    sharedTo: sharedToHouse().optional(),
  }),
  answer: viewRecord,
  refuses: ["FORBIDDEN", "INVALID_STATE"],
});

export const changeHouseViewEndpoint = endpoint({
  ...ofHouse,
  method: "PATCH",
  path: "/house/v1/views/[viewId]",
  params: { viewId: VIEW_ID },
  summary: 'Changes a view of the house as its account\'s counterpart does; `sharedTo: "nobody"` ends the sharing.',
  body: z.object({
    name: NAME.optional().meta(meaning("Your own name for it.", "refusals of today")),
    query: QUERY.optional().meta(meaning("Query of the page's address.", "action=access.refuse")),
    sharedTo: oneOf([...HOUSE_ROLES, "nobody"])
      .optional()
      .meta(meaning("Role of the operator whose people see it too.", "compliance")),
    deleted: z.literal(false).optional().meta(meaning("It is gone.")),
  }),
  answer: viewRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const deleteHouseViewEndpoint = endpoint({
  ...ofHouse,
  method: "DELETE",
  path: "/house/v1/views/[viewId]",
  params: { viewId: VIEW_ID },
  summary: "Takes a view of the operator away; a change with `deleted: false` brings it back.",
  answer: viewRecord,
  refuses: ["NOT_FOUND"],
});
