import { isJsonObject, type JsonValue } from "../../src/base/index.ts";
import type { Random } from "./random.ts";

/** A file with one to four faults: in bytes, in words, or, in most files, in the tree of its JSON. */
export function mutate(bytes: Buffer, random: Random): Buffer {
  const level = random.below(10);
  return Array.from({ length: 1 + random.below(4) }).reduce<Buffer>((file) => {
    if (level === 0) return mutateBytes(file, random);
    const text = file.toString("utf8");
    return Buffer.from((level < 3 ? undefined : mutateTree(text, random)) ?? mutateWords(text, random));
  }, bytes);
}

function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length);
  const end = Math.min(bytes.length, at + 1 + random.below(40));
  const between = (...middle: readonly Uint8Array[]) =>
    Buffer.concat([bytes.subarray(0, at), ...middle, bytes.subarray(end)]);
  return random.pick<() => Buffer>([
    () => between(),
    () => between(bytes.subarray(at, end), bytes.subarray(at, end)),
    () => between(Buffer.from(Array.from({ length: end - at }, () => random.below(256)))),
    () => bytes.subarray(0, at),
  ])();
}

const nasty = [
  "null",
  "-0",
  "1e999",
  "NaN",
  "18446744073709551616",
  '""',
  "{}",
  "[]",
  "[[[[[[",
  '"__proto__"',
  '"constructor"',
  '"\\u0000"',
  '"\\ud800"',
  "\u202e",
  "*a",
  "&a",
  "<<",
  "(?>a",
  "++",
  "\t",
  "\n",
  "}",
  "):",
  "while (true) {}",
  "globalThis.mutatedFileRan = true;",
  "__import__('os')._exit(3)",
  "process.exit(3)",
] as const;

const word = /"(?:[^"\\]|\\.)*"|\w+|\s+|[^\w\s]/g;

function mutateWords(text: string, random: Random): string {
  const words = text.match(word) ?? [];
  const at = random.below(words.length);
  const other = words[random.below(words.length)] ?? "";
  return words
    .toSpliced(
      at,
      random.below(3),
      ...random.pick<readonly string[]>([[], [other], [random.pick(nasty)], [words[at] ?? "", other]]),
    )
    .join("");
}

const strange: readonly [JsonValue, ...JsonValue[]] = [
  null,
  true,
  0,
  -1,
  1e300,
  0.5,
  "",
  "x",
  "../../etc",
  "a.b",
  "\u0000",
  "(?P<a>",
  [],
  {},
  [null],
  { name: "x" },
  "karenina:Mood",
  "Python",
];

/** Undefined for what is no JSON. */
function mutateTree(text: string, random: Random): string | undefined {
  let tree: JsonValue;
  try {
    tree = JSON.parse(text);
  } catch {
    return undefined;
  }
  const places = placesIn(tree);
  const place = places[random.below(places.length)] ?? [];
  const other = places[random.below(places.length)] ?? [];
  return JSON.stringify(
    random.pick<() => JsonValue>([
      () => changed(tree, place, () => random.pick(strange)),
      () => changed(tree, place, () => undefined),
      () => changed(tree, place, (value) => [value]),
      () => changed(tree, place, () => valueAt(tree, other)),
      () =>
        changed(tree, place, (value) =>
          typeof value === "string" ? mutateWords(value, random) : [value, value],
        ),
      () =>
        changed(tree, place, (value) =>
          isJsonObject(value) ? { ...value, [random.pick(nasty)]: random.pick(strange) } : String(value),
        ),
    ])(),
    null,
    2,
  );
}

type Place = readonly (string | number)[];

function placesIn(value: JsonValue, place: Place = []): readonly Place[] {
  const inside = Array.isArray(value)
    ? value.flatMap((member: JsonValue, index) => placesIn(member, [...place, index]))
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([key, member]) => placesIn(member, [...place, key]))
      : [];
  return [place, ...inside];
}

function valueAt(value: JsonValue, [step, ...rest]: Place): JsonValue {
  if (step === undefined) return value;
  if (Array.isArray(value)) return valueAt(value[Number(step)] ?? null, rest);
  return isJsonObject(value) ? valueAt(value[step] ?? null, rest) : value;
}

/** What is undefined is taken away. */
function changed(
  value: JsonValue,
  [step, ...rest]: Place,
  change: (value: JsonValue) => JsonValue | undefined,
): JsonValue {
  if (step === undefined) return change(value) ?? null;
  const inner = (member: JsonValue) => (rest.length === 0 ? change(member) : changed(member, rest, change));
  if (Array.isArray(value))
    return value.flatMap((member: JsonValue, index) => (index === step ? (inner(member) ?? []) : [member]));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const now = key === step ? inner(member) : member;
      return now === undefined ? [] : [[key, now]];
    }),
  );
}
