import * as z from "zod";
import { askNearest, functionLike, onlyMembers, type ShapeOf } from "../base/index.ts";
import type { MediaKind } from "../ports/index.ts";
import {
  type ModelInterface,
  type ReachSetting,
  reachSettings,
  type SettingUse,
} from "./definition/index.ts";
import type { Vendor, VendorFacts } from "./vendors/index.ts";

const oneOf = (values: readonly string[]) =>
  z.enum(values, {
    error: ({ input }) =>
      `expected one of ${values.join(", ")}; found ${JSON.stringify(input) ?? "nothing"}${typeof input === "string" ? askNearest(input, values) : ""}`,
  });

const flag = z.boolean().optional();
const text = z.string().optional();

const Use = onlyMembers({
  needed: text,
  provider: z.union([onlyMembers({ only: z.string() }), onlyMembers({ except: z.string() })]).optional(),
  ignored: flag,
  impliesInterface: flag,
} satisfies ShapeOf<SettingUse>);

const facts = {
  name: z.string(),
  keyVariables: z.array(z.string()),
  defaultUrl: text,
  priceList: text,
  // a vendor that is known by itself may be given too
  label: text,
  aliases: z.array(z.string()).optional(),
} satisfies ShapeOf<VendorFacts> & ShapeOf<Vendor>;

const ofVendor = onlyMembers({
  ...facts,
  label: z.string(),
  keyVariables: z.array(z.string()).min(1),
  defaultUrl: z.string(),
} satisfies ShapeOf<Vendor>);

/** What an interface of the program's own may say, for authors that no compiler has looked at. */
export const InterfaceShape = onlyMembers({
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
  preparedAnswers: flag,
  tellsCost: flag,
  answeringOnly: flag,
  withoutTools: flag,
  application: flag,
  ownCalls: flag,
  mediaTypes: z.array(oneOf(["image/*", "application/pdf"] satisfies readonly MediaKind[])).optional(),
  ownSandbox: flag,
  takes: onlyMembers(
    Object.fromEntries(reachSettings.map((name) => [name, Use.optional()])) satisfies Partial<
      ShapeOf<Record<ReachSetting, unknown>>
    >,
  ).optional(),
  wraps: z.array(z.string()).optional(),
  needs: text,
  vendor: onlyMembers(facts).optional(),
  vendorOf: functionLike.optional(),
  vendors: z.array(ofVendor).min(1).optional(),
  unnamedKey: text,
  repeatHint: text,
  packages: z.array(z.string()).optional(),
  extraIsClient: flag,
  cutsReading: flag,
  connect: functionLike,
} satisfies ShapeOf<ModelInterface>);
