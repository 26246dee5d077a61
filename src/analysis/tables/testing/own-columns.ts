import { contextColumns } from "../context.ts";

/** Rows without the columns that every table begins with. */
export const ownColumns = (rows: Iterable<object>) =>
  [...rows].map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !(key in contextColumns))));
