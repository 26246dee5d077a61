import * as z from "zod";
import { askNearest } from "../base/index.ts";
import {
  type ModelInterface,
  type ReachSetting,
  reachSettings,
  type SettingUse,
} from "./definition/index.ts";
import type { Vendor, VendorFacts } from "./vendors/index.ts";

type Shape<Subject> = { readonly [Member in keyof Subject]-?: z.ZodType };

/** An object of these members alone; another one is a problem, with the nearest of them. */
const only = <Members extends z.core.$ZodLooseShape>(members: Members) =>
  z.strictObject(members, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys
            .map((key) => `unknown member ${JSON.stringify(key)}${askNearest(key, Object.keys(members))}`)
            .join("; ")
        : undefined,
  });

const oneOf = (values: readonly string[]) =>
  z.enum(values, {
    error: ({ input }) =>
      `expected one of ${values.join(", ")}; found ${JSON.stringify(input) ?? "nothing"}${typeof input === "string" ? askNearest(input, values) : ""}`,
  });

const called = z.custom<CallableFunction>((value) => typeof value === "function", "expected a function");
const flag = z.boolean().optional();
const text = z.string().optional();

const Use = only({
  needed: text,
  provider: z.union([only({ only: z.string() }), only({ except: z.string() })]).optional(),
  ignored: flag,
  impliesInterface: flag,
} satisfies Shape<SettingUse>);

const facts = {
  name: z.string(),
  keyVariables: z.array(z.string()),
  defaultUrl: text,
  priceList: text,
  // a vendor that is known by itself may be given too
  label: text,
  aliases: z.array(z.string()).optional(),
} satisfies Shape<VendorFacts> & Shape<Vendor>;

const ofVendor = only({
  ...facts,
  label: z.string(),
  keyVariables: z.array(z.string()).min(1),
  defaultUrl: z.string(),
} satisfies Shape<Vendor>);

/** What an interface of the program's own may say, for authors that no compiler has looked at. */
export const InterfaceShape = only({
  name: z.string().regex(/^[a-z][a-z0-9_]*$/, {
    error: ({ input }) =>
      `expected small letters, digits and _, such as my_lab; found ${JSON.stringify(input)}`,
  }),
  label: text,
  tier: oneOf(["tool_loop", "deep_agent"] satisfies readonly ModelInterface["tier"][]),
  reached: oneOf([
    "network",
    "program",
    "calls",
    "here",
  ] satisfies readonly ModelInterface["reached"][]).optional(),
  answeringOnly: flag,
  withoutTools: flag,
  ownCalls: flag,
  ownSandbox: flag,
  takes: only(
    Object.fromEntries(reachSettings.map((name) => [name, Use.optional()])) satisfies Partial<
      Shape<Record<ReachSetting, unknown>>
    >,
  ).optional(),
  wraps: z.array(z.string()).optional(),
  needs: text,
  vendor: only(facts).optional(),
  vendorOf: called.optional(),
  vendors: z.array(ofVendor).min(1).optional(),
  unnamedKey: text,
  repeatHint: text,
  packages: z.array(z.string()).optional(),
  extraIsClient: flag,
  cutsReading: flag,
  connect: called,
} satisfies Shape<ModelInterface>);
