import { describe, expect, test } from "vitest";
import { indexText, refusalOf } from "./index.ts";

const refusal = (text: string, excerpt: string, threshold: number) =>
  refusalOf(indexText(text).locate(excerpt), text, threshold);

describe("what says something else is no evidence at any threshold", () => {
  test.for([
    [
      "The FDA first approved venetoclax in 2016 for chronic lymphocytic leukemia.",
      "The FDA first approved venetoclax in 2019 for chronic lymphocytic leukemia.",
    ],
    [
      "It rose to 7.4 points in all the patients that were seen",
      "It rose to 7.9 points in all the patients that were seen",
    ],
    [
      "There is no evidence that the drug extends survival in these patients",
      "There is evidence that the drug extends survival in these patients",
    ],
    ["该药物可以延长患者的生存期", "该药物不可以延长患者的生存期"],
    [
      "The effect was significant, p < 0.05 in both arms of the study",
      "The effect was significant, p > 0.05 in both arms of the study",
    ],
    ["No, treatment is safe for all of the people", "No treatment is safe for all of the people"],
    ["No treatment is safe for all of the people", "No, treatment is safe for all of the people"],
    [
      "heated to [85](a.html)![degrees, slowly](b.png) and left to cool",
      "heated to degrees, slowly and left to cool",
    ],
    ["About 10⁶ cells", "About 106 cells"],
    ["Take 1½ tablets", "Take 11/2 tablets"],
    ["2*3 units", "23 units"],
    ["It is ~~not~~ effective", "It is not effective"],
    ["about 10<sup>6</sup> cells", "about 106 cells"],
    ["about $10^6$ cells", "about 106 cells"],
    ["the log₂8 value is 3 here", "the log28 value is 3 here"],
    ["5.2 mg of drug was given to patients", "52 mg of drug was given to patients"],
    ["the range is 3–5 mg for adults today", "the range is 35 mg for adults today"],
    ["temperature of -5 °C at night in winter", "temperature of 5 °C at night in winter"],
    ["the tumour was HER2- in most of the patients", "the tumour was HER2+ in most of the patients"],
    ["the tumour was HER2- in most of the patients", "the tumour was HER2 in most of the patients"],
    ["It does not extend survival in these patients", "It does … extend survival in these patients"],
    [
      "The drug inhibits BCL2 and activates KRAS in all cells",
      "The drug inhibits KRAS and activates BCL2 in all cells",
    ],
    [
      "The infection was treated early in the morning hours",
      "The injection was treated early in the morning hours",
    ],
    [
      "Mortality was low in the treated group of patients",
      "Morality was low in the treated group of patients",
    ],
    [
      "methanol was added to the mixture before heating it",
      "ethanol was added to the mixture before heating it",
    ],
    [
      "patients with hypertension were excluded from the study",
      "patients with hypotension were excluded from the study",
    ],
    ["The dose was 5 mg per day for all the adults", "The dose was 5 Mg per day for all the adults"],
    ["sales in the US market rose strongly last year", "sales in the us market rose strongly last year"],
    [
      "It is effective; see [the trial](https://x.org/not-effective) for details",
      "It is not effective; see the trial for details",
    ],
    ["A is 5 % and B is 6 percent of them all", "A is 5 ‰ and B is 6 percent of them all"],
    ["costs $5 per unit in the shop today", "costs €5 per unit in the shop today"],
    [
      "`a && !b` is the condition that is used in the code",
      "`a && b` is the condition that is used in the code",
    ],
    ["works for the treated animals in spring?", "works for the treated animals in spring."],
    ["| A | 12 | 34 |\n|---|---|---|\n| B | 56 | 78 |", "A 1234"],
    ["x² + y² is the sum of the squares", "x2 + y2 is the sum of the squares"],
    ["He will recieve 15 units each morning", "He will receive 51 units each morning"],
    ["the gene bcl2 of mice is expressed in the brain", "the gene BCL2 of mice is expressed in the brain"],
    [
      "The table shows ❌ for the first drug in this list",
      "The table shows ✅ for the first drug in this list",
    ],
    [
      "Die Maßnahme wurde von keinem Mitglied der Gruppe angenommen",
      "Die Maßnahme wurde von jedem Mitglied der Gruppe angenommen",
    ],
    [
      "Sie haben das so entschieden, nachdem alle gesprochen hatten",
      "Sie haben das so entscheiden, nachdem alle gesprochen hatten",
    ],
    [
      "Он не одобрил предложение комитета по этому вопросу",
      "Он одобрил предложение комитета по этому вопросу",
    ],
    ["لم توافق اللجنة على الاقتراح المقدم من الأعضاء", "توافق اللجنة على الاقتراح المقدم من الأعضاء لم"],
    [
      "Seven of the patients were men, the others were women",
      "Seventy of the patients were men, the others were women",
    ],
    ["the value [5] was 30 in all of the tests", "the value 5 was 31 in all of the tests"],
    ["1. First item is here\n2. Second item is here", "1. First item is here 3. Second item is here"],
    ["binds BCL2 [1] in all the cells that were tested", "binds BCL2 [2] in all the cells that were tested"],
    [
      "see [the report](https://a.org/x) for all the details of it",
      "see [the report](https://b.org/y) for all the details of it",
    ],
    ["It increases survival by 12 months in patients.", "It increases survival by 1 2 months in patients."],
    ["Only adults may take it before noon on weekdays", "Adults may take it before noon on weekdays only"],
    ["The treaty was signed in May 1920 in Paris", "The treaty was signed in June 1920 in Paris"],
    ["use `max_tokens` for the limit of the answer", "use `max_token` for the limit of the answer"],
    [
      "Anderson et al. described it in their first paper",
      "Andersen et al. described it in their first paper",
    ],
    ["He is able to walk 5 km without any help today", "He is unable to walk 5 km without any help today"],
    [
      "It is an asymptomatic disease in most of the people",
      "It is a symptomatic disease in most of the people",
    ],
    ["the disease is not able to spread by air at all", "the disease is notable to spread by air at all"],
    [
      "dose: 0.5 mg twice daily for adults in the morning",
      "dose: .5 mg twice daily for adults in the morning",
    ],
    ["version 1.2.3 is out for all of the platforms now", "version 1.23 is out for all of the platforms now"],
    ["ratio 3:1 was used in the second part of the test", "ratio 31 was used in the second part of the test"],
    ["It fell by 5 °C overnight in the whole region", "It fell by 5 °F overnight in the whole region"],
    ["Ca2+ enters the cell after the channel has opened", "Ca2 enters the cell after the channel has opened"],
    ["He had a symptomatic infection of the lung", "He had asymptomatic infection of the lung"],
    ["He had asymptomatic infection of the lung", "He had a symptomatic infection of the lung"],
    ["The change is in significant parts due to it", "The change is insignificant parts due to it"],
    ["The microbes were an aerobic kind of them all", "The microbes were anaerobic kind of them all"],
    ["use `foo.bar` for the limit of the answer", "use `foobar` for the limit of the answer"],
    ["Werte: - 5 Grad am Morgen in Berlin", "Werte: 5 Grad am Morgen in Berlin"],
    ["the value $\\frac{a+b}{c}$ for all of them here", "the value a+b/c for all of them here"],
    ["The drug ([Smith et al. did not agree](http://a.b)) is safe for all", "The drug is safe for all"],
    ["The drug ([in mice only](http://a.b)) is safe for all", "The drug is safe for all"],
    ["the value 2<sup>n</sup> is too much for them all", "the value 2n is too much for them all"],
    ["dose \\SI{5}{\\micro\\gram} for all of the adults", "dose 5 mg for all of the adults"],
    ["~5 mg was left in the bottle after the treatment", "5 mg was left in the bottle after the treatment"],
  ] as const)("%j is not %j", ([said, excerpt]) => {
    expect(refusal(`Before it. ${said} After it.`, excerpt, 0)).toBe("altered");
  });
});

describe("what says the same is evidence at the default threshold", () => {
  test.for([
    [
      "The target is [BCL2](https://www.genenames.org/data/gene-symbol-report/#!/hgnc_id/HGNC:990), an anti-apoptotic protein.",
      "The target is BCL2, an anti-apoptotic protein.",
    ],
    ["See ![the structure of BCL2](img.png) here", "See the structure of BCL2 here"],
    ["a <b>x</b> b", "a x b"],
    ["A &amp; B &lt; C is so", "A & B < C is so"],
    ["5&nbsp;mg daily", "5 mg daily"],
    ["The factor $\\alpha$ rises", "The factor α rises"],
    ["dose \\(5\\,\\text{mg}\\) daily", "dose 5 mg daily"],
    ["如果您想要为所有用户标识签名的话就选“yes”", "如果您想要为所 […] 的话就选“yes”"],
    ["The colour of the tumour changed", "The color of the tumor changed"],
    ["We realise the organisation was slow", "We realize the organization was slow"],
    ["Die Straße ist größer als früher", "Die Strasse ist groesser als frueher"],
    ["الـــمرضى كُلُّهم تعافوا من المرض", "المرضى كلهم تعافوا من المرض"],
    ["بلغ العدد ٢٤ شخصا في المدينة", "بلغ العدد 24 شخصا في المدينة"],
    ["It binds selectively[1] to BCL2.[2,3]", "It binds selectively to BCL2."],
    ["It binds [1] to BCL2", "It binds [1] to BCL2"],
    ["- **A**: first\n- **B**: second", "- A: first - B: second"],
    ["1. **Foo** is here\n2. **Bar** is there", "1. Foo is here 2. Bar is there"],
    ["1. **Foo** is here\n2. **Bar** is there", "Foo is here Bar is there"],
    ["| Drug | Target |\n|---|---|\n| Venetoclax | BCL2 |", "Venetoclax, BCL2"],
    ["| Drug | Target |\n|---|---|\n| Venetoclax | BCL2 |", "Venetoclax | BCL2"],
    ["| Drug | Target |\n|---|---|\n| Venetoclax | BCL2 |", "| Venetoclax | BCL2 |"],
    ["the apop-\ntosis of cells", "the apoptosis of cells"],
    ["a well-\nknown drug", "a well-known drug"],
    ["5mg twice", "5 mg twice"],
    ["BCL-2 is bound here", "BCL2 is bound here"],
    ["m² of CO₂", "m2 of CO2"],
    ["TNF-α rises", "TNF-alpha rises"],
    ["p ≤ 0.05 in both", "p <= 0.05 in both"],
    ["Venclexta® works", "Venclexta works"],
    ["[S]everal proteins are known", "several proteins are known"],
    ["several proteins are known", "[S]everal proteins are known"],
    ["The protein ([nih.gov](https://nih.gov/a)) binds well", "The protein binds well"],
    ["don’t do it", "don't do it"],
    ["он всё ещё ждёт", "он все еще ждет"],
    ["他说这种药物对大多数患者都没有明显的副作用。", "这种药物 … 大多数患者都没有明显的副作用"],
    ["cœur et sœur", "coeur et soeur"],
    ["He wrote \\*never\\* here", "He wrote *never* here"],
    ["Footnote here[^1] is it", "Footnote here is it"],
    ["survival.¹² Then it", "survival. Then it"],
    ["<p>One</p><p>Two three</p>", "One Two three"],
    ["A<br>B and C", "A B and C"],
    ["“Yes,” she said — “no.”", '"Yes," she said - "no."'],
    ["immunohistochemistry was done", "immunohistochemsitry was done"],
    ["the Apoptosis pathway", "the apoptosis pathway"],
    ["The rate is 5 % here", "The rate is 5% here"],
    ["The rate is 5% here", "The rate is 5 % here"],
    ["2 × 10⁻³ M solution", "2 × 10^-3 M solution"],
    ["$$E = mc^2$$ holds", "E = mc^2 holds"],
    ["✅ **Venetoclax** works well", "Venetoclax works well"],
    ["> He said it works well\n> in all cells", "He said it works well in all cells"],
    [
      "Thai: ยาเวเนโทแคลกซ์จับกับโปรตีนและทำให้เซลล์มะเร็งเม็ดเลือดขาวตาย",
      "ยาเวเนโทแคลกซ์จับกับโปรตีน … เซลล์มะเร็งเม็ดเลือดขาวตาย",
    ],
    ["薬は\n細胞の死を引き起こす", "薬は細胞の死を引き起こす"],
    ["The 2<sup>nd</sup> and 3$^{rd}$ dose", "The 2nd and 3rd dose"],
    ["In **5**0 of the patients", "In 50 of the patients"],
    ["A half, $\\frac34$ of it", "A half, 3/4 of it"],
    ["the value $\\frac{a+b}{c}$ is", "the value (a+b)/c is"],
    ["dose \\SI{5}{\\milli\\gram} daily", "dose 5 mg daily"],
    ["at \\qty{3.2}{\\kilo\\joule\\per\\mole} it", "at 3.2 kJ/mol it"],
    ["It has \\num{120} rows", "It has 120 rows"],
    ["It came in to town", "It came into town"],
    ["the in-\nactive form", "the inactive form"],
    ["The protein ([National Cancer Institute, 2019](https://nih.gov/a)) binds", "The protein binds"],
    ["https://example.org/a_b_c is the link", "https://example.org/a_b_c is the link"],
    ["use snake_case_name here", "use snake_case_name here"],
  ] as const)("%j is %j", ([said, excerpt]) => {
    expect(refusal(`Before it all.\n\n${said}\n\nAfter it all.`, excerpt, 0.8)).toBeNull();
  });
});

describe("the differences name the words on both sides and what they change", () => {
  test.for([
    [
      "The patient received 5 mg twice daily.",
      "The patient received 50 mg twice daily.",
      "50",
      "5",
      "number",
    ],
    ["The patient received 5 mg twice daily.", "The patient received 5 g twice daily.", "g", "mg", "unit"],
    ["It was significant (p < 0.05) there.", "It was significant (p > 0.05) there.", ">", "<", "sign"],
    ["The drug does not extend survival.", "The drug does extend survival.", "", "not", "negation"],
    ["The drug extends survival in all.", "The drug never extends survival in all.", "never", "", "negation"],
    ["It was found by Miller in Oslo then.", "It was found by Miller in Rome then.", "Rome", "Oslo", "name"],
    ["The river freezes in winter there.", "The river thaws in winter there.", "thaws", "freezes", "word"],
    ["The tumour has changed its colour.", "The tumor has changed its colour.", "tumor", "tumour", null],
    ["The tumour, it seems, has changed.", "The tumour it seems, has changed.", "", ",", null],
  ] as const)("%j is not %j: %j for %j is a %s", ([text, excerpt, quoted, said, changes]) => {
    const { kind, differences } = indexText(text).locate(excerpt);
    expect(kind).toBe("altered");
    expect(differences).toEqual([{ quoted, said, changes }]);
  });

  test("at the end of a quotation it says what the text goes on with", () => {
    const { differences } = indexText("The trial ended in 2016 in Oslo.").locate("The trial ended in 2019");
    expect(differences).toEqual([{ quoted: "2019", said: "2016", changes: "number" }]);
  });

  test("a passage that stands there as it is differs in nothing", () => {
    for (const excerpt of ["The drug **works** at 5 mg.", "The drug works", "The drug […] at 5 mg"])
      expect(indexText("The drug **works** at 5 mg.").locate(excerpt).differences).toEqual([]);
  });
});

describe("a part of a word or number is found and is another word", () => {
  test.for([
    ["We gave 15 mg twice.", "5 mg twice", "15"],
    ["We gave 1.5 mg twice.", "5 mg twice", "1.5"],
    ["We gave 1.5 mg twice.", "We gave 1", "1.5"],
    ["It was -5 °C outside.", "5 °C outside", "-5"],
    ["A share of <5 % is left.", "5 % is left", "<5"],
    ["It is ineffective here.", "effective here", "ineffective"],
    ["It binds BCL2L1 only.", "It binds BCL2", "BCL2L1"],
  ] as const)("%j has %j in it, of %j", ([text, excerpt, whole]) => {
    const match = indexText(text).locate(excerpt);
    expect(match).toMatchObject({ kind: "exact", similarity: 1, differences: [{ said: whole }] });
    expect(refusalOf(match, text, 0)).toBe("altered");
  });

  test.for([
    ["We gave 1.5 mg, then 5 mg twice.", "5 mg"],
    ["The proteins bind.", "The protein"],
    ["<b>5 mg</b> twice", "5 mg"],
    ["ارتبط والدواء به", "الدواء به"],
  ] as const)("%j says %j", ([text, excerpt]) => {
    expect(refusal(text, excerpt, 1)).toBeNull();
  });
});

test("what is not there is unlike, also at a threshold of 0; a scrap says nothing", () => {
  expect(refusal("It is BCL2.", "quite another thing", 0)).toBe("unlike");
  expect(refusal("It is BCL2.", "zzz", 0)).toBe("unlike");
  expect(refusal("It is BCL2.", "C", 0)).toBe("says_nothing");
});

test.for(["度", "**度**", "`度`"])(
  "a linked number before the linked word %s is no mark of a reference",
  (word) => {
    const text = `把混合物加热到[85](https://x.org)[${word}](https://y.org)，慢慢搅拌十分钟。`;
    const match = indexText(text).locate("把混合物加热到度，慢慢搅拌十分钟");
    expect(refusalOf(match, text, 0)).toBe("altered");
  },
);
