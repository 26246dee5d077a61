import type { CopiedTree } from "./tree/copy-tree.ts";

const mostNamed = 5;

/** Says what a copy of a workspace lacks, for a result's warnings. */
export function copyWarnings({ outsideLinks, special, failures }: CopiedTree): readonly string[] {
  const unread = failures.map(({ path, error }) => `${path} (${error})`);
  return [
    ...describeEntries("Links that lead out of the workspace were left out", outsideLinks),
    ...describeEntries("Sockets, pipes and devices in the workspace were left out", special),
    ...describeEntries("Entries of the workspace could not be copied", unread),
  ];
}

function describeEntries(what: string, entries: readonly string[]): readonly string[] {
  if (entries.length === 0) return [];
  const named = [...entries].sort().slice(0, mostNamed);
  const rest = entries.length - named.length;
  return [`${what}: ${named.join(", ")}${rest > 0 ? `, and ${rest} more` : ""}.`];
}
