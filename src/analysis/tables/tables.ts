import { claimsTable } from "./claim-rows.ts";
import { excerptsTable } from "./excerpt-rows.ts";
import { fieldsTable } from "./field-rows.ts";
import { judgmentsTable } from "./judgment-rows.ts";
import { regexTable } from "./regex-rows.ts";
import { resultsTable } from "./result-rows.ts";
import { retrievedContextsTable } from "./retrieved-context-rows.ts";
import { stagesTable } from "./stage-rows.ts";
import type { ResultTable, WalkTable } from "./table.ts";
import { toolCallsTable } from "./tool-call-rows.ts";
import { traitsTable } from "./trait-rows.ts";
import { turnsTable } from "./turn-rows.ts";
import { usageTable } from "./usage-rows.ts";
import { walkOutcomesTable, walksTable, walkTurnsTable } from "./walk-rows.ts";

/** Every table that results can be read as, the coarsest first. */
export const resultTables: readonly ResultTable[] = [
  resultsTable,
  fieldsTable,
  traitsTable,
  claimsTable,
  regexTable,
  judgmentsTable,
  excerptsTable,
  stagesTable,
  usageTable,
  toolCallsTable,
  turnsTable,
  retrievedContextsTable,
];

/** Every table that walks through scenarios can be read as. */
export const walkTables: readonly WalkTable[] = [walksTable, walkTurnsTable, walkOutcomesTable];

/** All tables, those of results first. */
export const allTables: readonly (ResultTable | WalkTable)[] = [...resultTables, ...walkTables];

/** One row per result. */
export const resultRows = resultsTable.rows;
/** One row per result and field of its template. */
export const fieldRows = fieldsTable.rows;
/** One row per result and trait, field of a template trait or metric of a metric trait. */
export const traitRows = traitsTable.rows;
/** One row per result, trait about retrieval, and claim, quotation or passage behind its score. */
export const claimRows = claimsTable.rows;
/** One row per result and pattern of its template. */
export const regexRows = regexTable.rows;
/** One row per result and field or trait that is judged from evidence. */
export const judgmentRows = judgmentsTable.rows;
/** One row per result and quotation of the judge. */
export const excerptRows = excerptsTable.rows;
/** One row per result and stage of its pipeline. */
export const stageRows = stagesTable.rows;
/** One row per result and step with tokens that it rests on. */
export const usageRows = usageTable.rows;
/** One row per result and call of a tool. */
export const toolCallRows = toolCallsTable.rows;
/** One row per result and message of its trace. */
export const turnRows = turnsTable.rows;
/** One row per result and passage that was looked up for its answer. */
export const retrievedContextRows = retrievedContextsTable.rows;
/** One row per walk through a scenario. */
export const walkRows = walksTable.rows;
/** One row per walk and turn. */
export const walkTurnRows = walkTurnsTable.rows;
/** One row per walk and criterion of its scenario. */
export const walkOutcomeRows = walkOutcomesTable.rows;
