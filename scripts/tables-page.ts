import { allTables, resultTables, walkTables } from "../src/analysis/index.ts";

const rowOf = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

const tableText = ({ name, about, columns, of }: (typeof allTables)[number]) =>
  [
    `### ${name}\n\n${about[0]?.toUpperCase()}${about.slice(1)}.\n`,
    rowOf(["Column", "Type", ""]),
    rowOf(["---", "---", "---"]),
    ...columns
      .slice(name === of ? 0 : shared[of].length)
      .map((column) =>
        rowOf([`\`${column.name}\``, column.nullable ? `${column.type} or null` : column.type, column.about]),
      ),
  ].join("\n");

/** The columns that all of some tables begin with. */
const sharedBy = ([first, ...others]: readonly (typeof allTables)[number][]) =>
  (first?.columns ?? []).filter(({ name }) =>
    others.every(({ columns }) => columns.some((column) => column.name === name)),
  );
const shared = { results: sharedBy(resultTables), walks: sharedBy(walkTables) };

/** The text of docs/tables.md. */
export function tablesPage(): string {
  return `# Tables

Results as flat rows: for SQL, spreadsheets, notebooks and programs. This page is written from the code by \`npm run generate\`.

| Table | |
| --- | --- |
${allTables.map(({ name, about }) => rowOf([`[\`${name}\`](#${name})`, about])).join("\n")}

## SQL

\`\`\`bash
npm install @duckdb/node-api
npx karenina query run.jsonl "select outcome, count(*) from results group by all"
npx karenina query old.jsonl new.jsonl "from fields where not field_match" -o wrong.parquet
npx karenina query --tables traits
\`\`\`

\`karenina query RUN… SQL\` asks one or several results logs or JSON exports in the SQL of DuckDB. The tables below are there, each with a
column \`run\` in front: the name of the file. The answer is printed as a table as wide as the terminal, with cells cut; \`--format csv|json|jsonl\`
prints it whole, \`--output\` writes a \`.csv\`, \`.json\`, \`.jsonl\` or \`.parquet\`.

The rate that summaries print, of pass, wrong and no answer, by model:

\`\`\`sql
select answering_model, count(*) filter (outcome = 'pass') as passed,
  count(*) filter (outcome in ('pass', 'wrong', 'no_answer')) as of, passed / of as rate
from results where has_template group by all order by rate desc
\`\`\`

Traits, true and false as 1 and 0:

\`\`\`sql
select answering_model, trait_name, metric_name, avg(trait_score) as mean, count(trait_score) as n
from traits where trait_status = 'judged' group by all order by all
\`\`\`

Questions that one run answers rightly and another does not (here both are one):

\`\`\`sql
select question_id, replicate, a.answering_model, a.outcome as was, b.outcome as became
from results a join results b using (question_id, replicate)
where a.answering_model < b.answering_model and a.outcome = 'pass' and b.outcome = 'wrong'
\`\`\`

Where the time and the money go:

\`\`\`sql
select stage_name, count(*) as times, sum(duration_ms) / 1000 as seconds, sum(model_calls) as calls, sum(cost_usd) as usd
from stages where stage_status = 'ran' group by all order by seconds desc
\`\`\`

A log is read by column: what a statement does not name is passed over. Of a task that was repeated, its last result counts; a last line that
was cut off, and lines with a value that does not fit where it is read, are left out and told, as are earlier lines of their tasks. A value of another type where null may stand,
such as a text for a cost, is read as null; \`summary\` and \`show\` leave its line out. Statements reach the tables and nothing else: no file, no network, no extension. Of what DuckDB keeps to sort, join
and group, at most 1 GB is in memory and the rest on disk. A single text or list that an expression makes is outside of that limit: \`repeat('x', 3000000000)\` takes
twice its 3 GB, and DuckDB 1.5 has no setting that bounds it. Run statements of others only where the system limits memory.

Of columns of one name the later ones get a number, \`a\` and \`a_1\`, in every form. Ctrl-C ends a statement with exit code 130.

Of a log of 100,000 results (363 MB), \`node bench/results.ts\` measured for an aggregate over results, fields or traits 1.5 to 2.2 s on two cores and 0.5 GB of memory with the program
itself, for the table results as Parquet 4.0 s and 1.2 GB; the tables regex_checks, judgments, excerpts and tool_calls are made of whole results, which takes two to three times as long.

## Files

\`\`\`bash
npx karenina results save run.jsonl fields.csv --table fields
npx karenina results save run.jsonl traits.parquet --table traits
\`\`\`

\`.csv\`, \`.jsonl\` or \`.parquet\`, as the name ends; Parquet needs \`@duckdb/node-api\`. In CSV, texts that a spreadsheet would run as formulas get an
apostrophe (\`--formulas keep\` leaves them), and \`--bom\` begins the file with the mark by which spreadsheets know UTF-8.

## In code

Each table is a function of results, in memory or read as they are asked for. Rows are camelCase there.

\`\`\`ts
for await (const { questionId, fieldName, llmValue, gtValue, fieldMatch } of fieldRows(readResultLog("run.jsonl"))) {
  if (fieldMatch === false) console.log(questionId, fieldName, llmValue, gtValue);
}
await exportTable(readResultLog("run.jsonl"), "traits", "traits.csv");

const run = { ...(await openResultsFile("run.jsonl", process.cwd(), console.warn)), name: "run" };
await using answer = await queryRuns([run], "select outcome, count(*) from results group by all");
for await (const [outcome, count] of answer.rows()) console.log(outcome, count);
\`\`\`

\`resultRows\`, \`fieldRows\`, \`traitRows\`, \`claimRows\`, \`regexRows\`, \`judgmentRows\`, \`excerptRows\`, \`stageRows\`, \`usageRows\`, \`toolCallRows\`, \`turnRows\`
and \`retrievedContextRows\` make the rows; \`resultTables\` lists the tables with the schema of each. \`walkRows\`, \`walkTurnRows\` and \`walkOutcomeRows\` are
functions of walks, such as a set's \`scenarioResults\`, with \`walkTables\`.

## Columns

Every table but those of [walks](#tables-of-walks) begins with these, which say which result a row belongs to; \`result_id\` joins tables. Null says that nothing is known.

| Column | Type | |
| --- | --- | --- |
${shared.results.map((column) => rowOf([`\`${column.name}\``, column.nullable ? `${column.type} or null` : column.type, column.about])).join("\n")}

${resultTables.map(tableText).join("\n\n")}

## Tables of walks

Runs of [scenarios](scenarios.md) have walks. Their turns are results, and in all tables above; \`result_id\` joins \`walk_turns\` with them. Of walks that have not
ended only the turns are there. All three tables begin with the columns of \`walks\` down to \`turn_count\`, and \`walk_id\` joins them.

How often each criterion holds, and in how many turns:

\`\`\`sql
select scenario_id, outcome_name, count(*) as walks, avg(outcome_value) as share, median(turn_count) filter (outcome_value = 1) as turns
from walk_outcomes where outcome_type = 'boolean' group by all order by all
\`\`\`

${walkTables.map(tableText).join("\n\n")}
`;
}
