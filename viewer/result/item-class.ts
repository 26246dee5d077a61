import type { ResultDetail } from "../../src/report/index.ts";

type Role = ResultDetail["evidence"][number]["role"];

/** How something is coloured that belongs to an attribute or a trait: what nothing supports looks like no evidence. */
export const itemClass = (number: number, role: Role): string =>
  role === "unsupported" ? "unsupported" : `item-${(number - 1) % 6}`;
