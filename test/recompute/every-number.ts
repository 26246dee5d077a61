/** Plain data as JSON has it. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Numbers that rows do not hold, with why. */
export interface Exempt {
  readonly path: RegExp;
  /** Only where it is this one. */
  readonly value?: number;
  readonly why: string;
}

/** What identifies a member of a list; a list of others is compared in its order. */
const keys = [
  "answering",
  "parsing",
  "judge",
  "a",
  "b",
  "by",
  "group",
  "keyword",
  "category",
  "stage",
  "side",
  "outcome",
  "scenario",
  "reason",
  "trait",
  "metric",
  "label",
  "model",
  "kind",
  "field",
  "name",
  "question_id",
  "replicate",
  "first",
  "second",
  "k",
];

/**
 * Every number of a file, and every null that stands for one, beside the same recomputed. Gives a line for each that differs, that was not
 * recomputed, or that the file lacks; and how many agree.
 */
export function differingNumbers(
  printed: unknown,
  recomputed: unknown,
  exempt: readonly Exempt[] = [],
): { readonly wrong: readonly string[]; readonly compared: number } {
  const found = numbersIn(printed);
  const expected = numbersIn(recomputed);
  const wrong: string[] = [];
  let compared = 0;
  for (const [path, value] of found) {
    const other = expected.get(path);
    const excuse = exempt.find((one) => one.path.test(path) && (one.value ?? value) === value);
    if (other === undefined) {
      if (excuse === undefined && value !== null) wrong.push(`${path}: ${value} was not recomputed`);
    } else if (isNear(value, other)) compared++;
    else wrong.push(`${path}: printed ${value}, from rows ${other}`);
  }
  for (const [path, value] of expected)
    if (!found.has(path)) wrong.push(`${path}: ${value} from rows is not printed`);
  return { wrong, compared };
}

function isNear(value: number | null, other: number | null): boolean {
  if (value === null || other === null) return value === other;
  return Math.abs(value - other) <= 1e-8 * Math.max(1, Math.abs(value));
}

function numbersIn(json: unknown): ReadonlyMap<string, number | null> {
  const numbers = new Map<string, number | null>();
  const visit = (value: unknown, path: string) => {
    if (typeof value === "number" || value === null) numbers.set(path, value);
    else if (Array.isArray(value)) for (const [name, one] of named(value)) visit(one, `${path}[${name}]`);
    else if (typeof value === "object")
      for (const [name, one] of Object.entries(value)) visit(one, path === "" ? name : `${path}.${name}`);
  };
  visit(json, "");
  return numbers;
}

/** The members of a list by what identifies them, those that look alike by their order too. */
function named(list: readonly unknown[]): readonly (readonly [string, unknown])[] {
  const seen = new Map<string, number>();
  return list.map((one, at) => {
    const name = identityOf(one) ?? `${at}`;
    const often = (seen.get(name) ?? 0) + 1;
    seen.set(name, often);
    return [often === 1 ? name : `${name} #${often}`, one];
  });
}

function identityOf(member: unknown): string | undefined {
  if (typeof member !== "object" || member === null) return undefined;
  const entries: readonly (readonly [string, Json])[] = Object.entries(member);
  const named = entries.filter(([name, value]) => keys.includes(name) && typeof value !== "object");
  return named.length === 0
    ? undefined
    : named
        .map(([, value]) => String(value))
        .toSorted()
        .join(" ");
}

/** Every rate beside its interval: lines for those that lie outside. */
export function ratesOutside(printed: unknown): readonly string[] {
  const outside: string[] = [];
  const visit = (value: unknown, path: string) => {
    if (typeof value !== "object" || value === null) return;
    const members = new Map<string, unknown>(Object.entries(value));
    for (const [rate, interval] of [
      ["rate", "interval"],
      ["mean", "interval"],
      ["difference", "interval"],
      ["value", "interval"],
      ["pass_at_k", "pass_at_k_interval"],
      ["pass_power_k", "pass_power_k_interval"],
    ] as const) {
      const [found, range] = [members.get(rate), members.get(interval)];
      if (typeof found !== "number" || typeof range !== "object" || range === null) continue;
      const { low, high } = range as { readonly low: number; readonly high: number };
      if (!(low <= found && found <= high)) outside.push(`${path}.${rate}: ${found} not in ${low}..${high}`);
    }
    for (const [name, one] of members) visit(one, `${path}.${name}`);
  };
  visit(printed, "");
  return outside;
}
