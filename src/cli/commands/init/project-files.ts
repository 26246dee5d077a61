/** One file of a new project. */
interface ProjectFile {
  /** Relative to the project's folder. */
  readonly path: string;
  readonly content: string;
  /** True: where the folder has one, that stays, also with `--force`. */
  readonly stays?: boolean;
}

const questions = `import { answerTemplate, Benchmark, exactMatch, numericTolerance, verified } from "karenina";
import * as z from "zod";

const benchmark = Benchmark.create({ name: "First benchmark", version: "0.1.0" });

benchmark.addQuestion({
  question: "What is the putative target of venetoclax?",
  rawAnswer: "BCL2",
  template: answerTemplate({
    target: verified(z.string(), {
      description: "The protein the answer names as the direct target",
      groundTruth: "BCL2",
      verifyWith: exactMatch({ normalize: ["lowercase", "strip", "remove_punctuation"] }),
    }),
  }),
});

benchmark.addQuestion({
  question: "At which temperature in degrees Celsius does ethanol boil at one atmosphere?",
  rawAnswer: "78.37",
  template: answerTemplate({
    celsius: verified(z.number(), {
      description: "The boiling point in degrees Celsius",
      groundTruth: 78.37,
      verifyWith: numericTolerance({ tolerance: 0.5, mode: "absolute" }),
    }),
  }),
});

export default benchmark;
`;

const yamlQuestions = `# yaml-language-server: $schema=./node_modules/karenina/schemas/benchmark.schema.json
karenina: 1
name: First benchmark

questions:
  - question: What is the putative target of venetoclax?
    answer: BCL2
    check: {exact_match: {normalize: [lowercase, strip, remove_punctuation]}}
    description: The protein the answer names as the direct target

  - question: At which temperature in degrees Celsius does ethanol boil at one atmosphere?
    answer: 78.37
    check: {numeric_tolerance: {tolerance: 0.5, mode: absolute}}
    description: The boiling point in degrees Celsius
`;

const model = {
  interface: "openai_endpoint",
  endpoint_base_url: "http://localhost:11434/v1",
  model_name: "qwen3",
};

const preset = {
  name: "local",
  description: "One model on a local OpenAI-compatible server answers and judges.",
  config: {
    answering_models: [{ id: "answering", ...model }],
    parsing_models: [{ id: "judge", ...model, temperature: 0 }],
  },
};

/** What the project's package.json depends on, by name, as npm finds it: a range or a path. */
export interface ProjectDependencies {
  readonly karenina: string;
  /** What a benchmark in TypeScript imports. */
  readonly zod?: string;
}

/** A new project. */
interface Project {
  readonly name: string;
  readonly dependencies: ProjectDependencies;
  /** The file of the benchmark: YAML, or TypeScript whose ending makes it an ECMAScript module in this project. */
  readonly benchmark: "benchmark.ts" | "benchmark.mts" | "benchmark.yaml";
}

function packageJson({ name, dependencies, benchmark }: Project): object {
  return {
    name,
    private: true,
    type: "module",
    scripts: {
      validate: `karenina benchmark validate ${benchmark}`,
      verify: `karenina verify ${benchmark} --preset local`,
    },
    dependencies,
    devDependencies: { node: "^24" },
    allowScripts: { node: true },
  };
}

const readme = ({ benchmark }: Project) => `# First benchmark

\`${benchmark}\` holds the questions with their answer templates, \`presets/local.json\` says which models answer and
judge them. Put in your own server and model, then:

    npm install
    npx karenina benchmark validate ${benchmark}
    npx karenina verify ${benchmark} --preset local

A vendor's model instead of a server of your own: \`"interface": "ai_sdk", "model_provider": "openai"\` in place of the
address, and the key in the environment variable \`OPENAI_API_KEY\`.
`;

const ignored = `node_modules/
karenina-results/
.env
`;

/** The name of the file that says what the project depends on. */
export const packageFile = "package.json";

/** The files of a new project. */
export const projectFiles = (project: Project): readonly ProjectFile[] => [
  { path: project.benchmark, content: project.benchmark === "benchmark.yaml" ? yamlQuestions : questions },
  { path: "presets/local.json", content: `${JSON.stringify(preset, null, 2)}\n` },
  { path: "README.md", content: readme(project), stays: true },
  { path: ".gitignore", content: ignored, stays: true },
  { path: packageFile, content: `${JSON.stringify(packageJson(project), null, 2)}\n`, stays: true },
];
