import * as z from "zod";

/** Sums of such are numbers still. */
export const mostAmount = 1e100;

/** Time, tokens or money that was spent: not negative, and so small that sums of such are numbers still. Servers count less. */
export const amount = z.number().nonnegative().max(mostAmount);
