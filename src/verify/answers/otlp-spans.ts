import * as z from "zod";
import { isJsonObject } from "../../base/index.ts";

/** A value of OpenTelemetry's JSON: one member says its type. */
interface AnyValue {
  readonly stringValue?: string | undefined;
  readonly intValue?: string | number | undefined;
  readonly doubleValue?: number | undefined;
  readonly boolValue?: boolean | undefined;
  readonly arrayValue?: { readonly values?: readonly AnyValue[] | undefined } | undefined;
  readonly kvlistValue?: { readonly values?: readonly KeyValue[] | undefined } | undefined;
}
interface KeyValue {
  readonly key: string;
  readonly value?: AnyValue | undefined;
}

const AnyValue: z.ZodType<AnyValue> = z.lazy(() =>
  z.object({
    stringValue: z.string().optional(),
    intValue: z.union([z.string(), z.number()]).optional(),
    doubleValue: z.number().optional(),
    boolValue: z.boolean().optional(),
    arrayValue: z.object({ values: z.array(AnyValue).optional() }).optional(),
    kvlistValue: z.object({ values: z.array(KeyValue).optional() }).optional(),
  }),
);
const KeyValue: z.ZodType<KeyValue> = z.object({ key: z.string(), value: AnyValue.optional() });

const Attributes = z
  .array(KeyValue)
  .default([])
  .transform((list) => new Map(list.map(({ key, value }) => [key, plainValue(value)])));

/** A span, with its attributes as plain values. */
const Span = z.object({
  traceId: z.string().default(""),
  spanId: z.string().default(""),
  parentSpanId: z.string().default(""),
  startTimeUnixNano: z.union([z.string(), z.number()]).default("0"),
  attributes: Attributes,
  events: z.array(z.object({ name: z.string().default(""), attributes: Attributes })).default([]),
});
export type Span = z.infer<typeof Span>;

const Export = z.object({
  resourceSpans: z.array(
    z.object({ scopeSpans: z.array(z.object({ spans: z.array(z.unknown()).default([]) })).default([]) }),
  ),
});

/** True for spans as OpenTelemetry writes them in JSON. */
export const isOtlp = (json: unknown): boolean => isJsonObject(json) && Array.isArray(json.resourceSpans);

/** The spans of an export, in its order; those that are none, and an export that is none, as undefined. */
export function spansOf(json: unknown): readonly (Span | undefined)[] {
  const read = Export.safeParse(json);
  if (!read.success) return [undefined];
  return read.data.resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => Span.safeParse(span).data);
}

function plainValue(value: AnyValue | undefined): unknown {
  if (value === undefined) return undefined;
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = value;
  if (arrayValue !== undefined) return (arrayValue.values ?? []).map(plainValue);
  if (kvlistValue !== undefined)
    return Object.fromEntries(
      (kvlistValue.values ?? []).map(({ key, value: inner }) => [key, plainValue(inner)]),
    );
  return stringValue ?? doubleValue ?? boolValue ?? (intValue === undefined ? undefined : Number(intValue));
}
