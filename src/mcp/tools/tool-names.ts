import { sha256 } from "../../base/index.ts";

/** Where a tool comes from, in the server's own words. */
export interface ToolOrigin {
  readonly server: string;
  readonly tool: string;
}

const longestName = 64;
const digestLength = 12;

/** From the plainest name to one that no other tool can have. */
const forms: readonly ((origin: ToolOrigin) => string)[] = [
  ({ tool }) => allowed(tool),
  (origin) => allowed(prefixedName(origin)),
  (origin) => {
    const digest = sha256(JSON.stringify([origin.server, origin.tool])).slice(0, digestLength);
    return `${allowed(prefixedName(origin)).slice(0, longestName - digestLength - 1)}_${digest}`;
  },
];

/** `server__tool`, the name of a tool that more than one server has. */
export function prefixedName({ server, tool }: ToolOrigin): string {
  return `${server}__${tool}`;
}

/**
 * The names a model is told, one for each tool in the same order: letters, digits, `_` and `-`, at most 64, all
 * different. A tool keeps its own name where it is the only one of that name; otherwise each of them gets its server's
 * name in front, and where even that does not tell them apart a digest behind. The order of the tools plays no part.
 */
export function toolNames(origins: readonly ToolOrigin[]): readonly string[] {
  const levels = origins.map(() => 0);
  for (;;) {
    const names = origins.map((origin, index) => nameAt(origin, levels[index] ?? 0));
    const clashing = clashes(names).filter((index) => (levels[index] ?? 0) < forms.length - 1);
    if (clashing.length === 0) return names;
    for (const index of clashing) levels[index] = (levels[index] ?? 0) + 1;
  }
}

const nameAt = (origin: ToolOrigin, level: number): string => (forms[level] ?? prefixedName)(origin);

/** The positions of names that occur more than once. */
function clashes(names: readonly string[]): readonly number[] {
  const positions = Map.groupBy(names.keys(), (index) => names[index]);
  return [...positions.values()].filter(({ length }) => length > 1).flat();
}

function allowed(name: string): string {
  return name.replaceAll(/[^\w-]/g, "_").slice(0, longestName) || "_";
}
