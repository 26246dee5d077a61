import { agreement, alpha, cohen, fleiss, type Item, rawAgreement } from "./formulas.ts";
import { numberOf, quoted, type Row, type Rows } from "./rows.ts";

/** What a judge said of an aspect of an answer: `answer` is one reply, `words` replies of the same words. */
const judgments = `
create or replace temp table judgments as
with answers as (
  select *, concat_ws('|', question, answering_model, md5(raw_llm_response)) as words, coalesce(replicate, 1) as rater,
    concat_ws('|', words, rater) as answer
  from units where raw_llm_response <> ''
), said as (
  select result_id, 'verdict' as kind, 'pass' as name, case passed when 1 then 'true' else 'false' end as value, null::double as number, 0 as row_place from answers where has_verdict
  union all select f.result_id, 'field', field_name, case field_match when true then 'true' when false then 'false' else 'no value' end, null, f.row_place
    from fields f join answers using (result_id) where template_verification_performed
  union all select result_id, 'trait', part, case kind when 'literal' then coalesce(trait_label, trait_value) else trait_value end,
    case when kind in ('score', 'metric') then trait_score end, row_place from parts where kind in ('boolean', 'score', 'metric', 'literal')
)
select said.*, parsing_model as judge, answer, words, rater, place, first_value(place) over (partition by parsing_model order by place) as judge_place
from said join answers using (result_id)`;

/** The numbers of `judgeReliability`, from exported rows. */
export async function recomputeReliability(rows: Rows): Promise<unknown> {
  await rows.ask(judgments);
  const judges = (await rows.ask("select judge from judgments group by all order by min(place)")).map(
    ({ judge }) => String(judge),
  );
  const aspects = await rows.ask("select kind, name from judgments group by all");
  const between = [];
  const within = [];
  for (const aspect of aspects) {
    const scope = `kind = ${quoted(aspect.kind)} and name = ${quoted(aspect.name)}`;
    if (judges.length > 1) between.push(...(await betweenJudges(rows, aspect, { scope, judges })));
    for (const judge of judges) {
      const items = await itemsOf(rows, `${scope} and judge = ${quoted(judge)}`, "words", "rater");
      const measured = measuresOf([...items.values()].map((values) => [...values.values()]));
      if (measured !== undefined) within.push({ judge, ...aspect, ...measured.numbers });
    }
  }
  return { between, within };
}

async function betweenJudges(
  rows: Rows,
  aspect: Row,
  { scope, judges }: { readonly scope: string; readonly judges: readonly string[] },
) {
  const items = await itemsOf(rows, scope, "answer", "judge");
  const shared = [...items.values()].filter((values) => values.size > 1);
  const measured = measuresOf(shared.map((values) => [...values.values()]));
  if (measured === undefined) return [];
  const { numbers, isOrdinal } = measured;
  const pairs = judges.flatMap((first, at) => judges.slice(at + 1).map((second) => ({ first, second })));
  const differing = `select answer from judgments where SCOPE group by answer having count(distinct value) > 1`;
  const [atStake] = await rows.ask(`select count(*) as n from (${differing.replace("SCOPE", scope)}
      intersect ${differing.replace("SCOPE", "kind = 'verdict'")})`);
  const found = numbers.krippendorff_alpha.value;
  return [
    {
      ...aspect,
      ...numbers,
      fleiss_kappa: agreement(measured.rows, fleiss),
      cohen_kappas: pairs.flatMap(({ first, second }) => {
        const both = shared.flatMap((values) => {
          const [left, right] = [values.get(first), values.get(second)];
          return left === undefined || right === undefined ? [] : [[left, right]];
        });
        return both.length === 0
          ? []
          : [{ first, second, answers: both.length, kappa: agreement(both, cohen(both, isOrdinal)) }];
      }),
      at_stake: aspect.kind === "trait" ? 0 : numberOf(atStake, "n"),
      doubtful: found !== null && found < 0.667,
    },
  ];
}

/** Values by item and rater, items in order of first appearance; the last of a rater counts. */
async function itemsOf(rows: Rows, scope: string, item: string, rater: string) {
  const found = await rows.ask(
    `select ${item} as item, ${rater} as rater, number, value from judgments where ${scope} order by place, row_place`,
  );
  const items = new Map<string, Map<string, string | number>>();
  for (const row of found) {
    const values = items.get(String(row.item)) ?? new Map<string, string | number>();
    items.set(String(row.item), values);
    values.set(String(row.rater), typeof row.number === "number" ? row.number : String(row.value));
  }
  return items;
}

function measuresOf(all: readonly Item[]) {
  const rows = all.filter((values) => values.length > 1);
  if (rows.length === 0) return undefined;
  const isOrdinal = rows.flat().every((value) => typeof value === "number");
  return {
    rows,
    isOrdinal,
    numbers: {
      metric: isOrdinal ? "ordinal" : "nominal",
      answers: rows.length,
      differing: rows.filter((values) => new Set(values).size > 1).length,
      raw_agreement: agreement(rows, rawAgreement),
      krippendorff_alpha: agreement(rows, alpha(isOrdinal)),
    },
  };
}
