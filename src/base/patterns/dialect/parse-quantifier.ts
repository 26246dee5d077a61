import type { PatternReader } from "./pattern-reader.ts";

/** How often something repeats; without `max`, without end. */
interface Quantifier {
  readonly min: number;
  readonly max?: number;
  readonly lazy: boolean;
  /** True for one that gives nothing back: `a++`. */
  readonly possessive: boolean;
}

/** The quantifier at the cursor, if there is one. A brace that opens none is a plain character. */
export function eatQuantifier(reader: PatternReader): Quantifier | undefined {
  const bounds = eatBounds(reader);
  if (bounds === undefined) return undefined;
  const possessive = reader.eat("+");
  return { ...bounds, possessive, lazy: !possessive && reader.eat("?") };
}

function eatBounds(reader: PatternReader): Omit<Quantifier, "lazy" | "possessive"> | undefined {
  if (reader.eat("*")) return { min: 0 };
  if (reader.eat("+")) return { min: 1 };
  if (reader.eat("?")) return { min: 0, max: 1 };
  const start = reader.position;
  if (!reader.eat("{")) return undefined;
  const low = reader.eatWhile(/[0-9]/);
  const comma = reader.eat(",");
  const high = comma ? reader.eatWhile(/[0-9]/) : low;
  if (!reader.eat("}") || (!comma && low === "")) {
    reader.rewind(start);
    return undefined;
  }
  const min = Number(low);
  if (high === "") return { min };
  const max = Number(high);
  if (max < min) reader.fail("min repeat greater than max repeat", start);
  return { min, max };
}
