import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import type { ViewRecord } from "#lib/views/contract.ts";

const VIEWS = "/house/v1/views";

let api: Api;
let admin: Partial<ApiRequest>;
let auditor: Partial<ApiRequest>;
let viewer: Partial<ApiRequest>;
let ofAccount: Partial<ApiRequest>;
beforeAll(async () => {
  api = await openApi({ alone: true });
  admin = await api.staffOfHouse("admin");
  auditor = await api.staffOfHouse("auditor");
  viewer = await api.staffOfHouse("viewer");
  ofAccount = await api.staff("admin");
  await api.send({ method: "PATCH", target: "/house/v1/settings", body: { stepUpMs: 600_000 }, ...admin });
});
afterAll(() => api?.close());

test("the review of the house's access is a file of its people, for who may read its audit", async () => {
  const got = await api.get("/house/v1/users/review", auditor);
  expect(got.status).toBe(200);
  expect(got.headers["content-type"]).toMatch("text/csv");
  const [heading, ...lines] = got.text.trimEnd().split("\r\n");
  expect(heading).toMatch(/^account,name,email,role,roleSince,state,/);
  expect(lines.every((line) => line.startsWith("house,"))).toBe(true);
  expect(lines.map((line) => line.split(",")[3])).toEqual(expect.arrayContaining(["admin", "auditor", "viewer"]));
  for (const who of [viewer, ofAccount, {}]) expect((await api.get("/house/v1/users/review", who)).status).toBe(403);
});

test("the house's audit is saved as a file: the rows of the filter, and that it was read stands in it", async () => {
  const file = (query: string, who: Partial<ApiRequest> = auditor) => api.get(`/house/v1/audit/file${query}`, who);
  const got = await file("?action=setting.change");
  expect(got.status).toBe(200);
  const [heading, ...lines] = got.text.trimEnd().split("\r\n");
  expect(heading).toBe("at,actor,action,objectKind,objectId,requestId,clientAddress,detail");
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => line.split(",")[2] === "setting.change")).toBe(true);
  expect(got.text).toContain("stepUpMs");
  const { data } = (await api.get("/house/v1/audit?action=audit.download", auditor)).as<{
    data: { detail: object }[];
  }>();
  expect(data).toMatchObject([{ detail: { rows: lines.length, filter: { action: "setting.change" } } }]);
  expect((await file("?startsAfter=x")).status).toBe(400);
  for (const who of [viewer, ofAccount, {}]) expect((await file("", who)).status).toBe(403);
});

test("the record is verified by who may read it, and what came of it stands in it", async () => {
  const verify = (who: Partial<ApiRequest> = auditor) => api.post("/house/v1/audit/verifications", undefined, who);
  const got = (await verify()).as<{ holds: boolean; lines: number; waiting: number; faults: unknown[] }>();
  expect(got).toMatchObject({ holds: true, faults: [] });
  expect(got.lines + got.waiting).toBeGreaterThan(0);
  const { data } = (await api.get("/house/v1/audit?action=audit.verify", auditor)).as<{ data: { detail: object }[] }>();
  expect(data).toMatchObject([{ detail: { holds: true, lines: got.lines, faults: [] } }]);
  for (const who of [viewer, ofAccount, {}]) expect((await verify(who)).status).toBe(403);
});

test("the house's people keep views of its record, of their own and for a role, and no account sees one", async () => {
  const body = { page: "audit", name: "refusals", query: "action=access.refuse&of=house", sharedTo: "auditor" };
  const made = (await api.post(VIEWS, body, admin)).as<ViewRecord>();
  expect(made).toMatchObject({ ...body, mine: true });
  const seen = async (target: string, who: Partial<ApiRequest>) =>
    (await api.get(target, who)).as<{ data: ViewRecord[] }>().data.map(({ name, mine }) => ({ name, mine }));
  expect(await seen(VIEWS, auditor)).toEqual([{ name: "refusals", mine: false }]);
  expect(await seen("/manage/v1/views", ofAccount)).toEqual([]);
  expect((await api.post(VIEWS, body, admin)).status).toBe(409);
  expect((await api.post(VIEWS, { ...body, name: "x", page: "payments" }, admin)).status).toBe(400);
  expect((await api.post(VIEWS, { ...body, name: "x", sharedTo: "developer" }, admin)).status).toBe(400);
  const target = `${VIEWS}/${made.viewId}`;
  const change = (given: object, who: Partial<ApiRequest>) =>
    api.send({ method: "PATCH", target, body: given, ...who });
  expect((await change({ name: "mine" }, auditor)).status).toBe(404);
  expect((await change({ sharedTo: "nobody" }, admin)).as<ViewRecord>()).not.toHaveProperty("sharedTo");
  expect(await seen(VIEWS, auditor)).toEqual([]);
  expect((await api.send({ method: "DELETE", target, ...admin })).status).toBe(200);
  expect(await seen(VIEWS, admin)).toEqual([]);
  expect((await change({ deleted: false }, admin)).status).toBe(200);
  for (const who of [viewer, ofAccount, {}]) expect((await api.get(VIEWS, who)).status).toBe(403);
});
