// Saves the benchmark of benchmark.ts as benchmark.jsonld, or under the path given:
//   npm run coding:build
import { join } from "node:path";
import benchmark from "./benchmark.ts";

await benchmark.save(process.argv[2] ?? join(import.meta.dirname, "benchmark.jsonld"));
