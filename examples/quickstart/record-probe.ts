// Writes what docs/probing.md plays back: probe.jsonl, by probing a judge whose replies are made up here: what the quickstart's
// judge says, but for the slips below. No model produced them. Run it when a prompt or a template has changed:
//   npm run quickstart:record
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AskedCompletion, allText, lastUserText, startReplyServer } from "../../scripts/reply-server.ts";
import { german, recorded } from "./recorded.ts";

const folder = import.meta.dirname;
const program = join(folder, "../../bin/karenina.js");
const file = join(folder, "probe.jsonl");

const entryFor = (text: string) => {
  const entry = recorded.find(({ question }) => text.includes(question));
  if (entry === undefined) throw new Error(`No recorded question is part of: ${text.slice(0, 200)}`);
  return entry;
};

/** How often an equal request came. */
const seen = new Map<string, number>();

/** Where the judge slips: by the question, and what it is asked. */
function slip(text: string, asked: AskedCompletion): object | undefined {
  const times = seen.get(JSON.stringify(asked.messages)) ?? 0;
  seen.set(JSON.stringify(asked.messages), times + 1);
  if (text.includes("Is aspirin an irreversible") && times === 1) return { irreversible: false };
  if (text.includes("Who discovered penicillin") && text.includes("NOTE TO THE EVALUATOR"))
    return { discoverer: "Fleming", year: 1928 };
  if (
    text.includes("GDPR") &&
    /notification_hours[\s\S]*fine_percent[\s\S]*"year"/.test(JSON.stringify(asked))
  )
    return { year: 2018, fine_percent: 4, notification_hours: 72 };
  if (text.includes("On which day did the FDA") && text.includes("11. April")) return { approved: null };
  return undefined;
}

function replyTo(asked: AskedCompletion): string {
  const text = allText(asked);
  const entry = entryFor(text);
  if (text.includes("You rewrite answers")) {
    const translated = text.includes("Translate the answer") ? german[entry.question] : undefined;
    const longer = `${entry.answer} Put once more, in full and with nothing added to it: ${entry.answer}`;
    return JSON.stringify({ text: translated ?? longer });
  }
  const judged = slip(text, asked) ?? entry.judge ?? { registry_number: null, number: null, cas: null };
  return typeof judged === "string" ? judged : JSON.stringify(judged);
}

const place = mkdtempSync(join(tmpdir(), "karenina-probe-"));
const results = join(place, "quickstart.json");
const karenina = async (...args: readonly string[]) => {
  const started = spawn(process.execPath, [program, ...args], { stdio: "inherit" });
  const [code] = await once(started, "exit");
  if (code !== 0) process.exitCode = code;
};
const benchmark = join(folder, "benchmark.jsonld");
const preset = ["--preset", join(folder, "offline.json")];
await karenina("verify", benchmark, ...preset, "--output", results, "--quiet");
const server = await startReplyServer((asked) => ({ prompt: lastUserText(asked), content: replyTo(asked) }));
rmSync(file, { force: true });
await karenina(
  ...["probe", results, "--benchmark", benchmark, ...preset, "--evaluation-mode", "template_only"],
  ...["--no-abstention", "--sample", "12", "--seed", "1", "--concurrency", "1", "--no-preflight"],
  ...["--parsing-interface", "openai_endpoint", "--parsing-base-url", server.url, "--record", file],
);
server.close();
rmSync(place, { recursive: true, force: true });
