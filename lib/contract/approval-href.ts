/** Where what waits is listed and decided. */
export const APPROVALS_HREF = "/approvals";

/** The page that opens one request, in the account where it is decided; opening it decides nothing. */
export const approvalHref = (approvalId: string, accountId?: string): string =>
  `${APPROVALS_HREF}?approval=${approvalId}${accountId === undefined ? "" : `&account=${accountId}`}`;
