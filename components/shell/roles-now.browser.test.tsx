import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { refusal, requests } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { getSettingsCall } from "#lib/settings/calls.ts";
import { useApi } from "#components/staff.tsx";
import { useRolesNow } from "./roles-now.ts";

function Part() {
  const [role, setRole] = useState("admin");
  useRolesNow({ accounts: [{ id: "acc_1", name: "acme", role }], house: undefined });
  const { isError, isFetching, refetch } = useQuery({
    ...useApi().queryOptions(getSettingsCall, {}),
    retry: false,
  });
  return (
    <>
      <h1>{isFetching ? "Reading" : isError ? "Refused" : "Read"}</h1>
      <button onClick={() => void refetch()} type="button">
        Again
      </button>
      <button onClick={() => setRole("viewer")} type="button">
        Viewer
      </button>
    </>
  );
}

const button = (name: string) => page.getByRole("button", { name });
const heading = page.getByRole("heading");

test.each([
  [403, "FORBIDDEN", 1],
  [400, "ACCOUNT_REQUIRED", 1],
  [409, "INVALID_STATE", 0],
] as const)("refused with %s %s, the page asks who the person is now: %s times", async (status, code, times) => {
  const refresh = vi.spyOn(useRouter(), "refresh");
  await show(<Part />, { answers: { "GET /manage/v1/settings": refusal(status, code, "no") } });
  await expect.element(heading).toMatchTextContent(/Refused/);
  expect(refresh).toHaveBeenCalledTimes(times);
  await button("Again").click();
  await expect.poll(() => requests().length).toBe(2);
  await expect.element(heading).toMatchTextContent(/Refused/);
  expect(refresh).toHaveBeenCalledTimes(times);
});

test("with another role what is shown is read anew, with the same one it is not", async () => {
  await show(<Part />);
  await expect.element(heading).toMatchTextContent(/^Read$/);
  expect(requests()).toHaveLength(1);
  await button("Viewer").click();
  await expect.poll(() => requests().length).toBe(2);
  await button("Viewer").click();
  await expect.element(heading).toMatchTextContent(/^Read$/);
  expect(requests()).toHaveLength(2);
});
