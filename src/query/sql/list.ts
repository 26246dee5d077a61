import { fieldsSql, retrievedContextsSql, stagesSql, turnsSql, usageSql } from "./lists-sql.ts";
import { resultsSql } from "./results-sql.ts";
import type { TableSql } from "./table-sql.ts";
import { claimsSql, traitsSql } from "./traits-sql.ts";

/** The tables that are read from a log by column, by name; the rows of others are made of whole results. */
export const tablesInSql: { readonly [table: string]: TableSql } = {
  results: resultsSql,
  fields: fieldsSql,
  traits: traitsSql,
  claims: claimsSql,
  stages: stagesSql,
  usage: usageSql,
  turns: turnsSql,
  retrieved_contexts: retrievedContextsSql,
};
