import { expect, test } from "vitest";
import { cookieValue, sessionCookieName } from "./session.ts";

test("the cookie's name says whether the site is https", () => {
  expect(sessionCookieName("http://localhost:3000")).toBe("next-auth.session-token");
  expect(sessionCookieName("https://pay.example.com")).toBe("__Host-next-auth.session-token");
});

test("one cookie is found by its whole name and percent-decoded", () => {
  expect(cookieValue("xsid=1; sid=a%2Eb ; other=2", "sid")).toBe("a.b");
  expect(cookieValue("other=2", "sid")).toBeUndefined();
});

test("a cookie given twice or malformed is nobody's", () => {
  expect(cookieValue("sid=a; sid=b", "sid")).toBeUndefined();
  expect(cookieValue("sid=%zz", "sid")).toBeUndefined();
  expect(cookieValue('sid="a b"', "sid")).toBeUndefined();
});
