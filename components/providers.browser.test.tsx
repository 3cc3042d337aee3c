import { onlineManager, useMutation, useQuery } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { refusal } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { getSettingsCall, patchSettingsCall } from "#lib/settings/calls.ts";
import { useApi } from "./staff.tsx";
import { FormDialog } from "./ui/form-dialog.tsx";
import { useDeskForm } from "./ui/form.tsx";
import { NoteField } from "./ui/note-field.tsx";
import { wayOut } from "./way-out.ts";

// What the browser believes of the network decides nothing: an order that waited for it would be sent by itself later.

let orders = 0;
let questions = 0;
let isThere = false;

function Part() {
  const question = useQuery({
    queryKey: ["question"],
    retry: false,
    queryFn: async () => {
      questions += 1;
      if (!isThere) throw new Error("no answer");
      return questions;
    },
  });
  const order = useMutation({
    mutationFn: async () => {
      orders += 1;
      throw new Error("no answer");
    },
  });
  return (
    <>
      <h1>{question.isError ? "Not read" : question.isSuccess ? "Read" : "Reading"}</h1>
      <button onClick={() => order.mutate()} type="button">
        Sell
      </button>
      {order.isError ? <p role="alert">Not known</p> : null}
    </>
  );
}

afterEach(() => {
  onlineManager.setOnline(true);
  [orders, questions, isThere] = [0, 0, false];
});

test("without a network a question fails at once, and is asked again when there is one", async () => {
  onlineManager.setOnline(false);
  await show(<Part />);
  await expect.element(page.getByRole("heading", { name: "Not read" })).toBeVisible();
  isThere = true;
  onlineManager.setOnline(true);
  await expect.element(page.getByRole("heading", { name: "Read", exact: true })).toBeVisible();
});

test("without a network an order fails at once, and is not sent by itself when there is one", async () => {
  onlineManager.setOnline(false);
  await show(<Part />);
  await page.getByRole("button", { name: "Sell" }).click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  expect(orders).toBe(1);
  const before = questions;
  onlineManager.setOnline(true);
  await expect.poll(() => questions).toBeGreaterThan(before);
  expect(orders).toBe(1);
});

function Form() {
  const { queryOptions, mutate } = useApi();
  const settings = useQuery(queryOptions(getSettingsCall, {}));
  const form = useDeskForm({ defaults: { note: "" }, send: () => mutate(patchSettingsCall, { reason: "x" }) });
  return (
    <FormDialog action="Send" form={form} onClose={() => void settings.refetch()} title="A form">
      <NoteField form={form} label="Reason" />
    </FormDialog>
  );
}

test("a session that ended leads to sign-in, unless that would take what was typed: then the way there is beside it", async () => {
  const ended = refusal(401, "UNAUTHENTICATED", "Your session has ended; sign in again.");
  const left = vi.spyOn(wayOut(), "sessionEnded").mockImplementation(() => undefined);
  let signedIn = true;
  const settings = () => (signedIn ? {} : ended);
  await show(<Form />, { answers: { "GET /manage/v1/settings": settings, "PATCH /manage/v1/settings": ended } });
  signedIn = false;
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("a long reason");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect.element(dialog.getByRole("link", { name: "Sign in in a new tab" })).toHaveAttribute("target", "_blank");
  await expect.element(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("a long reason");
  expect(left).not.toHaveBeenCalled();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => left.mock.calls.length).toBe(1);
});
