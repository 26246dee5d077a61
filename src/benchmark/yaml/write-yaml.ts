import { KareninaError } from "../../base/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { sameBenchmark } from "../report/benchmark-equality.ts";
import { changedYaml } from "./changed-yaml.ts";
import { readYaml } from "./read-yaml.ts";
import { benchmarkForm } from "./write-form.ts";
import { yamlText } from "./yaml-text.ts";

/**
 * A benchmark as YAML. One that was read from YAML keeps its text: only what changed is written anew, with the comments
 * around it. Throws `file_unwritable` where that cannot be done, which is where a file repeats what changed by an alias.
 *
 * @param file name for messages
 */
export function writeYaml(content: BenchmarkContent, file: string): string {
  const { yaml } = content;
  if (yaml === undefined)
    return `${yamlText(benchmarkForm(content), ["rubric", "dynamic_rubric", "questions"])}\n`;
  const text = changedYaml(yaml.text, content, yaml.asRead);
  if (text === yaml.text || saysTheSame(text, content, file)) return text;
  throw new KareninaError(
    "file_unwritable",
    `${file}: what changed stands where the file repeats itself by an alias, or is written in braces.`,
    { hint: "Save it as .jsonld, or write that part of the file out." },
  );
}

function saysTheSame(text: string, content: BenchmarkContent, file: string): boolean {
  try {
    return sameBenchmark(readYaml(text, file, content.dateCreated), content);
  } catch (error) {
    if (KareninaError.isInstance(error)) return false;
    throw error;
  }
}
