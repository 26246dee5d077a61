const members = ["name", "requires", "reads", "produces", "unstored", "usageKey", "always", "skip", "run"];

/**
 * What a stage of a user's own is just now, as a copy that nobody can change: each member is read once. Its functions are
 * called as the stage's own. Further members are kept, so that they can be refused, where the stage is of no class. What is no
 * object stays as it is.
 */
export function copyOwnStage(stage: unknown): unknown {
  if (typeof stage !== "object" || stage === null) return stage;
  const copy: { [member: string]: unknown } = {};
  const isPlain = Object.getPrototypeOf(stage) === Object.prototype;
  for (const name of isPlain ? new Set([...members, ...Object.keys(stage)]) : members) {
    const member: unknown = Reflect.get(stage, name);
    if (member === undefined) continue;
    if (Array.isArray(member)) copy[name] = Object.freeze([...member]);
    else copy[name] = typeof member === "function" ? member.bind(stage) : member;
  }
  return Object.freeze(copy);
}
