/** Begins what a sign-in answers instead of a session when the password was right and a second factor is asked for. */
export const FACTOR_ASKED = "SECOND_FACTOR ";
