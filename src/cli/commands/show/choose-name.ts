import { nearestNames, oneLine } from "../../../base/index.ts";
import { usageError } from "../../failure.ts";

/** Something that can be named in one or more ways. */
export interface Named {
  readonly key: string;
  /** The name used in errors first. */
  readonly names: readonly string[];
  /** A whole number that is no name, with or without `#` before it, means what has this place. */
  readonly place?: number | undefined;
}

/** What a name is looked for among. */
interface NameChoice {
  /** How the option is called, for errors: `--question`. */
  readonly option: string;
  /** What is named, for errors: `question`. */
  readonly noun: string;
  /** In the order in which they are listed. */
  readonly among: readonly Named[];
  /** What to do when nothing or too much is found. */
  readonly hint: string;
}

/** So many names stand in an error about several. */
const mostNamed = 5;

/**
 * The keys of what a user means: all with exactly the name that was given, else the one at that place in the list,
 * else the only one with a name that begins so.
 *
 * @throws KareninaError `configuration` when none or several are meant; names near to it are in the message.
 */
export function chooseName(wanted: string, { option, noun, among, hint }: NameChoice): ReadonlySet<string> {
  const given = wanted.trim();
  const equal = among.filter(({ names }) => names.includes(given));
  if (equal.length > 0) return new Set(equal.map(({ key }) => key));
  const placed = among.find(({ place }) => place !== undefined && String(place) === placeText(given));
  if (placed !== undefined) return new Set([placed.key]);
  const beginning = among.filter(({ names }) => names.some((name) => name.startsWith(given)));
  if (beginning.length === 1) return new Set(beginning.map(({ key }) => key));
  if (beginning.length > 1) {
    const named = quoteNames(beginning.slice(0, mostNamed).flatMap(({ names }) => names.slice(0, 1)));
    const more = beginning.length > mostNamed ? ` and ${beginning.length - mostNamed} more` : "";
    const message = `${option}: ${beginning.length} ${noun}s begin with "${given}": ${named}${more}.`;
    throw usageError(message, hint);
  }
  const near = nearestNames(given, new Set(among.flatMap(({ names }) => names)));
  const meant = near.length === 0 ? "" : ` Did you mean ${quoteNames(near, " or ")}?`;
  throw usageError(`${option}: there is no ${noun} "${given}" in these results.${meant}`, hint);
}

/** The number of a place as it may be given: `4`, or `#4` as summaries print it. */
export const placeText = (given: string): string => given.replace(/^#(?=\d)/, "");

/** Names for messages. */
export function quoteNames(names: readonly string[], separator = ", "): string {
  return names.map((name) => `"${oneLine(name)}"`).join(separator);
}
