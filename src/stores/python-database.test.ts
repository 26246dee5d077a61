import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPythonDatabase } from "./index.ts";

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "karenina-python-db-"));
  file = path.join(folder, "karenina.db");
  using database = new DatabaseSync(file);
  // the layout of contract/storage.md §5, as SQLAlchemy makes it, with some of its columns
  database.exec(`
    create table verification_runs (id varchar(36) primary key, run_name varchar(255), created_at datetime);
    create table verification_results (
      id integer primary key, run_id varchar(36), question_id varchar(32), created_at datetime,
      metadata_question_id text not null, metadata_template_id text, metadata_question_text text, metadata_execution_time float,
      metadata_timestamp text, metadata_result_id text, metadata_run_name text, metadata_replicate integer,
      metadata_keywords json, metadata_few_shot_enabled boolean, metadata_answering_system_prompt text,
      metadata_failure_category json, metadata_failure_stage text, metadata_failure_reason text, metadata_failure_details json,
      metadata_answering_interface varchar(50), metadata_answering_model_name varchar(255), metadata_answering_tools json,
      metadata_answering_config_id text,
      metadata_parsing_interface varchar(50), metadata_parsing_model_name varchar(255), metadata_parsing_tools json,
      metadata_parsing_config_id text,
      template_raw_llm_response text, template_parsed_llm_response json, template_template_verification_performed boolean,
      template_verify_result boolean,
      rubric_rubric_evaluation_performed boolean, rubric_llm_trait_scores json,
      dj_deep_judgment_performed boolean, djr_deep_judgment_rubric_performed boolean,
      evaluation_input text, used_full_trace boolean not null, trace_extraction_error text
    );
    insert into verification_runs values ('r1', 'first', '2026-01-01'), ('r2', 'second', '2026-01-02');
    insert into verification_results (run_id, question_id, metadata_question_id, metadata_keywords, metadata_few_shot_enabled,
      metadata_answering_system_prompt, metadata_answering_interface, metadata_answering_model_name, metadata_answering_tools,
      template_raw_llm_response, template_parsed_llm_response, template_template_verification_performed, template_verify_result,
      used_full_trace)
    values ('r1', 'q', 'q', '["a"]', 0, 'Be brief.', 'langchain', 'm', '[]', 'BCL2', '{"target": "BCL2"}', 1, 0, 1);
    insert into verification_results (run_id, question_id, metadata_question_id, metadata_failure_category, metadata_failure_stage,
      metadata_failure_reason, used_full_trace) values ('r2', 'q', 'q', '"timeout"', 'GenerateAnswer', 'too slow', 0);
  `);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("rows of a database of the Python system are results as its exports have them", async () => {
  const [first, second] = await readPythonDatabase(file);
  expect(first).toMatchObject({
    metadata: {
      question_id: "q",
      keywords: ["a"],
      few_shot_enabled: false,
      answering_system_prompt: "Be brief.",
      answering: { interface: "langchain", model_name: "m", tools: [], config_id: null },
      failure: null,
    },
    template: {
      raw_llm_response: "BCL2",
      parsed_llm_response: { target: "BCL2" },
      template_verification_performed: true,
      verify_result: false,
    },
    rubric: null,
    deep_judgment: null,
    deep_judgment_rubric: null,
    used_full_trace: true,
  });
  expect(second).toMatchObject({
    metadata: { failure: { category: "timeout", stage: "GenerateAnswer", reason: "too slow" } },
    template: null,
  });
  expect(await readPythonDatabase(file, "second")).toEqual([second]);
});

test("what is no such database, or has no such run, is refused", async () => {
  await expect(readPythonDatabase(file, "third")).rejects.toThrow(/no run "third"/);
  await writeFile(path.join(folder, "text"), "no database".repeat(200));
  await expect(readPythonDatabase(path.join(folder, "text"))).rejects.toMatchObject({
    code: "file_unreadable",
  });
  await expect(readPythonDatabase(path.join(folder, "none"))).rejects.toMatchObject({
    code: "file_not_found",
  });
});
