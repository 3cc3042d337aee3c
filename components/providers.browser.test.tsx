import { onlineManager, useMutation, useQuery } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";

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
