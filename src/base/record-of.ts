import * as z from "zod";

/**
 * A record whose keys belong to the user, every one of them an ordinary key. zod's own leaves out a key named
 * `__proto__`, which a trait, a question or a property may well be called.
 */
export function recordOf<Value extends z.ZodType>(value: Value): z.ZodRecord<z.ZodString, Value> {
  // The constructor says what every record has; the type of this one's values is known here.
  return new AnyKeyRecord({ type: "record", keyType: z.string(), valueType: value }) as z.ZodRecord<
    z.ZodString,
    Value
  >;
}

const key = "__proto__";
const zodRecord: z.core.$constructor<z.ZodRecord, z.core.$ZodRecordDef> = z.ZodRecord;

const AnyKeyRecord = z.core.$constructor<z.ZodRecord, z.core.$ZodRecordDef>("AnyKeyRecord", (schema, def) => {
  zodRecord.init(schema, def);
  const { parse } = schema._zod;
  schema._zod.parse = (payload, context) => {
    const input = payload.value;
    const parsed = requireSettled(parse(payload, context));
    const isRecord = typeof input === "object" && input !== null && parsed.value !== input;
    if (!isRecord || !Object.hasOwn(input, key)) return parsed;
    const item = requireSettled(
      def.valueType._zod.run({ value: Reflect.get(input, key), issues: [] }, context),
    );
    parsed.issues.push(...item.issues.map((issue) => ({ ...issue, path: [key, ...(issue.path ?? [])] })));
    const entry = { value: item.value, enumerable: true, writable: true, configurable: true };
    Object.defineProperty(parsed.value, key, entry);
    return parsed;
  };
});

function requireSettled(payload: z.core.util.MaybeAsync<z.core.ParsePayload>): z.core.ParsePayload {
  if (payload instanceof Promise)
    throw new TypeError("A record cannot hold values that are read asynchronously.");
  return payload;
}
