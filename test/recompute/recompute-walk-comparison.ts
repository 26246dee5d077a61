import { meanInterval, powerOf, signFlips } from "./formulas.ts";
import { draws } from "./recompute-comparison.ts";
import { compareVerdicts, pairClusters, sumsOf } from "./recompute-summary.ts";
import { judged, successful } from "./recompute-walks.ts";
import { numberOf, quoted, type Rows } from "./rows.ts";

/** The numbers of the walks of two models, from exported rows; p values are not adjusted. */
export async function recomputeWalkComparison(rows: Rows, a: string, b: string) {
  const side = (model: string) => `(select *, ${judged} as is_judged, ${successful} as is_successful,
      case when coalesce(beside_cost_known, true) then coalesce(beside_cost_usd, 0) + (select sum(cost_usd) from results r
        where r.scenario_id = walks.scenario_id and r.replicate = walks.replicate and r.answering_model = walks.answering_model) end as cost from walks where answering_model = ${quoted(model)})`;
  const matched = `${side(a)} a join ${side(b)} b on a.scenario_id = b.scenario_id and a.replicate = b.replicate`;
  const pairs = (value: (of: string) => string, where = "true") =>
    `select a.scenario_id as question_id, a.replicate, a.place, ${value("a")} as a, ${value("b")} as b from ${matched} where ${where}`;
  const both = (condition: string) => `a.${condition} and b.${condition}`;
  const share = async (name: string, condition: string, where = "true") =>
    compareVerdicts(
      name,
      await rows.ask(pairClusters(pairs((of) => `(${of}.${condition})::int`, where))),
      draws,
    );
  const criterion = (name: unknown) => (of: string) =>
    `(select any_value(outcome_value) from walk_outcomes o where o.walk_id = ${of}.walk_id and outcome_name = ${quoted(String(name))})`;
  // the criteria of a scenario are of its replicates
  const within = (scenario: unknown, values: string) =>
    `select * replace (replicate::varchar as question_id) from (${values}) where question_id = ${quoted(String(scenario))} and a is not null and b is not null`;
  const mean = async (name: string, kind: string, values: string, scenario: unknown = null) => {
    const from = `(from (${values}) where a is not null and b is not null)`;
    const [means] =
      await rows.ask(`select count(*) as pairs, count(distinct question_id) as clusters, avg(a) as mean_a,
        avg(b) as mean_b, avg(b - a) as difference from ${from}`);
    const sums = sumsOf(
      await rows.ask(
        `select sum(b - a)::double as sum, count(*)::int as n from ${from} group by question_id order by min(place)`,
      ),
    );
    const differences = sums.map(({ sum }) => sum);
    return {
      ...{ scenario, name, kind, ...means },
      interval: meanInterval(sums, draws),
      test: kind === "resource" ? null : signFlips(differences, draws),
      ...powerOf(differences, numberOf(means, "pairs")),
    };
  };
  const names = (isBoolean: boolean) =>
    rows.ask(`select scenario_id as scenario, outcome_name as name from walk_outcomes where (outcome_type = 'boolean') = ${isBoolean}
      and outcome_type <> 'other' group by all order by min(place)`);
  const [counts] = await rows.ask(`select count(*) as matched,
      count(*) filter (not a.is_judged and b.is_judged) as left_out_a, count(*) filter (a.is_judged and not b.is_judged) as left_out_b,
      count(*) filter (not a.is_judged and not b.is_judged) as left_out_both from ${matched}`);
  return {
    ...counts,
    successful: await share("successful", "is_successful", both("is_judged")),
    completed: await share("completed", "status = 'completed'"),
    outcomes: await Promise.all(
      (await names(true)).map(async ({ scenario, name }) => {
        const values = within(scenario, pairs(criterion(name), both("is_judged")));
        return {
          scenario,
          ...compareVerdicts(String(name), await rows.ask(pairClusters(values)), draws),
        };
      }),
    ),
    measures: [
      ...(await Promise.all(
        (
          await names(false)
        ).map(({ scenario, name }) =>
          mean(
            String(name),
            "criterion",
            within(scenario, pairs(criterion(name), both("is_judged"))),
            scenario,
          ),
        ),
      )),
      await mean(
        "turns_to_success",
        "score",
        pairs((of) => `${of}.turn_count`, both("is_successful")),
      ),
      await mean(
        "turns",
        "resource",
        pairs((of) => `${of}.turn_count`),
      ),
      await mean(
        "seconds",
        "resource",
        pairs((of) => `${of}.execution_time`),
      ),
      await mean(
        "cost_usd",
        "resource",
        pairs((of) => `${of}.cost`),
      ),
    ],
  };
}
