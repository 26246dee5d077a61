import { isJsonObject } from "../../base/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { fieldText } from "../query/question-field.ts";
import { attachmentName } from "../question/conversation.ts";
import type { Question } from "../question/question.ts";
import { globalRubrics, type Rubrics } from "../rubrics/rubrics.ts";
import { statisticsOf } from "./benchmark-summary.ts";
import { labelledTraits } from "./trait-labels.ts";

/** The benchmark as a page to read: what it is, its figures, its traits, its questions with theirs. */
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
    ...traitSection("## Global Rubric", globalRubrics(content)),
    ...(content.questions.length === 0 ? [] : ["## Questions"]),
    ...content.questions.flatMap(questionSection),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function traitSection(title: string, rubrics: Rubrics): readonly string[] {
  const traits = labelledTraits(rubrics);
  return traits.length === 0 ? [] : [title, list(traits)];
}

function questionSection(question: Question, index: number): readonly string[] {
  const status = question.finished ? "finished" : "draft";
  const template = question.template === undefined ? "no template" : "has a template";
  return [
    `### ${index + 1}. ${question.question}`,
    `*${status}, ${template}* · \`${question.id}\``,
    ...conversationSections(question),
    `**Expected Answer**: ${question.rawAnswer}`,
    ...traitSection("**Rubric**:", question),
  ];
}

/** What stands around a question, before its reference answer. */
function conversationSections({
  systemPrompt,
  messages = [],
  attachments = [],
}: Question): readonly string[] {
  return [
    ...(systemPrompt === undefined ? [] : [`**System prompt**: ${systemPrompt}`]),
    ...messages.map(({ role, content }) => `**${role === "user" ? "User" : "Assistant"}**: ${content}`),
    ...(attachments.length === 0 ? [] : [`**Attachments**: ${attachments.map(attachmentName).join(", ")}`]),
  ];
}

function list(entries: readonly (readonly [string, string])[]): string {
  return entries
    .map(([name, value]) => (value === "" ? `- **${name}**` : `- **${name}**: ${value}`))
    .join("\n");
}
