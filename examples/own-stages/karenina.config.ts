import { defineConfig } from "karenina";
import { checkCitations } from "./check-citations.ts";

const references = new URL("references.txt", import.meta.url);

export default defineConfig({
  // FinalizeResult stays last
  stages: (builtIn) => builtIn.toSpliced(-1, 0, checkCitations(references)),
});
