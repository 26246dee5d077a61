import * as z from "zod";
import { type Clock, isoTimestamp, KareninaError } from "../base/index.ts";
import type { BenchmarkHeader } from "./benchmark-content.ts";
import { Person } from "./checkpoint/nodes.ts";
import { frozenJson } from "./frozen-json.ts";
import { checkNode } from "./problems/check-node.ts";
import { ProblemList } from "./problems/problem.ts";
import { noRubrics } from "./rubrics/rubrics.ts";

/** What a new benchmark says about itself. */
export interface HeaderInput {
  readonly name: string;
  /** Default: `Benchmark containing questions`, as the format asks for some text. */
  readonly description?: string | undefined;
  /** Default `0.1.0`. */
  readonly version?: string | undefined;
  /** Text or a person. Default: `Karenina Benchmarking System`. */
  readonly creator?:
    | string
    | { readonly name: string; readonly url?: string; readonly email?: string }
    | undefined;
}

/** What to change of it; an absent or undefined field stays. */
export type HeaderChanges = Partial<HeaderInput>;

const HeaderFields = z.strictObject({
  name: z.string().min(1, "expected non-empty text").optional(),
  description: z.string().optional(),
  version: z.string().optional(),
  creator: z.union([z.string(), Person], { error: "expected text or a person with a name" }).optional(),
});

/** Stands in for an empty description. */
const defaultDescription = "Benchmark containing questions";

/** The header of a new benchmark. Throws `invalid_input`. */
export function headerFrom(input: HeaderInput, clock: Clock): BenchmarkHeader {
  const now = isoTimestamp(clock);
  const empty: BenchmarkHeader = {
    id: `urn:uuid:karenina-checkpoint-${clock.now() / 1000}`,
    name: "",
    description: defaultDescription,
    version: "0.1.0",
    creator: "Karenina Benchmarking System",
    dateCreated: now,
    dateModified: now,
    customProperties: {},
    globalRubric: noRubrics.rubric,
    globalDynamicRubric: noRubrics.dynamicRubric,
    scenarios: [],
  };
  return { ...empty, ...headerWith(empty, { ...input, name: input.name ?? "" }) };
}

/** The changed parts of a header. Throws `invalid_input`. */
export function headerWith(header: BenchmarkHeader, changes: HeaderChanges): Partial<BenchmarkHeader> {
  const problems = new ProblemList();
  checkNode(HeaderFields, changes, "benchmark", problems);
  if (problems.total > 0) throw new KareninaError("invalid_input", problems.lines.join("\n"));
  const { creator } = changes;
  return {
    name: changes.name ?? header.name,
    description:
      changes.description === "" ? defaultDescription : (changes.description ?? header.description),
    version: changes.version ?? header.version,
    creator: creator === undefined ? header.creator : personOf(creator),
  };
}

function personOf(creator: NonNullable<HeaderInput["creator"]>) {
  return frozenJson(
    typeof creator === "string" ? creator : { "@type": "Person", ...creator },
    "benchmark.creator",
  );
}
