import {
  type Cluster,
  holm,
  mcnemar,
  meanInterval,
  passOfK,
  powerOf,
  rateOf,
  signFlips,
  verdictTable,
} from "./formulas.ts";
import { numberOf, quoted, type Row, type Rows } from "./rows.ts";

/** The numbers of `karenina summary --json` of a run without scenarios, from exported rows. */
export async function recomputeSummary(rows: Rows): Promise<object> {
  return {
    run: (
      await rows.ask(
        "select count(distinct question_id) as questions, count(distinct replicate) as replicates, count(*) as finished from results",
      )
    )[0],
    ...(await resultNumbers(rows, replicatesOf)),
    differences: await differencesOf(rows),
  };
}

/** The numbers of results, and of each model with each judge. */
export async function resultNumbers(
  rows: Rows,
  replicates: (rows: Rows, scope: string) => Promise<unknown> = async () => null,
): Promise<object> {
  const models = await rows.ask(
    "select answering_model as answering, parsing_model as parsing from results group by all order by min(place)",
  );
  return {
    overall: await numbersOf(rows, "true"),
    pairs: await Promise.all(
      models.map(async ({ answering, parsing }) => {
        const scope = `answering_model = ${quoted(answering)} and parsing_model = ${quoted(parsing)}`;
        const numbers = await numbersOf(rows, scope);
        return { answering, parsing, ...numbers, replicates: await replicates(rows, scope) };
      }),
    ),
    failures: await failuresOf(rows),
  };
}

export const clustersOf = (rows: readonly Row[]): readonly Cluster[] =>
  rows.map((row) => ({ x: numberOf(row, "x"), n: numberOf(row, "n") }));

/** Passes and verdicts of each question. */
const verdictClusters = (scope: string) =>
  `select question_id, sum(passed) as x, count(*)::int as n from verdicts where ${scope} group by question_id order by min(place)`;

const outcomeNames = [
  "pass",
  "wrong",
  "no_answer",
  "auto_failed",
  "judge_failed",
  "infrastructure_failed",
  "not_evaluable",
  "unscored",
];

/** A count of rows for each outcome, as columns. */
export const outcomesIn = outcomeNames
  .map((name) => `count(*) filter (outcome = '${name}') as ${name}`)
  .join(", ");

async function rateIn(rows: Rows, scope: string) {
  return rateOf(clustersOf(await rows.ask(verdictClusters(scope))));
}

async function numbersOf(rows: Rows, scope: string): Promise<object> {
  const [sums] = await rows.ask(`select count(*) as results,
      sum(answer_input_tokens) as ai, sum(answer_output_tokens) as ao, sum(judge_input_tokens) as ji, sum(judge_output_tokens) as jo,
      sum(input_tokens) as si, sum(output_tokens) as so, sum(cost_usd) as cost_usd,
      count(agent_tool_calls) as agents, sum(agent_tool_calls) as tool_calls, sum(agent_suspected_failures) as failed_calls,
      count(*) filter (recursion_limit_reached) as turn_limits,
      count(*) filter (usage_unavailable) as usage_unavailable,
      count(*) filter (reused = 'result') as reused_results, count(*) filter (reused = 'answer') as reused_answers,
      sum(stored_replies) as stored_replies, sum(execution_time) filter (reused is null and stored_replies = 0) as whole_seconds,
      count(*) filter (reused is null and stored_replies = 0) as whole, sum(execution_time) as seconds,
      count(*) filter (lacks_infrastructure) as lacking_infrastructure, count(*) filter (not has_template) as nothing_to_verify,
      count(granular_score) as granular, avg(granular_score) as granular_mean, count(*) filter (granular_score >= 1) as full_credit,
      count(*) filter (granular_score <= 0) as no_credit from results where ${scope}`);
  const [rubrics] =
    await rows.ask(`select count(*) as evaluated from results where ${scope} and (rubric_evaluation_performed or
      result_id in (select result_id from traits where evaluation_method = 'agentic'))`);
  const [known] = await rows.ask(`select count(*) as known from results where ${scope} and case
      when result_id in (select result_id from stages) then result_id not in (select result_id from stages where cost_usd is null
        and (input_tokens + output_tokens > 0 or (model_calls > 0 and stage_status <> 'failed')))
      else result_id not in (select result_id from usage where input_tokens + output_tokens > 0) end`);
  const at = (name: string) => numberOf(sums, name);
  const granular =
    await rows.ask(`select sum(granular_score) as sum, count(granular_score)::int as n from results
      where ${scope} and granular_score is not null group by question_id order by min(place)`);
  return {
    results: at("results"),
    outcomes: (await rows.ask(`select ${outcomesIn} from results where ${scope}`))[0],
    outcome_intervals: Object.fromEntries(
      await Promise.all(
        outcomeNames.map(async (name) => [
          name,
          rateOf(
            clustersOf(
              await rows.ask(`select count(*) filter (outcome = '${name}')::int as x, count(*)::int as n
                from results where ${scope} group by question_id order by min(place)`),
            ),
          ).interval,
        ]),
      ),
    ),
    pass_rate: await rateIn(rows, scope),
    granular: {
      n: at("granular"),
      mean: sums?.granular_mean,
      interval: meanInterval(sumsOf(granular), 2000),
      full: at("full_credit"),
      partial: at("granular") - at("full_credit") - at("no_credit"),
      none: at("no_credit"),
    },
    tokens: {
      answer: { input: at("ai"), output: at("ao") },
      judge: { input: at("ji"), output: at("jo") },
    },
    spent: { input: at("si"), output: at("so") },
    cost_usd: sums?.cost_usd,
    cost_known: numberOf(known, "known"),
    usage_unavailable: at("usage_unavailable"),
    agents: {
      answers: at("agents"),
      tool_calls: at("agents") === 0 ? 0 : at("tool_calls"),
      suspect_failed_tool_calls: at("agents") === 0 ? 0 : at("failed_calls"),
      turn_limits: at("turn_limits"),
    },
    lacking_infrastructure: at("lacking_infrastructure"),
    reused: { results: at("reused_results"), answers: at("reused_answers"), replies: at("stored_replies") },
    execution_time: {
      total: at("seconds"),
      mean: at("whole") === 0 ? null : at("whole_seconds") / at("whole"),
    },
    rubric_evaluated: numberOf(rubrics, "evaluated"),
    nothing_to_verify: at("nothing_to_verify"),
    failure_categories: await rows.ask(`select failure_category as category, count(*) as count from results
      where ${scope} and failure_category is not null group by all`),
    breakdowns: await breakdownsOf(rows, scope),
    traits: await traitsOf(rows, scope),
  };
}

export const sumsOf = (rows: readonly Row[]) =>
  rows.map((row) => ({ sum: numberOf(row, "sum"), n: numberOf(row, "n") }));

/** What a group of results is, as a column of them. */
const groupings = {
  keyword: "unnest(string_split(keywords, ', '))",
  length: `case when length(question_text) < 100 then 'under 100 characters' when length(question_text) < 300 then '100 to 299 characters'
      when length(question_text) < 1000 then '300 to 999 characters' when length(question_text) < 3000 then '1000 to 2999 characters'
      else '3000 characters and more' end`,
};

async function breakdownsOf(rows: Rows, scope: string) {
  const breakdowns = [];
  for (const [by, grouping] of Object.entries(groupings)) {
    const grouped = `(select distinct result_id, ${grouping} as group_name from results)`;
    const groups = await rows.ask(`select group_name, count(*) as results, ${outcomesIn}
        from ${grouped} join results using (result_id) where ${scope} and group_name is not null group by all`);
    if (groups.length === 0) continue;
    breakdowns.push({
      by,
      groups: await Promise.all(
        groups.map(async ({ group_name: group, results, ...outcomes }) => ({
          group,
          results,
          outcomes,
          pass_rate: await rateIn(
            rows,
            `${scope} and result_id in (select result_id from ${grouped} where group_name = ${quoted(group)})`,
          ),
        })),
      ),
    });
  }
  return breakdowns;
}

async function traitsOf(rows: Rows, scope: string) {
  const traits = await rows.ask(`select trait_name as trait,
      count(distinct result_id) filter (trait_status = 'judged') as n, count(distinct result_id) filter (trait_status = 'failed') as failed,
      count(distinct result_id) filter (trait_status = 'skipped') as skipped
      from traits where ${scope} group by all`);
  return Promise.all(
    traits
      .filter(({ n, failed, skipped }) => [n, failed, skipped].some((count) => count !== 0))
      .map(async ({ trait, ...counts }) => ({
        trait,
        ...counts,
        values: await valuesOf(rows, `${scope} and trait_name = ${quoted(trait)}`),
        reasons: await rows.ask(`select trait_reason as reason, count(distinct result_id) as count from traits
            where ${scope} and trait_name = ${quoted(trait)} and trait_status in ('failed', 'skipped') group by all order by count desc limit 10`),
      })),
  );
}

/** The values of a trait, for a template trait per field. */
async function valuesOf(rows: Rows, scope: string) {
  const kinds = await rows.ask(
    `select trait_field as field, kind, count(distinct result_id) as n from parts where ${scope} and kind is not null group by all`,
  );
  return Promise.all(
    kinds.map(async ({ field, kind, n }) => {
      const inKind = `${scope} and kind = '${kind}' and trait_field is not distinct from ${field === null ? "null" : quoted(field)}`;
      return { kind, field, n, ...(await valuesOfKind(rows, String(kind), inKind)) };
    }),
  );
}

async function valuesOfKind(rows: Rows, kind: string, scope: string): Promise<object> {
  if (kind === "boolean") {
    const { passed, rate, interval } = rateOf(
      clustersOf(
        await rows.ask(
          `select sum(trait_score) as x, count(*)::int as n from parts where ${scope} group by question_id order by min(place)`,
        ),
      ),
    );
    return { true: passed, rate, interval };
  }
  if (kind === "score") {
    const [range] = await rows.ask(
      `select min(trait_score) as lowest, max(trait_score) as highest from parts where ${scope}`,
    );
    return { ...(await meanOf(rows, scope)), ...range };
  }
  if (kind === "literal") {
    const labels = await rows.ask(
      `select coalesce(trait_label, trait_value) as label, count(*) as count from parts where ${scope} group by all order by min(row_place)`,
    );
    const others = labels.slice(20).reduce((sum, row) => sum + numberOf(row, "count"), 0);
    const ofLabel = async (label: unknown) =>
      rateOf(
        clustersOf(
          await rows.ask(
            `select count(*) filter (coalesce(trait_label, trait_value) is not distinct from ${quoted(label)})::int as x,
              count(*)::int as n from parts where ${scope} group by question_id order by min(place)`,
          ),
        ),
      );
    const counts = labels
      .slice(0, 20)
      .map(async (row) => ({ ...row, interval: (await ofLabel(row.label)).interval }));
    return {
      counts: await Promise.all(counts),
      others,
    };
  }
  if (kind === "metric") {
    const metrics = await rows.ask(
      `select metric_name as metric, count(*) as n from parts where ${scope} group by all`,
    );
    return {
      metrics: await Promise.all(
        metrics.map(async ({ metric, n }) => ({
          metric,
          n,
          ...(await meanOf(rows, `${scope} and metric_name = ${quoted(metric)}`)),
        })),
      ),
    };
  }
  return {};
}

async function meanOf(rows: Rows, scope: string) {
  const [mean] = await rows.ask(`select avg(trait_score) as mean from parts where ${scope}`);
  const sums = await rows.ask(
    `select sum(trait_score) as sum, count(*)::int as n from parts where ${scope} group by question_id order by min(place)`,
  );
  return { ...mean, interval: meanInterval(sumsOf(sums), 2000) };
}

async function replicatesOf(rows: Rows, scope: string) {
  const questions =
    await rows.ask(`with counts as (select question_id, outcome, count(*) as often from verdicts where ${scope} group by all)
      select question_id, sum(often) as n, coalesce(sum(often) filter (outcome = 'pass'), 0) as x, max(often) as most, max(often) / sum(often) as share
      from counts group by question_id order by (select min(place) from verdicts v where v.question_id = counts.question_id and ${scope})`);
  const repeated = questions.filter((row) => numberOf(row, "n") > 1);
  if (repeated.length === 0) return null;
  const shares = repeated.map((row) => numberOf(row, "share"));
  const most = Math.max(...repeated.map((row) => numberOf(row, "n")));
  const unstable = repeated
    .filter((row) => numberOf(row, "share") < 1)
    .sort((left, right) => numberOf(left, "share") - numberOf(right, "share"));
  const ks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100].filter((k) => k <= most);
  const few = `select question_id from results where ${scope} and has_template group by question_id
      having count(*) filter (outcome in ('pass', 'wrong', 'no_answer')) < ${ks.at(-1)}`;
  const [asked] =
    await rows.ask(`select count(distinct question_id) as questions, count(distinct question_id) filter (question_id in (${few})) as few
      from results where ${scope} and has_template`);
  const [absent] =
    await rows.ask(`select coalesce(sum(greatest(0, ${ks.at(-1)} - n)), 0) as n from (select question_id, count(*) as n from results
      where ${scope} and has_template and question_id in (${few}) group by question_id)`);
  return {
    most,
    asked: numberOf(asked, "questions"),
    left_out: {
      questions: numberOf(asked, "few"),
      outcomes: await rows.ask(`select outcome, count(*) as count from results where ${scope} and has_template
          and question_id in (${few}) and outcome not in ('pass', 'wrong', 'no_answer') group by all`),
      absent: numberOf(absent, "n"),
    },
    questions: repeated.length,
    stable: repeated.length - unstable.length,
    mean_share: shares.reduce((sum, share) => sum + share, 0) / shares.length,
    unstable: await Promise.all(
      unstable.slice(0, 20).map(async ({ question_id, share }) => ({
        question_id,
        share,
        outcomes: await rows.ask(
          `select outcome, count(*) as count from verdicts where ${scope} and question_id = ${quoted(question_id)} group by all`,
        ),
      })),
    ),
    pass_of_k: ks.map((k) => passOfK(clustersOf(questions), k)),
  };
}

/** Each of two to four models with each later one, matched by question, replicate and judge. */
async function differencesOf(rows: Rows) {
  const models = await rows.ask(
    "select answering_model as name from results group by all order by min(place)",
  );
  if (models.length < 2 || models.length > 4) return [];
  const sides = models.flatMap(({ name: a }, at) => models.slice(at + 1).map(({ name: b }) => ({ a, b })));
  const found = await Promise.all(
    sides.map(async (side) => ({ ...side, passes: await passesOf(rows, side, 10_000) })),
  );
  const tests = found.flatMap(({ passes }) => passes.test ?? []);
  const adjusted = holm(tests.map((test) => test.p_value));
  return found.map(({ passes, ...side }) => ({
    ...side,
    passes: {
      ...passes,
      test: passes.test && { ...passes.test, adjusted_p: adjusted[tests.indexOf(passes.test)] },
    },
  }));
}

async function passesOf(rows: Rows, { a, b }: { readonly a: unknown; readonly b: unknown }, draws: number) {
  const clusters = await rows.ask(
    pairClusters(
      `select b.question_id, b.place, a.passed as a, b.passed as b from verdicts a join verdicts b using (unit, parsing_model)
        where a.answering_model = ${quoted(a)} and b.answering_model = ${quoted(b)}`,
    ),
  );
  return compareVerdicts("pass", clusters, draws);
}

/** The four counts of each question, of pairs with `question_id`, `place`, `a` and `b`. */
export const pairClusters = (pairs: string): string => `select count(*) filter (a = 1 and b = 1)::int as both,
    count(*) filter (a = 1 and b = 0)::int as only_a, count(*) filter (a = 0 and b = 1)::int as only_b,
    count(*) filter (a = 0 and b = 0)::int as neither from (${pairs}) group by question_id order by min(place)`;

/** A table of verdicts with its test and power. */
export function compareVerdicts(name: string, clusters: readonly Row[], draws: number, level = 0.95) {
  const counts = clusters.map((row) => ({
    both: numberOf(row, "both"),
    only_a: numberOf(row, "only_a"),
    only_b: numberOf(row, "only_b"),
    neither: numberOf(row, "neither"),
  }));
  const table = verdictTable(counts, level);
  const sums = counts.map(({ only_a, only_b }) => only_b - only_a);
  const test =
    table.pairs === table.clusters
      ? { method: "mcnemar", p_value: mcnemar(table.only_a, table.only_b), exact: true }
      : signFlips(sums, draws);
  return { name, ...table, test: table.pairs === 0 ? null : test, ...powerOf(sums, table.pairs) };
}

/** What a reason has in common with those that differ only in numbers and ids. */
const cause = String.raw`regexp_replace(regexp_replace(failure_reason, 'status (\d+)', 'status_\1', 'gi'),
    '\b([0-9a-f]{8}[0-9a-f-]*|\d+(\.\d+)?)', '#', 'gi')`;

/** Why results are no pass, with how often. */
export async function failuresOf(rows: Rows) {
  const failed = "failure_category is not null and outcome <> 'pass'";
  const categories = await rows.ask(
    `select failure_category as category, count(*) as count from results where ${failed} group by all`,
  );
  const short = "coalesce(answering_config_id, answering_model_name)";
  return Promise.all(
    categories.map(async ({ category, count }) => {
      const scope = `${failed} and failure_category = ${quoted(category)}`;
      const reasons =
        await rows.ask(`select failure_stage as stage, outcome, ${cause} as cause, arg_min(failure_reason, place) as reason,
          arg_min(question_id, place) as question_id, count(*) as count from results where ${scope} group by 1, 2, 3 order by min(place) limit 50`);
      const counted = reasons.reduce((sum, row) => sum + numberOf(row, "count"), 0);
      return {
        category,
        count,
        other_reasons: Number(count) - counted,
        reasons: await Promise.all(
          reasons.map(async ({ cause: common, ...reason }) => ({
            ...reason,
            models: await rows.ask(
              `select ${short} as model, count(*) as count from results where ${scope} and ${cause} = ${quoted(common)}
                  and failure_stage = ${quoted(reason.stage)} and outcome = ${quoted(reason.outcome)} group by all`,
            ),
          })),
        ),
        items:
          await rows.ask(`select question_id, answering_model as answering, parsing_model as parsing, ${short} as model,
            coalesce(parsing_config_id, parsing_model_name) as judge, replicate, outcome, failure_stage as stage, failure_reason as reason
            from results where ${scope} order by place limit 100`),
      };
    }),
  );
}
