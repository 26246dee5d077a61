import { KareninaError } from "../base/index.ts";
import type { ModelInterface } from "./definition/index.ts";
import { valueName } from "./given-model/interface.ts";
import { findInterface } from "./interfaces.ts";

/** Throws `KareninaError` `configuration` for an interface of the program's own that has the name of another. */
export function refuseTakenNames(interfaces: readonly ModelInterface[]): void {
  const names = interfaces.map(({ name }) => name);
  const taken = names.find(
    (name, place) => name === valueName || findInterface(name) !== undefined || names.indexOf(name) < place,
  );
  if (taken === undefined) return;
  throw new KareninaError("configuration", `There is another interface "${taken}".`, {
    hint: "Give yours a name of its own.",
  });
}
