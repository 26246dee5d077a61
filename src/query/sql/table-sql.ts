/**
 * A table as SQL over the stored form of results. `r` is a result; where a result has several rows, `parts` selects what they
 * are made of.
 */
export interface TableSql {
  /** What is selected of a result for each of its rows, such as `unnest(r.stages) as stage`; empty: one row per result. */
  readonly parts: string;
  /**
   * What is worked out before, once per result, as `… as name`: each may use those before it. A lambda that reads `r` itself gets
   * all that is read of a result for every element of its list, which takes ten times as long.
   */
  readonly before?: readonly string[];
  /** Where in a result an alias of `parts` stands, such as `stage` for `stages`. */
  readonly aliases: { readonly [alias: string]: string };
  /** By the name of the column; those that every table begins with are left out. */
  readonly columns: { readonly [column: string]: string };
  /** A condition that rows meet. */
  readonly where?: string;
}

/** A text of SQL in quotes. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A name of SQL in quotes. */
export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A list as one text; null where it has nothing. */
export const joined = (list: string, separator = ", "): string =>
  `nullif(array_to_string(${list}, ${sqlText(separator)}), '')`;

/**
 * A value of any shape as a text: texts as they are, all else as JSON. Large numbers inside of lists and objects have no sign in
 * their exponent, which is the same number.
 */
export const cellText = (json: string): string =>
  `case json_type(${json}) when 'VARCHAR' then ${json} ->> '$' when 'NULL' then null
    when 'DOUBLE' then regexp_replace(${json}::varchar, 'e(\\d)', 'e+\\1') else ${json}::varchar end`;

/** A JSON value as a number; null for any other. */
export const jsonNumber = (json: string): string =>
  `case when json_type(${json}) in ('BIGINT', 'UBIGINT', 'DOUBLE') then try_cast(${json} as double) end`;

/** The sum of what a list has; 0 where it has nothing. */
export const sumOf = (list: string): string => `coalesce(list_sum(${list}), 0)`;
