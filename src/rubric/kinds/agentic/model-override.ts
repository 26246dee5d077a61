import * as z from "zod";
import { FromCode, FromFile, isJsonObject, type JsonObject, type JsonValue } from "../../../base/index.ts";

/**
 * Who investigates a trait in place of the judge:
 *
 * - the id of a model of the run's own configuration;
 * - a model's whole configuration, only as the word of a program ({@link FromCode}), in stored form with names in
 *   snake_case;
 * - what stands in a file ({@link FromFile}): it is kept, and may do no more than name an id.
 */
export type ModelOverride = string | FromCode<JsonObject> | FromFile<JsonObject>;

/** An object that no program has vouched for comes from a file, whoever hands it over. One that says nothing is none. */
export const ModelOverride = z.preprocess(
  (value) => (isPlainObject(value) ? (isEmpty(value) ? null : new FromFile(value)) : value),
  z.custom<ModelOverride>(isModelOverride, "expected the id of a model, or an object with one").nullable(),
);

function isModelOverride(value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  if (FromFile.isInstance(value)) return isJsonObject(value.toJSON());
  return FromCode.isInstance(value) && isJsonObject(value.content);
}

/** True for an object that neither a file nor a program has vouched for yet. */
export function isPlainObject(value: unknown): value is JsonObject {
  return isJsonObject(value) && !FromFile.isInstance(value) && !FromCode.isInstance(value);
}

/** The id of the model that an override names; undefined where it names none. */
export function namedModel(override: ModelOverride | null): string | undefined {
  if (typeof override === "string") return override;
  if (!FromFile.isInstance(override)) return undefined;
  const { id } = override.toJSON();
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** The settings by which a file would choose a model itself, by name. */
export function refusedSettings(override: ModelOverride | null): readonly string[] {
  if (!FromFile.isInstance(override)) return [];
  const settings = Object.entries(override.toJSON()).filter(
    ([name, value]) => name !== "id" && !isEmpty(value),
  );
  return settings.map(([name]) => name);
}

const isEmpty = (value: JsonValue): boolean =>
  value === null || (typeof value === "object" && Object.values(value).every(isEmpty));
