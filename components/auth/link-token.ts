"use client";

import { useEffect, useState } from "react";

/** A page's name for the token it holds while its person signs in. */
const keyOf = (page: string): string => `desk-link ${page}`;

/**
 * The token of the link that opened this page. It stands behind # and leaves the address bar at once; this tab keeps it until
 * it is used, so that a sign-in in between does not lose it. Undefined until the browser has looked; empty when there is none.
 */
export function useLinkToken(page: string): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const take = () => {
      const given = window.location.hash.slice(1);
      if (given !== "") {
        sessionStorage.setItem(keyOf(page), given);
        window.history.replaceState(null, "", window.location.pathname);
      }
      setToken(sessionStorage.getItem(keyOf(page)) ?? "");
    };
    take();
    // Another link of the same kind, opened in this very tab, loads no page.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, [page]);
  return token;
}

/** Forgets a token that was used. */
export const forgetToken = (page: string): void => sessionStorage.removeItem(keyOf(page));
