import { primitives } from "../template/index.ts";
import * as authoring from "./guest/karenina.ts";
import { members } from "./guest/zod.ts";
import { factoryName } from "./guest-modules.ts";

/** A module that template files import, as functions that only record what they are called with. */
export interface AuthoringModule {
  readonly [name: string]: ((...values: never[]) => unknown) | AuthoringModule;
}

/**
 * What template files may import, by module: the same functions that record in the sandbox. They throw a `TypeError` for
 * what they do not take.
 */
export function authoringModules(): ReadonlyMap<string, AuthoringModule> {
  const { authoredAs: _authoredAs, primitive, ...recorders } = authoring;
  const factories = primitives.map(({ type }) => [factoryName(type), primitive(type)] as const);
  return new Map<string, AuthoringModule>([
    ["zod", members],
    ["karenina", { ...recorders, ...Object.fromEntries(factories) }],
  ]);
}
