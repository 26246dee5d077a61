import { holm, meanInterval, powerOf, signFlips, verdictTable } from "./formulas.ts";
import { compareVerdicts, outcomesIn, pairClusters } from "./recompute-summary.ts";
import { numberOf, quoted, type Row, type Rows } from "./rows.ts";

/** How often the comparison is to draw. */
export const draws = 2000;

/** The numbers of `compareModels`, from exported rows: each answering model with each later one, by question, replicate and judge. */
export async function recomputeComparison(rows: Rows): Promise<unknown> {
  const models = await rows.ask(
    "select answering_model as name from results group by all order by min(place)",
  );
  const pairs = [];
  for (const [at, { name: a }] of models.entries())
    for (const { name: b } of models.slice(at + 1))
      pairs.push(await compareSides(rows, String(a), String(b)));
  const compared = pairs.flatMap(({ passes, traits, measures }) => [passes, ...traits, ...measures]);
  const tested = compared.filter(({ test }) => test !== null);
  const families = [true, false].map((isPass) => tested.filter(({ name }) => (name === "pass") === isPass));
  const withAdjusted = <One extends { readonly test: { readonly p_value: number } | null }>(one: One) => {
    const family = families.find((others) => others.some(({ test }) => test === one.test)) ?? [];
    const adjusted = holm(family.map(({ test }) => test?.p_value ?? 1));
    const place = family.findIndex(({ test }) => test === one.test);
    return one.test === null ? one : { ...one, test: { ...one.test, adjusted_p: adjusted[place] } };
  };
  return {
    level: 0.95,
    alpha: 0.05,
    tests: tested.length,
    pass_tests: families[0]?.length,
    success_tests: 0,
    walk_tests: 0,
    pairs: pairs.map(({ passes, traits, measures, ...pair }) => ({
      ...pair,
      passes: withAdjusted(passes),
      traits: traits.map(withAdjusted),
      measures: measures.map(withAdjusted),
    })),
  };
}

async function compareSides(rows: Rows, a: string, b: string) {
  const side = (name: string) => `(select * from units where answering_model = ${quoted(name)})`;
  const matched = `${side(a)} a join ${side(b)} b using (unit, parsing_model)`;
  const unmatched = (one: string, other: string) =>
    `(select * from ${side(one)} x where not exists (from ${side(other)} y where y.unit = x.unit and y.parsing_model = x.parsing_model))`;
  const [counts] = await rows.ask(`select count(*) as matched,
      count(*) filter (to_verify and not a.has_verdict and b.has_verdict) as only_a,
      count(*) filter (to_verify and a.has_verdict and not b.has_verdict) as only_b,
      count(*) filter (to_verify and not a.has_verdict and not b.has_verdict) as neither
      from (select a, b, a.has_template and b.has_template as to_verify from ${matched})`);
  const count = async (from: string) =>
    numberOf((await rows.ask(`select count(*) as n from ${from}`))[0], "n");
  const outcomesOf = async (name: "a" | "b") =>
    (await rows.ask(`select ${outcomesIn} from (select ${name}.outcome from ${matched})`))[0];
  const verdicts = `select a.question_id, a.place, a.result_id, a.passed as a, b.passed as b from ${matched} where a.has_verdict and b.has_verdict`;
  return {
    a,
    b,
    matched: numberOf(counts, "matched"),
    unmatched_a: await count(unmatched(a, b)),
    unmatched_b: await count(unmatched(b, a)),
    other_judges: await count(`(select 1 from ${matched} where a.parsing_model <> b.parsing_model)`),
    other_texts: numberOf(
      (
        await rows.ask(
          `select count(distinct a.question_id) as n from ${matched} where a.question_text <> b.question_text`,
        )
      )[0],
      "n",
    ),
    outcomes_a: await outcomesOf("a"),
    outcomes_b: await outcomesOf("b"),
    without_verdict_a: numberOf(counts, "only_a"),
    without_verdict_b: numberOf(counts, "only_b"),
    without_verdict_both: numberOf(counts, "neither"),
    ...(await partialCosts(rows, matched)),
    coverage: await coverageOf(rows, matched, { a: side(a), b: side(b) }),
    passes: compareVerdicts("pass", await rows.ask(pairClusters(verdicts)), draws),
    keywords: await keywordsOf(rows, verdicts, matched),
    traits: await flagsOf(rows, a, b),
    classes: await classesOf(rows, matched),
    measures: await measuresOf(rows, matched),
    ...(await changedOf(rows, matched, { a: unmatched(a, b), b: unmatched(b, a) })),
  };
}

/** Null without stages, which tell prices. */
const isCostKnown = `case when result_id in (select result_id from stages) then result_id not in (select result_id from stages
    where cost_usd is null and (input_tokens + output_tokens > 0 or (model_calls > 0 and stage_status <> 'failed'))) end`;

async function partialCosts(rows: Rows, matched: string) {
  const partialOf = (side: string) => `count(*) filter (not ${side}.known)::int`;
  const costs = `(select result_id, ${isCostKnown} as known, cost_usd from units)`;
  const [counts] =
    await rows.ask(`select ${partialOf("x")} as a, ${partialOf("y")} as b, sum(x.cost_usd + y.cost_usd) as usd
      from ${matched} join ${costs} x on x.result_id = a.result_id join ${costs} y on y.result_id = b.result_id`);
  return { partial_cost_a: numberOf(counts, "a"), partial_cost_b: numberOf(counts, "b") };
}

/** What one side has of the other's questions, per judge: of all, and by keyword. */
async function coverageOf(rows: Rows, matched: string, sides: { readonly a: string; readonly b: string }) {
  const grouped = "(select distinct result_id, unnest(string_split(keywords, ', ')) as keyword from results)";
  const keywords = await rows.ask(
    `select distinct keyword from ${grouped} join (from ${sides.a} union all from ${sides.b}) using (result_id)`,
  );
  const coverage = async (keyword: unknown) => {
    const own = (id: string) =>
      keyword === null
        ? "true"
        : `${id} in (select result_id from ${grouped} where keyword = ${quoted(keyword)})`;
    const question = "(question, parsing_model)";
    const [counts] =
      await rows.ask(`with a as (select * from ${sides.a} where ${own("result_id")}), b as (select * from ${sides.b} where ${own("result_id")})
      select (select count(distinct ${question}) from a) as questions_a,
        (select count(distinct ${question}) from a where ${question} not in (select ${question} from b)) as absent,
        (select count(distinct ${question}) from a where has_verdict) as decided_a,
        (select count(distinct ${question}) from b where has_template) as to_verify_b`);
    const pairs = `select a.question, parsing_model, a.has_verdict as va, b.has_verdict as vb, a.outcome as oa, b.outcome as ob
        from ${matched} where ${own("a.result_id")}`;
    const [both] = await rows.ask(
      `select count(*) as pairs, count(distinct ${question}) as decided from (${pairs}) where va and vb`,
    );
    const lacking =
      await rows.ask(`select 'a' as side, oa as outcome, count(*) as count from (${pairs}) where not va group by all
      union all select 'b', ob, count(*) from (${pairs}) where not vb group by all`);
    return { ...(keyword !== null && { keyword }), ...counts, ...both, lacking };
  };
  return [await coverage(null), ...(await Promise.all(keywords.map(({ keyword }) => coverage(keyword))))];
}

async function keywordsOf(rows: Rows, verdicts: string, matched: string) {
  const grouped = "(select distinct result_id, unnest(string_split(keywords, ', ')) as keyword from results)";
  const keywords = await rows.ask(
    `select distinct keyword from ${grouped} k join (select a.result_id from ${matched}) using (result_id)`,
  );
  return Promise.all(
    keywords.map(async ({ keyword }) => {
      const clusters = await rows.ask(
        pairClusters(
          `from (${verdicts}) where result_id in (select result_id from ${grouped} where keyword = ${quoted(keyword)})`,
        ),
      );
      return { keyword, ...verdictTable(clusters.map(countsOf)) };
    }),
  );
}

const countsOf = (row: Row) => ({
  both: numberOf(row, "both"),
  only_a: numberOf(row, "only_a"),
  only_b: numberOf(row, "only_b"),
  neither: numberOf(row, "neither"),
});

/** Values of traits on both sides, with `part`, `a` and `b`. */
const partPairs = (
  matched: string,
  kinds: string,
) => `select a.question_id, a.place, p.part, p.row_place, p.trait_score as a, q.trait_score as b
    from ${matched} join parts p on p.result_id = a.result_id join parts q on q.result_id = b.result_id and q.part = p.part
    where p.kind in (${kinds}) and q.kind in (${kinds})`;

async function flagsOf(rows: Rows, a: string, b: string) {
  const matched = `(select * from units where answering_model = ${quoted(a)}) a
      join (select * from units where answering_model = ${quoted(b)}) b using (unit, parsing_model)`;
  const pairs = partPairs(matched, "'boolean'");
  const names = await rows.ask(
    `select part as name from (${pairs}) group by all order by min(place), min(row_place)`,
  );
  return Promise.all(
    names.map(async ({ name }) =>
      compareVerdicts(
        String(name),
        await rows.ask(pairClusters(`from (${pairs}) where part = ${quoted(name)}`)),
        draws,
      ),
    ),
  );
}

/** The shares of classes, over pairs with a class on both sides. */
async function classesOf(rows: Rows, matched: string) {
  const label = (part: string) => `coalesce(${part}.trait_label, ${part}.trait_value)`;
  const pairs = `select a.question_id, a.place, p.part, ${label("p")} as a, ${label("q")} as b
    from ${matched} join parts p on p.result_id = a.result_id join parts q on q.result_id = b.result_id and q.part = p.part
    where p.kind = 'literal' and q.kind = 'literal'`;
  const classes = await rows.ask(
    `select part as trait, a as label from (${pairs}) union select part, b from (${pairs})`,
  );
  return Promise.all(
    classes.map(async (one) => {
      const is = (side: string) => `(${side} = ${quoted(one.label)})::int as ${side}`;
      const clusters = await rows.ask(
        pairClusters(
          `select question_id, place, ${is("a")}, ${is("b")} from (${pairs}) where part = ${quoted(one.trait)}`,
        ),
      );
      return { ...one, ...verdictTable(clusters.map(countsOf)) };
    }),
  );
}

async function measuresOf(rows: Rows, matched: string) {
  const parts = partPairs(matched, "'score', 'metric'");
  const names = await rows.ask(
    `select part as name from (${parts}) group by all order by min(place), min(row_place)`,
  );
  const tokens = (
    stage: string,
  ) => `case when not coalesce(usage_unavailable, false) then (select sum(input_tokens + output_tokens) from usage u
      where u.result_id = units.result_id and (u.usage_stage = 'answer_generation') = ${stage}) end`;
  const resources = {
    seconds: "execution_time",
    cost_usd: `case when ${isCostKnown} then coalesce(cost_usd, 0) end`,
    answer_tokens: tokens("true"),
    judge_tokens: tokens("false"),
  };
  const ofResults = (value: string) => `select a.question_id, a.place, x.v as a, y.v as b from ${matched}
      join (select result_id, ${value} as v from units) x on x.result_id = a.result_id
      join (select result_id, ${value} as v from units) y on y.result_id = b.result_id where x.v is not null and y.v is not null`;
  const measures = [
    { name: "granular_score", kind: "score", pairs: ofResults("granular_score") },
    ...names.map(({ name }) => ({
      name,
      kind: "trait",
      pairs: `from (${parts}) where part = ${quoted(name)}`,
    })),
    ...Object.entries(resources).map(([name, value]) => ({
      name,
      kind: "resource",
      pairs: ofResults(value),
    })),
  ];
  const compared = [];
  for (const { name, kind, pairs } of measures) {
    const [means] = await rows.ask(
      `select count(*) as pairs, count(distinct question_id) as clusters, avg(a) as mean_a, avg(b) as mean_b, avg(b - a) as difference from (${pairs})`,
    );
    if (numberOf(means, "pairs") === 0) continue;
    const clusters = await rows.ask(
      `select sum(b - a)::double as sum, count(*)::int as n from (${pairs}) group by question_id order by min(place)`,
    );
    const sums = clusters.map((row) => ({ sum: numberOf(row, "sum"), n: numberOf(row, "n") }));
    const differences = sums.map(({ sum }) => sum);
    compared.push({
      name,
      kind,
      ...means,
      interval: meanInterval(sums, draws),
      test: kind === "resource" ? null : signFlips(differences, draws),
      ...powerOf(differences, numberOf(means, "pairs")),
    });
  }
  return compared;
}

/** Broken, mended and newly failing questions, per judge: how many passes of how many results each side has. */
async function changedOf(rows: Rows, matched: string, unmatched: { readonly a: string; readonly b: string }) {
  const perQuestion = (
    pairs: string,
  ) => `select question, parsing_model, first(question_id) as question_id, min(place) as first_place,
      coalesce(sum(a), 0)::int as passed_a, count(has_a)::int as of_a, coalesce(sum(b), 0)::int as passed_b, count(has_b)::int as of_b from (${pairs}) group by all`;
  const sideOf = (passed: string, of: string) => `${passed} * 2 > ${of}`;
  const inPairs =
    perQuestion(`select a.question, parsing_model, a.question_id, a.place, a.passed as a, true as has_a, b.passed as b, true as has_b
      from ${matched} where a.has_verdict and b.has_verdict`);
  const all =
    perQuestion(`select question, parsing_model, question_id, place, passed as a, true as has_a, null::int as b, null as has_b
        from (select a.* from ${matched}) where has_template
      union all select question, parsing_model, question_id, place, null, null, passed, true from (select b.* from ${matched}) where has_template
      union all select question, parsing_model, question_id, place, passed, true, null, null from ${unmatched.a} where has_template
      union all select question, parsing_model, question_id, place, null, null, passed, true from ${unmatched.b} where has_template`);
  const listed = async (from: string, where: string) =>
    (await rows.ask(`from (${from}) where ${where} order by first_place`)).map((row) => ({
      // of several judges each has the question by itself
      parsing: row.parsing_model,
      question_id: row.question_id,
      a: sideNumbers(row, "a"),
      b: sideNumbers(row, "b"),
    }));
  return {
    broken: await listed(inPairs, `${sideOf("passed_a", "of_a")} and not ${sideOf("passed_b", "of_b")}`),
    mended: await listed(inPairs, `not ${sideOf("passed_a", "of_a")} and ${sideOf("passed_b", "of_b")}`),
    new_failures: await listed(
      all,
      `of_b > 0 and not ${sideOf("passed_b", "of_b")} and (of_a = 0 or ${sideOf("passed_a", "of_a")})`,
    ),
  };
}

const sideNumbers = (row: Row, side: "a" | "b") =>
  row[`of_${side}`] === 0 ? null : { passed: row[`passed_${side}`], of: row[`of_${side}`] };
