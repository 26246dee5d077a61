import { KareninaError } from "../../base/index.ts";
import type { BenchmarkContent, CheckpointWarning } from "../benchmark-content.ts";
import { readCheckpoint } from "../checkpoint/read-checkpoint.ts";
import { writeCheckpoint } from "../checkpoint/write-checkpoint.ts";
import { sameBenchmark } from "../report/benchmark-equality.ts";
import { changedYaml } from "./changed-yaml.ts";
import { mostPieces, parseYaml } from "./parse-yaml.ts";
import { readPlainYaml } from "./plain-yaml.ts";
import { readYaml } from "./read-yaml.ts";
import { benchmarkForm } from "./write-form.ts";
import { yamlText } from "./yaml-text.ts";

/**
 * A benchmark as YAML. One that was read from YAML keeps its text: only what changed is written anew, with the comments
 * around it. Throws `file_unwritable` where that cannot be done, which is where a file repeats what changed by an alias, and
 * for what a checkpoint keeps without being able to use it, which YAML would lose, and for more than is read of a file in YAML.
 *
 * @param file name for messages
 */
export function writeYaml(content: BenchmarkContent, file: string): string {
  const { yaml } = content;
  if (yaml === undefined) {
    refuseLoss(content, file);
    const text = `${yamlText(benchmarkForm(content), ["rubric", "dynamic_rubric", "scenarios", "questions"])}\n`;
    refuseTooMuch(text, file);
    return text;
  }
  const text = changedYaml(yaml.text, content, yaml.asRead);
  if (text === yaml.text || saysTheSame(text, content, file)) return text;
  throw new KareninaError(
    "file_unwritable",
    `${file}: what changed stands where the file repeats itself by an alias, or is written in braces.`,
    { hint: "Save it as .jsonld, or write that part of the file out." },
  );
}

/** What says more than is read is not written either. */
function refuseTooMuch(text: string, file: string): void {
  // a piece has a character at least
  if (text.length <= mostPieces || readPlainYaml(text) !== undefined || parseYaml(text).ok) return;
  throw new KareninaError(
    "file_unwritable",
    `${file}: the benchmark says more than a file in YAML may say.`,
    {
      hint: "Save it as .jsonld, or in several files.",
    },
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

/**
 * In YAML a question that is not evaluable for how its file says it would be a sound one, and an item that is none would be gone,
 * as would all else that is in the checkpoint alone.
 */
function refuseLoss(content: BenchmarkContent, file: string): void {
  const { questions, preserved } = content;
  const unusable = questions.flatMap(({ id, unusable: why }) =>
    why === undefined ? [] : [`${id}: ${why.reason}`],
  );
  const strangers = [...(preserved?.strangers ?? [])].map(
    (place) => `$.dataFeedElement[${place}] is kept, and is no question as it stands`,
  );
  const lost = [...unusable, ...strangers, ...keptAlone(content, file)];
  if (lost.length === 0) return;
  const more = lost.length > mostNamed ? [`… and ${lost.length - mostNamed} more`] : [];
  throw new KareninaError(
    "file_unwritable",
    `${file}: YAML cannot hold what is not as it should be in the checkpoint:\n${[...lost.slice(0, mostNamed), ...more].map((line) => `  ${line}`).join("\n")}`,
    { hint: "Mend or remove it there, or save as .jsonld, which keeps it as it is." },
  );
}

/** What the checkpoint holds beside what was read of it; what has been mended or removed since is not there any more. */
function keptAlone(content: BenchmarkContent, file: string): readonly string[] {
  if (!content.warnings.some(({ inFileOnly }) => inFileOnly)) return [];
  const { warnings } = readCheckpoint(writeCheckpoint(content), file);
  const isStranger = ({ questionId, path }: CheckpointWarning) =>
    questionId === null && path.startsWith("$.dataFeedElement[");
  return warnings
    .filter((warning) => warning.inFileOnly && !isStranger(warning))
    .map(({ path, message }) => `${path}: ${message}`);
}

/** Losses are named up to this number. */
const mostNamed = 20;
