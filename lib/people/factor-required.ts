/** The prefix of a sign-in's answer if the password was right and a second factor is required instead of a session. */
export const FACTOR_REQUIRED = "SECOND_FACTOR ";
