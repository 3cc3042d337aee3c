import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { ApiRequest, Got, Key } from "#e2e/world/client.ts";
import {
  HOUSE_PERMISSIONS,
  HOUSE_ROLES,
  HOUSE_SCOPES,
  houseRoleMay,
  type Permission,
  ROLES,
  roleMay,
  SCOPES,
  STAFF_PERMISSIONS,
  whoseIs,
} from "#lib/contract/permissions.ts";
import { loadOperations, type Operation } from "#lib/reference/endpoints.ts";

// Every operation by every role and key, for one's own account, another one and the house: from the table that decides.

const SOME_ID = "019a8f3c-8c1e-7abc-8def-0123456789ab";
/** What ends or holds the caller's own session is tried where sessions are. */
const ENDS = ["signOut", "leaveAccount"];

const operations = (await loadOperations()).filter(({ operationId }) => !ENDS.includes(operationId));

type Verdict = "in" | "out";
type Cell = { operation: Operation; expected: Verdict; who: Partial<ApiRequest> };
type Caller = { name: string; who(): Partial<ApiRequest>; may(operation: Operation): boolean };

let api: Api;
const carried = new Map<string, Partial<ApiRequest>>();
const by = (name: string) => () => carried.get(name) ?? {};

const scoped = (may: (permission: Permission) => boolean) => {
  return ({ endpoint: { scope } }: Operation): boolean => {
    if (scope === "public") return true;
    return scope === "own" ? false : may(scope);
  };
};
const signedIn = (may: (permission: Permission) => boolean) => {
  const others = scoped(may);
  return (operation: Operation): boolean => operation.endpoint.scope === "own" || others(operation);
};

/** A sandbox's key with the scope `sandbox` stands in for the people of its own account. */
const standsIn = (permission: Permission): boolean => (STAFF_PERMISSIONS as readonly string[]).includes(permission);
const isRead = ({ endpoint: { mutation } }: Operation): boolean => !mutation;

const callers: readonly Caller[] = [
  ...ROLES.map((role) => {
    return { name: `${role} of the account`, who: by(role), may: signedIn((needed) => roleMay(role, needed)) };
  }),
  ...ROLES.map((role) => {
    const may = signedIn(() => false);
    return { name: `${role} of another account, naming this one`, who: by(`${role} elsewhere`), may };
  }),
  ...HOUSE_ROLES.map((role) => {
    return {
      name: `${role} of the house`,
      who: by(`house ${role}`),
      may: signedIn((needed) => houseRoleMay(role, needed)),
    };
  }),
  ...HOUSE_ROLES.map((role) => {
    const reads = (operation: Operation) =>
      role === "auditor" && isRead(operation) && scoped((needed) => roleMay("auditor", needed))(operation);
    const own = signedIn((needed) => houseRoleMay(role, needed));
    const may = (operation: Operation) => own(operation) || reads(operation);
    return { name: `${role} of the house, naming the account`, who: by(`house ${role}, naming`), may };
  }),
  ...SCOPES.map((scope) => {
    const may = scoped((needed) => needed === scope || (scope === "sandbox" && standsIn(needed)));
    return { name: `a key with ${scope}`, who: by(`key ${scope}`), may };
  }),
  ...HOUSE_SCOPES.map((scope) => {
    return {
      name: `a key of the house with ${scope}`,
      who: by(`house key ${scope}`),
      may: scoped((needed) => needed === scope),
    };
  }),
  { name: "nobody", who: by("nobody"), may: scoped(() => false) },
];

beforeAll(async () => {
  api = await openApi();
  for (const role of ROLES) {
    carried.set(role, await api.staff(role));
    carried.set(`${role} elsewhere`, naming(await api.staff(role, "globex"), "acme"));
  }
  for (const role of HOUSE_ROLES) {
    const who = await api.staffOfHouse(role);
    carried.set(`house ${role}`, who);
    carried.set(`house ${role}, naming`, naming(who, "acme"));
  }
  let nth = 0;
  const keyOf = (options: { account?: string; scopes: readonly string[] }): Promise<Key> => api.newKey(options);
  for (const scope of SCOPES) {
    // An account has five active keys at most; another scope's account is as good.
    const account = nth++ < 3 ? "acme" : `keys ${Math.floor(nth / 4)}`;
    carried.set(`key ${scope}`, { key: await keyOf({ account, scopes: [scope] }) });
  }
  for (const scope of HOUSE_SCOPES) carried.set(`house key ${scope}`, { key: await api.newHouseKey([scope]) });
  carried.set("nobody", { key: null });
});
afterAll(() => api?.close());

const naming = (who: Partial<ApiRequest>, account: string): Partial<ApiRequest> => ({
  ...who,
  headers: { ...who.headers, "x-account": account },
});

const target = (path: string) => path.replace("[network]", "bitcoin").replaceAll(/\[\w+\]/g, SOME_ID);

/** Fields that no operation takes: who is let in is told of them, and nothing is done. */
function ask({ endpoint: { method, path } }: Operation, who: Partial<ApiRequest>): Promise<Got> {
  if (path.endsWith("/stream")) return api.send({ method: "GET", target: `${path}?nothing=1`, ...who });
  const query = method === "GET" || method === "DELETE" ? "?nothing=1" : "";
  return api.send({
    method,
    target: target(path) + query,
    ...(method === "GET" ? {} : { body: { nothing: 1 } }),
    ...who,
  });
}

const verdictOf = ({ status }: Got): Verdict => (status === 401 || status === 403 ? "out" : "in");

describe("who may call what", () => {
  test("makes at least 2 500 cells", () => {
    expect(callers.length * operations.length).toBeGreaterThanOrEqual(2_500);
  });

  test.each(callers.map((caller) => [caller.name, caller] as const))("%s", async (_name, { who, may }) => {
    const cells = operations.map(
      (operation): Cell => ({ operation, expected: may(operation) ? "in" : "out", who: who() }),
    );
    const leaks: string[] = [];
    for (const { operation, expected, who: asker } of cells) {
      const got = await ask(operation, asker);
      const verdict = verdictOf(got);
      if (verdict !== expected)
        leaks.push(`${operation.operationId}: ${got.status} ${got.problem?.code}, not ${expected}`);
      if (verdict === "out") expect(Object.keys(got.problem)).toEqual(expect.arrayContaining(["message", "code"]));
    }
    expect(leaks).toEqual([]);
  });

  test("whose an operation is shows in its path", () => {
    const astray = operations.filter(
      ({ endpoint: { path, scope } }) => (whoseIs(scope) === "house") !== path.startsWith("/house/"),
    );
    // The one that answers at its path of the first edition in that edition's words.
    expect(astray.map(({ operationId }) => operationId)).toEqual(["listVenuesBefore"]);
  });

  test("every permission is held by somebody", () => {
    const all: readonly Permission[] = [...SCOPES, ...STAFF_PERMISSIONS, ...HOUSE_SCOPES, ...HOUSE_PERMISSIONS];
    const orphans = all.filter(
      (one) => !ROLES.some((role) => roleMay(role, one)) && !HOUSE_ROLES.some((role) => houseRoleMay(role, one)),
    );
    expect(orphans).toEqual([]);
  });
});
