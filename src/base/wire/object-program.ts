import { isObject } from "./wire-node.ts";

/** A member of an object. */
export interface ObjectMember {
  /** In what is read. */
  readonly wireKey: string;
  /** In what it becomes. */
  readonly key: string;
  readonly read: (json: unknown) => unknown;
  /** What stands for it where it is not there; a list or an object is made anew each time. Undefined: nothing does, and it is left out. */
  readonly absent: { readonly value: unknown } | { readonly make: () => unknown } | undefined;
}

/** How an object is read. */
export interface ObjectReading {
  readonly members: readonly ObjectMember[];
  /** Reads members that are not declared, by their names; undefined: they are left out. */
  readonly other: ((wireKey: string, json: unknown) => unknown) | undefined;
  /** Said in place of an object of which a part says it. */
  readonly unread: symbol;
}

/** Whether programs may be made of texts here. */
const mayCompile = ((): boolean => {
  try {
    return new Function("return true")();
  } catch {
    return false;
  }
})();

/**
 * Reads an object, member by member. The program for it is written out for its members, as zod's own are: a third less work than
 * looking each up, which counts where a hundred thousand results are read. Names stand in it as JSON texts.
 *
 * Undefined where no program may be made of a text (`--disallow-code-generation-from-strings`).
 */
export function objectProgram({
  members,
  other,
  unread,
}: ObjectReading): ((json: unknown) => unknown) | undefined {
  if (!mayCompile) return undefined;
  const text = (name: string) => JSON.stringify(name);
  const blank = members.flatMap(({ key, absent }) =>
    absent === undefined ? [] : [`${text(key)}: ${"value" in absent ? literal(absent.value) : "null"}`],
  );
  const cases = members.map(
    ({ wireKey, key }, at) =>
      `case ${text(wireKey)}: if (item !== undefined) {
        const own = read${at}(item);
        if (own === unread) return unread;
        value[${text(key)}] = own;
      } break;`,
  );
  const made = members.flatMap(({ wireKey, key, absent }, at) =>
    absent === undefined || "value" in absent
      ? []
      : [
          `if (json[${text(wireKey)}] === undefined) {
            const own = make${at}();
            if (own === unread) return unread;
            value[${text(key)}] = own;
          }`,
        ],
  );
  const program = `return (json) => {
    if (!isPlain(json)) return unread;
    const value = { ${blank.join(", ")} };
    for (const wireKey of Object.keys(json)) {
      const item = json[wireKey];
      switch (wireKey) {
        ${cases.join("\n")}
        default: if (other !== undefined) {
          const own = other(wireKey, item);
          if (own === unread) return unread;
          value[wireKey] = own;
        }
      }
    }
    ${made.join("\n")}
    return value;
  }`;
  const readers = members.map((_, at) => `read${at}`);
  const makers = members.map((_, at) => `make${at}`);
  const compiled = new Function("isPlain", "unread", "other", ...readers, ...makers, program);
  return compiled(
    ...[isPlain, unread, other],
    ...members.map(({ read }) => read),
    ...members.map(({ absent }) => (absent !== undefined && "make" in absent ? absent.make : undefined)),
  );
}

/** A value that is no list and no object, as a program has it. */
const literal = (value: unknown): string =>
  value === undefined || Number.isNaN(value) || Math.abs(Number(value)) === Number.POSITIVE_INFINITY
    ? String(value)
    : JSON.stringify(value);

/** False for instances of classes: what their prototypes have are members to zod. */
function isPlain(value: unknown): boolean {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
