import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { writeFileAtomically } from "../src/base/index.ts";
import { presetSchema } from "../src/config/index.ts";
import { renderSchema, storedSchemas } from "../src/result/index.ts";

const folder = new URL("../schemas/", import.meta.url);
await mkdir(folder, { recursive: true });
for (const [file, schema] of Object.entries({ ...storedSchemas(), "preset.schema.json": presetSchema() })) {
  await writeFileAtomically(fileURLToPath(new URL(file, folder)), renderSchema(schema));
}
