// What the recorded drafting model, judge and model under test say of the 200 questions. All of it was written for this example, by hand
// where an answer needs knowledge and by rule where it does not; no model produced it.

/** Wrong names, terms and identifiers, by the id of the question. */
export const wrongTerms: Readonly<Record<string, readonly [string, string]>> = {
  "BIO-01": ["HBB", "BRCA1"],
  "BIO-05": ["chloroplast", "cytosol"],
  "BIO-06": ["Q07812", "P10417"],
  "BIO-07": ["Rattus norvegicus", "Apodemus sylvaticus"],
  "BIO-14": ["messenger RNA", "ribosomal RNA"],
  "CHE-01": ["50-78-2", "57-41-0"],
  "CHE-02": ["H2SO3", "HNO3"],
  "CHE-06": ["P", "Na"],
  "CHE-13": ["RYYVLZVUVIJVGH-UHFFFAOYSA-N", "RZVAJINKPMORJF-UHFFFAOYSA-N"],
  "CHE-14": ["ethane", "propane"],
  "CHE-20": ["formic acid", "citric acid"],
  "PHY-04": ["joule", "pascal"],
  "PHY-09": ["gluon", "graviton"],
  "PHY-15": ["Ernest Rutherford", "James Chadwick"],
  "GEO-01": ["Sydney", "Melbourne"],
  "GEO-05": ["SZ", "CHE"],
  "GEO-06": ["Nile", "Congo"],
  "GEO-09": ["Caspian Sea", "Lake Assal"],
  "GEO-13": ["GVA", "BSL"],
  "GEO-16": ["Bosphorus", "Strait of Messina"],
  "GEO-17": ["Canada", "China"],
  "GEO-20": ["Myanmar", "Maldives"],
  "HIS-03": ["Julius Caesar", "Nero"],
  "HIS-05": ["Peace of Augsburg", "Treaty of Utrecht"],
  "HIS-09": ["Etna", "Stromboli"],
  "HIS-14": ["William Caxton", "Bi Sheng"],
  "HIS-16": ["Irène Joliot-Curie", "Bertha von Suttner"],
  "LAW-02": ["31995L0046", "32016L0680"],
  "LAW-03": ["Article 15", "Article 20"],
  "LAW-10": ["Geneva", "Strasbourg"],
  "LAW-13": ["Fifteenth Amendment", "Twenty-fourth Amendment"],
  "LAW-18": ["Treaty of Maastricht", "Treaty of Paris"],
  "LAW-19": ["McCulloch v. Maryland", "Brown v. Board of Education"],
  "MED-01": ["BCL-XL", "MCL1"],
  "MED-04": ["A10BB01", "A10AB01"],
  "MED-05": ["vitamin D", "vitamin B1"],
  "MED-06": ["naloxone", "flumazenil"],
  "MED-07": ["E10", "E14"],
  "MED-09": ["AB positive", "O positive"],
  "MED-12": ["alpha cells", "delta cells"],
  "MED-15": ["Mycobacterium bovis", "Mycobacterium leprae"],
  "AST-06": ["Sirius", "Barnard's Star"],
  "AST-07": ["M32", "M33"],
  "AST-10": ["2P/Encke", "67P"],
  "AST-12": ["Mercury", "Jupiter"],
  "AST-18": ["the Milky Way", "the Andromeda Galaxy"],
  "COM-01": ["RFC 7231", "RFC 2616"],
  "COM-06": ["O(n)", "O(1)"],
  "COM-07": ["d41d8cd98f00b204e9800998ecf8427e", "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
  "COM-10": ["Richard Stallman", "Ken Thompson"],
  "COM-15": ["text/json", "application/javascript"],
  "MAT-05": ["-cos x", "tan x"],
  "MAT-06": ["A000040", "A000142"],
  "MAT-09": ["Pierre de Fermat", "Grigori Perelman"],
  "MAT-11": ["e^(iπ) = 1", "e^π + 1 = 0"],
  "MAT-16": ["decagon", "hendecagon"],
};

/** An item that a wrong list has in place of its last one. */
export const wrongItems: Readonly<Record<string, string>> = {
  "BIO-04": "uracil",
  "BIO-11": "AUG",
  "BIO-19": "Viruses",
  "CHE-08": "neon",
  "CHE-16": "carbon dioxide",
  "PHY-06": "lumen",
  "PHY-13": "gluon",
  "GEO-04": "Slovenia",
  "GEO-08": "the Philippines",
  "GEO-12": "Uruguay",
  "HIS-06": "Charles de Gaulle",
  "HIS-13": "Latin",
  "LAW-08": "Germany",
  "LAW-15": "federal",
  "MED-10": "aorta",
  "MED-20": "C",
  "AST-02": "Titan",
  "AST-16": "Jupiter",
  "COM-09": "delivery",
  "COM-18": "security",
  "MAT-03": "15",
  "MAT-08": "pyramid",
  "MAT-19": "500",
};

/** Another number that is right, as the notes say. */
export const otherNumbers: Readonly<Record<string, number>> = {
  "BIO-13": 3.2e9,
  "BIO-15": -65,
  "BIO-20": 21,
  "CHE-09": 18,
  "CHE-17": 8.314,
  "PHY-02": 1.602e-19,
  "PHY-18": 5730,
  "GEO-02": 8849,
  "GEO-07": 10994,
  "GEO-10": 102775,
  "MED-02": 36.6,
  "AST-03": 149600000,
};

/** An answer in sentences: what it has to state, field by field, and answers to try that on. */
export interface Statement {
  /** By field: whether the answer says this. */
  readonly fields: Readonly<Record<string, string>>;
  readonly right: string;
  readonly wrong: string;
  /** An answer that states the named field alone. */
  readonly half?: readonly [answer: string, field: string];
}

/** By the id of the question. */
export const statements: Readonly<Record<string, Statement>> = {
  "BIO-09": {
    fields: { maternal: "that mitochondrial DNA comes from the mother, almost only or only" },
    right: "Because we get our mitochondria, and their DNA with them, from our mothers.",
    wrong: "Because it mutates more slowly than the DNA of the nucleus.",
  },
  "BIO-16": {
    fields: {
      guide: "that a guide RNA pairs with the sequence",
      pam: "that a PAM has to lie beside the sequence",
    },
    right: "Its guide RNA base-pairs with the target, provided that a protospacer adjacent motif follows.",
    wrong: "The protein Cas9 recognises the sequence by its own amino acids.",
    half: ["A guide RNA that is complementary to the target leads it there.", "guide"],
  },
  "CHE-11": {
    fields: {
      density: "that ice is less dense than liquid water",
      lattice: "that hydrogen bonds hold the molecules apart in an open structure",
    },
    right:
      "Hydrogen bonds arrange its molecules in an open lattice, so ice has a lower density than the water.",
    wrong: "Because ice is colder than the water around it.",
    half: ["Because it is less dense than water.", "density"],
  },
  "CHE-19": {
    fields: {
      barrier: "that it offers a way with a lower activation energy",
      kept: "that it is not used up",
    },
    right: "It lowers the energy barrier by offering another route, and is left over unchanged at the end.",
    wrong: "It heats the mixture and is turned into the product.",
    half: ["It lowers the activation energy.", "barrier"],
  },
  "PHY-10": {
    fields: { scattering: "that air scatters short wavelengths more than long ones" },
    right: "Blue light is scattered by the air far more strongly than red light.",
    wrong: "It mirrors the blue of the oceans.",
  },
  "PHY-17": {
    fields: { never_falls: "that the entropy never decreases" },
    right: "It cannot go down: either it rises or it remains as it is.",
    wrong: "It always stays constant, as energy does.",
  },
  "GEO-15": {
    fields: { density: "that the water is denser than the body" },
    right: "The salt makes its water denser than a human body.",
    wrong: "Springs at its bottom push swimmers up.",
    half: ["Because it has so much salt.", "none"],
  },
  "HIS-12": {
    fields: {
      same_text: "that the same text stands there in several scripts or languages",
      greek: "that Greek could be read",
    },
    right: "One and the same decree is on it three times, once in Greek, which scholars understood.",
    wrong: "It is the oldest inscription in hieroglyphs that is known.",
    half: ["It has the same text in three scripts.", "same_text"],
  },
  "HIS-20": {
    fields: { assassination: "that it is the killing of Archduke Franz Ferdinand" },
    right: "The murder of Franz Ferdinand, heir to the throne of Austria-Hungary, in Sarajevo.",
    wrong: "The sinking of the Lusitania.",
  },
  "LAW-04": {
    fields: {
      amount: "that 20 million euros is a limit",
      turnover: "that 4 % of the worldwide annual turnover is a limit",
      higher: "that the higher one of two limits counts",
    },
    right: "The higher one of EUR 20 million and four per cent of the yearly turnover worldwide.",
    wrong: "10 million euros, or 2 % of the turnover, whichever is lower.",
    half: ["Up to 20 million euros.", "amount"],
  },
  "LAW-12": {
    fields: { prior_law: "that nobody is punished for what no law made punishable at its time" },
    right: "There is no punishment without a law that was in force before the deed.",
    wrong: "Nobody may be tried twice for the same deed.",
  },
  "MED-13": {
    fields: { cox: "that it inhibits COX-1, irreversibly", thromboxane: "that less thromboxane is made" },
    right:
      "It blocks cyclooxygenase-1 of platelets for good, and with it their production of thromboxane A2.",
    wrong: "It blocks the receptor for ADP, as clopidogrel does.",
    half: ["It inhibits cyclooxygenase-1 irreversibly.", "cox"],
  },
  "MED-19": {
    fields: { neural_tube: "that it lowers the risk of neural tube defects" },
    right: "Because it makes spina bifida and other defects of the neural tube rarer.",
    wrong: "Because it prevents iron deficiency of the mother.",
  },
  "AST-11": {
    fields: { synchronous: "that the Moon turns about its axis in the time of one orbit" },
    right: "Its rotation is synchronous: one turn takes as long as one way round Earth.",
    wrong: "Because the Moon does not turn about its axis.",
  },
  "AST-19": {
    fields: {
      tilt: "that the tilt of Earth's axis is the cause",
      not_distance: "no distance from the Sun as the cause",
    },
    right: "The tilt of Earth's axis, which turns one hemisphere towards the Sun for half of the year.",
    wrong: "Earth is nearer to the Sun in summer than in winter.",
  },
  "COM-14": {
    fields: { same_effect: "that repeating a request has the intended effect of a single one" },
    right: "Sending it once or many times is meant to leave the server in the same state.",
    wrong: "It changes nothing on the server.",
  },
  "COM-20": {
    fields: { collisions: "that many or all keys may fall into the same bucket" },
    right: "With a bad hash every key can land in the same place, and the search goes through all of them.",
    wrong: "Because the table has to be sorted before each search.",
  },
  "MAT-12": {
    fields: { no_inverse: "that no number times zero gives a number other than zero" },
    right: "There is nothing that you could multiply by zero to get back the dividend.",
    wrong: "Because the result would be too large to be written down.",
  },
  "MAT-15": {
    fields: {
      continuous: "that the function is continuous",
      every_value: "that every value between those at the ends is taken",
    },
    right: "If a function is continuous on [a, b], it reaches everything that lies between f(a) and f(b).",
    wrong: "Between two zeros of a function its derivative is zero somewhere.",
    half: ["A function takes every value between its values at the ends of an interval.", "every_value"],
  },
};

/** Ways to give no answer. */
export const refusals: readonly string[] = [
  "I am sorry, but I cannot answer this question.",
  "I do not know, and I would rather not guess.",
  "That is something you should ask an expert.",
  "I have no reliable information about this.",
];
