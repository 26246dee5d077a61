import * as z from "zod";
import { mostAmount } from "../base/index.ts";

/** Time, tokens or money that was spent: not negative, and so small that sums of such are numbers still. Servers count less. */
export const amount = z.number().nonnegative().max(mostAmount);
