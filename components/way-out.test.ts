import { expect, test } from "vitest";
import { wayOutOf } from "./way-out.ts";

function stage() {
  const went: string[] = [];
  const shown: ((event: { persisted: boolean }) => void)[] = [];
  const way = wayOutOf({
    location: {
      pathname: "/payments",
      search: "?status=OPEN&q=a b",
      assign: (address) => void went.push(String(address)),
    },
    addEventListener: (_, listener) => void shown.push(listener),
  });
  return { way, went, show: (persisted: boolean) => shown.map((listener) => listener({ persisted })) };
}

test("a session that ended leads to the sign-in page once, however many calls were refused", () => {
  const { way, went } = stage();
  way.sessionEnded();
  way.sessionEnded();
  way.enrol();
  expect(went).toEqual(["/sign-in?ended=1&callbackUrl=%2Fpayments%3Fstatus%3DOPEN%26q%3Da+b"]);
});

test("whoever signs out is not told that their session has ended", async () => {
  const { way, went } = stage();
  await way.signOut(async () => {
    way.sessionEnded();
    await Promise.resolve();
    way.sessionEnded();
  });
  way.sessionEnded();
  expect(went).toEqual(["/sign-in"]);
});

test("a sign-out that the server does not answer leaves the page all the same", async () => {
  const { way, went } = stage();
  await way.signOut(() => Promise.reject(new Error("away")));
  expect(went).toEqual(["/sign-in"]);
});

test("a page shown again from the browser's memory can be left again; one that has only just loaded stays on its way", () => {
  const { way, went, show } = stage();
  way.enrol();
  show(false);
  way.enrol();
  expect(went).toEqual(["/enrol?callbackUrl=%2Fpayments%3Fstatus%3DOPEN%26q%3Da+b"]);
  show(true);
  way.sessionEnded();
  expect(went).toHaveLength(2);
});
