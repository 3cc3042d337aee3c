"use client";

import { useEffect, useState } from "react";

/** The tokens of the links that were opened, by page: in this page's memory, which a reload forgets. */
const held = new Map<string, string>();

/** A page's name for the token it keeps while its person signs in. */
const keyOf = (page: string): string => `desk-link ${page}`;

/**
 * The token of the link that opened this page. It stands behind # and leaves the address bar at once. Undefined until the
 * browser has looked; empty when there is none.
 */
export function useLinkToken(page: string): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const take = () => {
      const given = window.location.hash.slice(1);
      if (given !== "") window.history.replaceState(null, "", window.location.pathname);
      const found = given || sessionStorage.getItem(keyOf(page));
      sessionStorage.removeItem(keyOf(page));
      if (found) held.set(page, found);
      setToken(held.get(page) ?? "");
    };
    take();
    // Another link of the same kind, opened in this very tab, loads no page.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, [page]);
  return token;
}

/**
 * Keeps a token in this tab until its page is back from a sign-in, which loads others. For an invitation of a person known
 * alone: it opens nothing without that person's own sign-in, so it is no secret.
 */
export function keepWhileSigningIn(page: string, token: string): void {
  sessionStorage.setItem(keyOf(page), token);
}

/** Forgets a token that was used. */
export const forgetToken = (page: string): void => void held.delete(page);
