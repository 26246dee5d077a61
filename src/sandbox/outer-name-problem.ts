import { messageOf } from "../base/index.ts";

/**
 * What is wrong with a function that failed over a name defined outside of it; undefined for other errors, which may be
 * its own opinion of the sample it was called with.
 *
 * @param what the function, as in `verify`
 * @param kept what could live in a module instead, as in `the template`
 */
export function outerNameProblem(error: unknown, what: string, kept: string): string | undefined {
  const name = /ReferenceError: '?([^' ]+)'? is not defined/.exec(messageOf(error))?.[1];
  if (name === undefined) return undefined;
  return `${what} uses ${name}, which is defined outside of it: move it inside, or keep ${kept} in a module`;
}
