import * as z from "zod";
import { wireCodec } from "../../base/index.ts";

/** What became of one capture: a line of `manifest.jsonl`, and an entry of `manifest.json`. */
export const ManifestEntry = z.object({
  questionId: z.string(),
  resultId: z.string(),
  runName: z.string().nullable(),
  replicate: z.int().nullable(),
  scenarioId: z.string().nullable(),
  scenarioNode: z.string().nullable(),
  scenarioTurn: z.int().nullable(),
  answering: z.string(),
  parsing: z.string(),
  captureMode: z.enum(["full", "produced"]),
  /** The folder the agent worked in; a copy is gone by the time somebody reads this. */
  sourceWorkspacePath: z.string(),
  /** Null: nothing was captured. */
  destination: z.string().nullable(),
  status: z.enum(["captured", "captured_with_errors", "skipped"]),
  /** Files and links. */
  copiedFileCount: z.int().nonnegative(),
  copyErrors: z.array(z.object({ path: z.string(), error: z.string() })),
  skipReason: z.string().nullable(),
});
export type ManifestEntry = z.infer<typeof ManifestEntry>;

const codec = wireCodec(ManifestEntry);

/** One line of JSON with sorted keys. */
export function manifestLine(entry: ManifestEntry): string {
  // an object's codec makes an object
  const encoded = codec.encode(entry) as Readonly<Record<string, unknown>>;
  const sorted = Object.entries(encoded).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}
