import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { runCommandLine } from "../../run-command-line.ts";
import { capturedIo } from "../../testing/captured-io.ts";

test("what is wrong with a row of another system's database is told by that database's name", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "karenina-imported-"));
  {
    using database = new DatabaseSync(path.join(folder, "theirs.db"));
    database.exec(`
      create table verification_runs (id text, run_name text, created_at datetime);
      create table verification_results (id integer primary key, run_id text, metadata_question_id text,
        metadata_execution_time float, template_raw_llm_response text, used_full_trace boolean);
      insert into verification_runs values ('r1', 'first', '2026-01-01');
      insert into verification_results values (1, 'r1', 'q', -3, 'BCL2', 1);
    `);
  }
  const io = capturedIo({ workingDirectory: folder });
  const code = await runCommandLine(
    ["results", "import-database", "theirs.db", "ours.json"],
    { ...io, clock: async () => io.clock },
    "1.2.3",
  );
  expect(io.err()).toMatch(/1 of the 1 rows of theirs.db are no results and are left out: .*execution_time/);
  expect(io.err()).not.toContain("karenina-import-");
  expect(code).toBe(0);
  await rm(folder, { recursive: true });
});
