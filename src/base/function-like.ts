import * as z from "zod";

/** A function of users: what it takes and gives is looked at when it is called. */
export const functionLike = z.custom<CallableFunction>(
  (value) => typeof value === "function",
  "expected a function",
);
