import { knownNames, namesOfModule } from "./known-names.ts";
import type { Binding, PythonValue, Scope } from "./python-value.ts";
import { isCode, type SourcePlace } from "./reading-stop.ts";

/** Most steps one reading may take. */
const mostSteps = 500_000;

/** Counts one step of the reading. */
export function takeStep({ budget }: Scope, place: SourcePlace): void {
  budget.left -= 1;
  if (budget.left < 0) isCode("more values than can be read", place);
}

/** Counts the parts of a value that was made, or that a name stands for: each place where it stands is written anew. */
export function takeParts(scope: Scope, value: PythonValue, place: SourcePlace): void {
  takeStep(scope, place);
  if (value.kind === "text") scope.budget.left -= value.text.length / charactersOfStep;
  else if ("items" in value) for (const item of value.items) takeParts(scope, item, place);
  else if (value.kind === "dict") for (const [, item] of value.entries) takeParts(scope, item, place);
}

/** How much of a text counts as a step. */
const charactersOfStep = 100;

/** Most layers: names are looked up through all of them. */
const deepest = 300;

/**
 * A scope above another one.
 *
 * @throws ReadingStop code for a source that needs more layers than anybody writes
 */
export function scopeAbove(parent: Scope | undefined): Scope {
  const depth = (parent?.depth ?? 0) + 1;
  return depth > deepest
    ? isCode(`more than ${deepest} classes`, { from: 0 })
    : { names: new Map(), parent, depth, budget: parent?.budget ?? { left: mostSteps } };
}

/** What a name stands for; undefined for one that nothing defines. In classes, Python changes names such as `__limit`. */
export function lookUp(scope: Scope, name: string): Binding | undefined {
  if (/^__.*(?<!__)$/s.test(name)) return { kind: "code", construct: `the name ${name}` };
  const found = inLayers(scope, name);
  if (found !== undefined) return found;
  return knownNames.has(name) ? { kind: "known", name } : inLayers(scope, allOthers);
}

function inLayers(scope: Scope, name: string): Binding | undefined {
  for (let layer: Scope | undefined = scope; layer !== undefined; layer = layer.parent) {
    const found = layer.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Stands for the names that a module may have beside those that are known, where all of them are imported. */
export const allOthers = "*";

/** What `from module import name` gives. */
export function imported(module: string, name: string): Binding {
  if (namesOfModule(module)?.has(name) === true) return { kind: "known", name };
  return { kind: "code", construct: `${name}, which is imported from ${module}` };
}
