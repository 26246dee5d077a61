/** Sentences as they stand in the source and as they are read. */
export const latex: readonly (readonly [source: string, shown: string])[] = [
  [
    "The inhibitor blocks TNF-$\\alpha$ at \\(5\\,\\text{mg}\\) per day.",
    "The inhibitor blocks TNF-α at 5 mg per day.",
  ],
  ["Survival differed between the groups ($p < 0.05$).", "Survival differed between the groups (p < 0.05)."],
  ["About $10^{6}$ cells were seeded in each well.", "About 10^6 cells were seeded in each well."],
  [
    "The rate is $k = 3.2 \\times 10^{-4}\\,\\mathrm{s}^{-1}$ at room temperature.",
    "The rate is k = 3.2 × 10^-4 s^-1 at room temperature.",
  ],
  [
    "We measured \\(\\Delta G = -28.4\\ \\text{kJ/mol}\\) for the folded state.",
    "We measured ΔG = -28.4 kJ/mol for the folded state.",
  ],
  ["Only $12\\%$ of the $\\beta$-lactamase was inactive.", "Only 12% of the β-lactamase was inactive."],
  [
    "The angle $\\theta$ stays below $45^\\circ$ during the whole movement.",
    "The angle θ stays below 45° during the whole movement.",
  ],
  [
    "Each mouse weighed $\\geq 18$ g and received \\textbf{two} injections.",
    "Each mouse weighed ≥ 18 g and received two injections.",
  ],
  [
    "The area is $4.5\\ \\mathrm{m}^2$ with walls of $\\frac{3}{4}$ inch.",
    "The area is 4.5 m² with walls of 3/4 inch.",
  ],
  [
    "Wasser ($\\mathrm{H_2O}$) siedet bei $100\\,^\\circ\\mathrm{C}$ auf Meereshöhe.",
    "Wasser (H2O) siedet bei 100 °C auf Meereshöhe.",
  ],
  [
    "La constante \\(\\lambda\\) vaut \\(0{,}693\\) divisé par la demi-vie.",
    "La constante λ vaut 0,693 divisé par la demi-vie.",
  ],
  [
    "Tickets cost \\$40 in advance and \\$55 at the door.",
    "Tickets cost $40 in advance and $55 at the door.",
  ],
];

export const code: readonly (readonly [source: string, shown: string])[] = [
  [
    '```python\nif retries > 3 and not done:\n    raise TimeoutError("gave up")\n```',
    'if retries > 3 and not done: raise TimeoutError("gave up")',
  ],
  [
    "Call `connect(host, port=8080, tls=True)` before anything else.",
    "Call connect(host, port=8080, tls=True) before anything else.",
  ],
  ["Set `max_tokens` to 512 and leave `top_p` alone.", "Set max_tokens to 512 and leave top_p alone."],
  ["```ts\nconst total = price * 3 - discount;\n```", "const total = price * 3 - discount;"],
  [
    "The pattern `^[a-z]{2,5}$` matches **lower-case** words of two to five letters.",
    "The pattern ^[a-z]{2,5}$ matches lower-case words of two to five letters.",
  ],
  [
    "Run `npm install --save-dev vitest@3.1.2` in the root folder.",
    "Run npm install --save-dev vitest@3.1.2 in the root folder.",
  ],
  [
    "`List<String>` holds references; use `a && !b` to skip the **empty** ones.",
    "List<String> holds references; use a && !b to skip the empty ones.",
  ],
  [
    "```sql\nSELECT name FROM users\nWHERE age >= 18 AND role <> 'guest';\n```",
    "SELECT name FROM users WHERE age >= 18 AND role <> 'guest';",
  ],
  [
    "The file `/etc/app/config.d/10-base.yml` sets `retries: 5`.",
    "The file /etc/app/config.d/10-base.yml sets retries: 5.",
  ],
];

/** One sign or word put for another: source code and formulas that say something else. */
export const formulaChanges: readonly (readonly [from: string, to: string])[] = [
  ["<", ">"],
  ["> 3", "< 3"],
  [">=", "<="],
  ["≥", "≤"],
  ["and not", "and"],
  ["!b", "b"],
  ["α", "β"],
  ["Δ", "λ"],
  ["-28.4", "28.4"],
  ["10^6", "106"],
  ["10^-4", "10^4"],
  ["×", "+"],
  ["* 3", "+ 3"],
  ["- discount", "+ discount"],
  ["5 mg", "5 g"],
  ["5 mg", "50 mg"],
  ["12%", "12"],
  ["45°", "45"],
  ["m²", "m³"],
  ["3/4", "34"],
  ["H2O", "H2O2"],
  ["0,693", "0693"],
  ["$40", "€40"],
  ["8080", "8081"],
  ["True", "False"],
  ["max_tokens", "min_tokens"],
  ["top_p", "top_k"],
  ["{2,5}", "{25}"],
  ["3.1.2", "31.2"],
  ["--save-dev", "--save-prod"],
  ["age", "wage"],
  ["<>", "="],
  ["10-base", "20-base"],
  ["retries", "entries"],
  ["0.05", "0.5"],
  ["100 °C", "100 °F"],
  ["18", "81"],
  ["two", "ten"],
  ["TNF", "TGF"],
  ["kJ", "kcal"],
  ["below", "above"],
];
