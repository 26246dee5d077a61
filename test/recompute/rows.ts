import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { exportTable, type Results, type ScenarioExecutionResult, VerificationResultSet } from "karenina";

/** The tables of a run as it exported them, to be asked in SQL. */
export interface Rows extends AsyncDisposable {
  /** Rows as objects; whole numbers of 64 bits as numbers. */
  ask(sql: string): Promise<readonly Row[]>;
}

export interface Row {
  readonly [column: string]: unknown;
}

/**
 * What recomputing takes from rows. `place` is a result's place in the export; `verdicts` are the rows of every denominator, `unit`
 * what two sides are matched by beside their models; `parts` are the values of traits by kind, those about retrieval by their claims.
 */
const made = `
create table results as select row_number() over () as place, * from read_parquet('results.parquet');
create table fields as select row_number() over () as row_place, * from read_parquet('fields.parquet');
create table traits as select row_number() over () as row_place, * from read_parquet('traits.parquet');
create table claims as select * from read_parquet('claims.parquet');
create table usage as select * from read_parquet('usage.parquet');
create table stages as select * from read_parquet('stages.parquet');
create table walks as select row_number() over () as place, * from read_parquet('walks.parquet');
create table walk_outcomes as select row_number() over () as place, * from read_parquet('walk_outcomes.parquet');
create table units as select *,
  concat_ws('|', question_id, scenario_id, scenario_node, scenario_turn) as question,
  concat_ws('|', question, coalesce(replicate, 1)) as unit,
  has_template and outcome in ('pass', 'wrong', 'no_answer') as has_verdict,
  case when has_verdict then (outcome = 'pass')::int end as passed
from results;
create table verdicts as select * from units where has_verdict;
create table measured as select result_id, trait_name,
  case when retrieval_measure = 'context_precision'
    then coalesce(sum(useful / (claim_index + 1)) filter (claim_counts) / count(*) filter (claim_counts), 0)
    else avg(claim_counts::int) end as score
from (select *, count(*) filter (claim_counts) over (partition by result_id, trait_name order by claim_index) as useful from claims)
where retrieval_measure <> 'context_relevance' group by result_id, trait_name, retrieval_measure;
create table parts as select t.* replace (case when retrieval_measure is null then trait_score
    when retrieval_measure = 'context_relevance' then retrieval_counted / retrieval_of else m.score end as trait_score), r.place,
  case when metric_name is not null then 'metric'
    when trait_label is not null then 'literal'
    when trait_score is not null then case when trait_value in ('true', 'false') then 'boolean' else 'score' end
    when trait_value[1] in ('[', '{') then 'other'
    when trait_value is not null then 'literal' end as kind,
  concat_ws('.', trait_name, trait_field, metric_name) as part
from traits t join results r using (result_id) left join measured m using (result_id, trait_name) where trait_status = 'judged';
`;

/** Exports the tables of some results and walks and opens them. */
export async function exportRows(
  read: () => Results,
  walks: readonly ScenarioExecutionResult[] = [],
): Promise<Rows> {
  const folder = await mkdtemp(join(tmpdir(), "karenina-recompute-"));
  for (const table of ["results", "fields", "traits", "claims", "usage", "stages"])
    await exportTable(read(), table, join(folder, `${table}.parquet`));
  const walked = new VerificationResultSet([], { scenarioResults: walks });
  for (const table of ["walks", "walk_outcomes"])
    await exportTable(walked, table, join(folder, `${table}.parquet`));
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  await connection.run(made.replaceAll("read_parquet('", `read_parquet('${folder}/`));
  return {
    async ask(sql) {
      const rows = (await connection.runAndReadAll(sql)).getRowObjects();
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === "bigint" ? Number(value) : value,
          ]),
        ),
      );
    },
    async [Symbol.asyncDispose]() {
      connection.closeSync();
      instance.closeSync();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A text in SQL. */
export const quoted = (text: unknown): string => `'${String(text).replaceAll("'", "''")}'`;

/** A number of a row. */
export const numberOf = (row: Row | undefined, column: string): number => {
  const value = row?.[column];
  if (typeof value !== "number") throw new Error(`${column} is no number: ${String(value)}`);
  return value;
};
