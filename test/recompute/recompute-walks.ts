import { meanInterval, rateOf } from "./formulas.ts";
import { clustersOf, sumsOf } from "./recompute-summary.ts";
import { quoted, type Rows } from "./rows.ts";

const statuses = ["completed", "limit_reached", "error", "timeout"];

/** What judge, infrastructure, the scenario or the end of the run broke off says nothing of the model. */
export const judged = `walk_id in (select walk_id from walks where status in ('completed', 'limit_reached')
  or (status = 'error' and terminal_failure_category in ('content', 'recursion_limit', 'trace_validation', 'deep_judgment',
    'deep_judgment_rubric', 'abstention', 'sufficiency', 'empty_response', 'no_final_message')))`;
/** Completed, with no criterion false. */
export const successful = `(status = 'completed' and walk_id not in (select walk_id from walk_outcomes where outcome_type = 'boolean' and outcome_value = 0))`;

/** The numbers of walks, from exported rows. */
export async function recomputeWalks(rows: Rows): Promise<object> {
  const models = await rows.ask(
    "select answering_model as answering, parsing_model as parsing from walks group by all order by min(place)",
  );
  const scenarios = await rows.ask(
    `select scenario_id as scenario, count(*) as walks, count(*) filter (${successful}) as successful from walks group by all order by min(place)`,
  );
  return {
    overall: await numbersOf(rows, "true"),
    pairs: await Promise.all(
      models.map(async ({ answering, parsing }) => ({
        answering,
        parsing,
        ...(await numbersOf(
          rows,
          `answering_model = ${quoted(answering)} and parsing_model = ${quoted(parsing)}`,
        )),
      })),
    ),
    scenarios: await Promise.all(
      scenarios.map(async (scenario) => ({
        ...scenario,
        other_paths: 0,
        paths:
          await rows.ask(`select count(*) as walks, count(*) filter (${successful}) as successful from walks
          where scenario_id = ${quoted(scenario.scenario)} group by scenario_path order by walks desc, min(place)`),
      })),
    ),
    failed:
      await rows.ask(`select scenario_id as scenario, replicate, split_part(answering_model, ':', 2) as model,
      split_part(parsing_model, ':', 2) as judge from walks where not ${successful} order by place limit 100`),
    cut_short: await cutShortOf(rows),
  };
}

/** Why walks did not come to their end, with how often. */
async function cutShortOf(rows: Rows): Promise<object> {
  const scope = "status <> 'completed'";
  const model = "split_part(answering_model, ':', 2) as model";
  const limit =
    "if(status = 'limit_reached', 'It would have gone on beyond the most turns.', terminal_failure_reason)";
  const reasons =
    await rows.ask(`select status, terminal_failure_category as category, terminal_failure_stage as stage,
    ${limit} as reason, arg_min(scenario_id, place) as scenario, count(*) as count from walks where ${scope} group by 1, 2, 3, 4 order by min(place)`);
  return {
    count: reasons.reduce((sum, { count }) => sum + Number(count), 0),
    other_reasons: 0,
    reasons: await Promise.all(
      reasons.map(async ({ status, category, stage, ...reason }) => ({
        ...reason,
        ...(category === null ? {} : { category, stage }),
        models: await rows.ask(
          `select ${model}, count(*) as count from walks where status = ${quoted(status)} and ${limit} = ${quoted(reason.reason)} group by all`,
        ),
      })),
    ),
  };
}

async function numbersOf(rows: Rows, scope: string): Promise<object> {
  const [counts] = await rows.ask(
    `select count(*) as walks, ${statuses
      .map((status) => `count(*) filter (status = '${status}') as ${status}`)
      .join(", ")} from walks where ${scope}`,
  );
  const { walks, ...byStatus } = counts ?? {};
  const outcomes =
    await rows.ask(`select scenario_id as scenario, outcome_name as outcome, if(outcome_type = 'boolean', 'boolean', 'number') as kind
      from walk_outcomes where ${scope} and ${judged} and outcome_type <> 'other' group by all order by min(place)`);
  return {
    walks,
    statuses: byStatus,
    completed: await shareOf(rows, "walks", "status = 'completed'", scope),
    successful: await shareOf(rows, "walks", successful, `${scope} and ${judged}`),
    outcomes: await Promise.all(
      outcomes.map(async ({ scenario, outcome, kind }) => {
        const isBoolean = kind === "boolean";
        const inKind = `${scope} and ${judged} and scenario_id = ${quoted(scenario)} and outcome_name = ${quoted(outcome)} and (outcome_type = 'boolean') = ${isBoolean}`;
        const numbers = isBoolean
          ? await shareOf(rows, "walk_outcomes", "outcome_value = 1", inKind, evidence)
          : await meanOf(rows, "walk_outcomes", "outcome_value", inKind, evidence);
        return { scenario, outcome, kind, ...numbers };
      }),
    ),
    turns: await meanOf(rows, "walks", "turn_count", scope),
    turns_to_success: await meanOf(rows, "walks", "turn_count", `${scope} and ${successful}`),
    execution_time: await meanOf(rows, "walks", "execution_time", `${scope} and execution_time is not null`),
    beside_turns: (
      await rows.ask(`select count(beside_cost_known)::int as walks, sum(beside_input_tokens) as input,
        sum(beside_output_tokens) as output, sum(beside_cost_usd) as cost_usd,
        count(*) filter (beside_cost_known)::int as cost_known from walks where ${scope}`)
    )[0],
  };
}

/** Within a scenario what several judges judged is one piece of evidence. */
const evidence = "answering_model, prompt_id, replicate";

async function shareOf(
  rows: Rows,
  table: string,
  condition: string,
  scope: string,
  together = "scenario_id",
): Promise<object> {
  const clusters = await rows.ask(`select count(*) filter (${condition})::int as x, count(*)::int as n
    from ${table} where ${scope} group by ${together} order by min(place)`);
  const { passed, of, rate, interval, clusters: count } = rateOf(clustersOf(clusters));
  return { passed, of, rate, interval, clusters: count };
}

async function meanOf(
  rows: Rows,
  table: string,
  column: string,
  scope: string,
  together = "scenario_id",
): Promise<object> {
  const [found] =
    await rows.ask(`select count(${column}) as n, avg(${column}) as mean, min(${column}) as lowest,
    max(${column}) as highest from ${table} where ${scope}`);
  const sums = await rows.ask(`select sum(${column})::double as sum, count(*)::int as n from ${table}
    where ${scope} group by ${together} order by min(place)`);
  return { ...found, interval: meanInterval(sumsOf(sums), 2000) };
}
