import * as z from "zod";

/** Time, tokens or money that was spent: not negative, and so small that sums of such are numbers still. Servers count less. */
export const amount = z.number().nonnegative().max(1e100);
