import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { analysisSchemas } from "../src/analysis/index.ts";
import { writeFileAtomically } from "../src/base/index.ts";
import { benchmarkSchema } from "../src/benchmark/yaml/benchmark-schema.ts";
import { presetSchema } from "../src/config/index.ts";
import { renderSchema, storedSchemas } from "../src/result/index.ts";
import { templateSpecSchema } from "../src/template/index.ts";

const folder = new URL("../schemas/", import.meta.url);
await mkdir(folder, { recursive: true });
const schemas = {
  ...storedSchemas(),
  ...analysisSchemas(),
  "preset.schema.json": presetSchema(),
  "template.schema.json": templateSpecSchema(),
  "benchmark.schema.json": benchmarkSchema(),
};
for (const [file, schema] of Object.entries(schemas)) {
  await writeFileAtomically(fileURLToPath(new URL(file, folder)), renderSchema(schema));
}
