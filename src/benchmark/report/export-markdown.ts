import { isJsonObject } from "../../base/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { fieldText } from "../query/question-field.ts";
import type { Question } from "../question/question.ts";
import type { StoredRubric } from "../stored-rubric.ts";
import { statisticsOf } from "./benchmark-summary.ts";

/** The benchmark as a page to read: what it is, its figures, its global traits, its questions. */
export function benchmarkMarkdown(content: BenchmarkContent): string {
  const statistics = statisticsOf(content);
  const creator = isJsonObject(content.creator) ? content.creator.name : content.creator;
  const sections = [
    `# ${content.name}`,
    content.description,
    "## Metadata",
    list([
      ["Version", content.version],
      ["Creator", fieldText(creator) || "Unknown"],
      ["Created", content.dateCreated],
      ["Modified", content.dateModified],
    ]),
    "## Statistics",
    list([
      ["Questions", String(statistics.questionCount)],
      ["Finished", `${statistics.finishedCount} (${statistics.progressPercentage.toFixed(1)} %)`],
      ["With template", String(statistics.hasTemplateCount)],
      ["With own rubric", String(statistics.hasRubricCount)],
    ]),
    ...globalTraits(content.globalRubric),
    ...(content.questions.length === 0 ? [] : ["## Questions"]),
    ...content.questions.flatMap(questionSection),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function globalTraits({ nodes }: StoredRubric): readonly string[] {
  if (nodes.length === 0) return [];
  return [
    "## Global Rubric",
    list(nodes.map(({ name, description }) => [fieldText(name), fieldText(description)])),
  ];
}

function questionSection(question: Question, index: number): readonly string[] {
  const status = question.finished ? "finished" : "draft";
  const template = question.template === undefined ? "no template" : "has a template";
  return [
    `### ${index + 1}. ${question.question}`,
    `*${status}, ${template}* · \`${question.id}\``,
    `**Expected Answer**: ${question.rawAnswer}`,
  ];
}

function list(entries: readonly (readonly [string, string])[]): string {
  return entries
    .map(([name, value]) => (value === "" ? `- **${name}**` : `- **${name}**: ${value}`))
    .join("\n");
}
