import { describe, expect, test } from "vitest";
import { indexText, refusalOf } from "./index.ts";

const refusal = (text: string, excerpt: string) => refusalOf(indexText(text).locate(excerpt), text, 0);

describe("half a word is no evidence, whatever parts the word", () => {
  test.for([
    "the drug is un**safe** for all",
    "the drug is **un**safe for all",
    "the drug is <i>un</i>safe for all",
    "the drug is un[safe](https://x.org) for all",
    "the drug is un&shy;safe for all",
    "the drug is un\u200bsafe for all",
    "the drug is $\\text{un}$safe for all",
    "the drug is non-safe for all",
    "the drug is un\u2011safe for all",
    "the drug is un-\nsafe for all",
    "the drug is !safe for all",
    "the drug is --no-safe for all",
  ])("%j does not say safe", (text) => {
    expect(refusal(text, "safe for all")).toBe("altered");
  });

  test.for([
    ["We gave <b>1</b>5 mg to all.", "5 mg to all"],
    ["We gave **1**5 mg to all.", "5 mg to all"],
    ["We gave 1\u200b5 mg to all.", "5 mg to all"],
    ["We gave &minus;5 mg to all.", "5 mg to all"],
    ["It was 5 × 10<sup>6</sup> in all", "It was 5 × 10"],
    ["It was 5**0** in all", "It was 5"],
    ["Es waren 1'500 mg", "500 mg"],
    ["It was 1 500 mg in all", "500 mg in all"],
    ["It was < 5 mg in all", "5 mg in all"],
    ["It was > 5 mg in all", "5 mg in all"],
    ["It was \u22125 mg in all", "5 mg in all"],
    ["It was €5 in all", "5 in all"],
    ["It was 5% in all", "It was 5"],
    ["It was 5:7 in all", "It was 5"],
    ["run with --no-check to go on", "--check to go on"],
  ] as const)("%j does not say %j", ([text, excerpt]) => {
    expect(refusal(text, excerpt)).not.toBeNull();
  });

  test.for([
    ["the **safe** drug", "safe"],
    ["It was so.\n\n> 58 samples were clean", "58 samples were clean"],
    ["| 4 | 500 mg daily |", "500 mg daily"],
    ["In 2019 500 patients came", "500 patients came"],
    ["this → 5 mg of it", "5 mg of it"],
    ["a pre-treatment phase was planned", "treatment phase was planned"],
    ["太好了！这种药物有效。", "这种药物有效"],
    ["a well-\nknown drug here", "known drug here"],
    ["**Biome**은 빠르다", "Biome"],
    ["the unsafe drug; the un-safe and the safe one", "safe one"],
  ] as const)("%j says %j", ([text, excerpt]) => {
    expect(refusal(text, excerpt)).toBeNull();
  });
});

describe("what is denied right beside a quotation is not said", () => {
  test.for([
    ["The drug is not effective in adults.", "effective in adults", "not"],
    ["The drug is **not** effective in adults.", "effective in adults", "not"],
    ["The drug isn't effective in adults.", "effective in adults", "isn't"],
    ["The drug does not\nextend overall survival.", "extend overall survival", "not"],
    ["There were no effects on survival.", "effects on survival", "no"],
    ["Das Medikament hat keine Wirkung bei Kindern.", "Wirkung bei Kindern", "keine"],
    ["Il n'est pas efficace chez l'enfant.", "efficace chez l'enfant", "pas"],
    ["Препарат не эффективен у взрослых.", "эффективен у взрослых", "не"],
    ["الدواء غير فعال في علاج المرضى", "فعال في علاج المرضى", "غير"],
    ["ยานี้ไม่มีประสิทธิภาพในผู้ป่วย", "มีประสิทธิภาพในผู้ป่วย", "ไม่"],
    ["该药物不能延长患者的总生存期。", "延长患者的总生存期", "不能"],
    ["患者无明显副作用。", "明显副作用", "无"],
    ["Das Mittel half gegen Husten nicht.", "Das Mittel half gegen Husten", "nicht"],
    ["Das Mittel half ihm nie.", "Das Mittel half ihm", "nie"],
    ["Het middel werkt bij kinderen niet.", "Het middel werkt bij kinderen", "niet"],
    ["Bu ilaç etkili değil dedi doktor.", "Bu ilaç etkili", "değil"],
    ["यह दवा रोगियों में प्रभावी नहीं है", "यह दवा रोगियों में प्रभावी", "नहीं"],
    ["この薬は有効ではない。", "この薬は有効", "ではない"],
    ["この薬は生存期間を延長しなかった。", "この薬は生存期間を延長", "しなかった"],
    ["この薬は効きません。", "この薬は効き", "ません"],
    ["이 약은 효과가 없다.", "이 약은 효과가", "없다"],
  ] as const)("%j does not say %j", ([text, excerpt, said]) => {
    const match = indexText(text).locate(excerpt);
    expect(match.differences).toEqual([{ quoted: "", said, changes: "negation" }]);
    expect(refusalOf(match, text, 0)).toBe("altered");
  });

  test.for([
    ["Is it? No, the drug is safe.", "the drug is safe"],
    ["Known risks: none\nThe drug is safe.", "The drug is safe"],
    ["Did it fail? no\n\nthe drug is safe.", "the drug is safe"],
    ["| fails | no | the drug is safe |", "the drug is safe"],
    ["<td>no</td><td>the drug is safe</td>", "the drug is safe"],
    ["The drug worked well without any help.", "The drug worked well"],
    ["The drug worked well no matter when.", "The drug worked well"],
    ["Das Mittel wirkt gut nicht nur bei Kindern.", "Das Mittel wirkt gut"],
    ["W tym badaniu lek nie działa.", "W tym badaniu lek"],
    ["O efeito não foi visto no estudo clínico de 2019.", "estudo clínico de 2019"],
    ["Han tog sin medicin på kvällen.", "medicin på kvällen"],
    ["这种药物特别有效。", "有效"],
    ["薬は有効であるはずである。", "薬は有効である"],
    ["Let t denote time in hours.", "denote time in hours"],
    ["It is not effective in adults. It is effective in adults.", "effective in adults"],
  ] as const)("%j says %j", ([text, excerpt]) => {
    expect(refusal(text, excerpt)).toBeNull();
  });
});
