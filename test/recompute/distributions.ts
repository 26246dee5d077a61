// What docs/statistics.md takes from probability, by other ways than the product's own: finite sums, quadrature, bisection.

/** The point at which a growing function of 0 to 1e6 reaches a value. */
function solve(f: (x: number) => number, value: number): number {
  let low = 0;
  let high = 1;
  while (f(high) < value && high < 1e6) high *= 2;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (f(middle) < value) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Φ(x), by Simpson's rule over the density. */
export function normalCdf(x: number): number {
  const steps = 400;
  const width = Math.min(Math.abs(x), 9) / steps;
  const density = (at: number) => Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI);
  let sum = density(0) + density(width * steps);
  for (let step = 1; step < steps; step++) sum += (step % 2 === 1 ? 4 : 2) * density(width * step);
  return 0.5 + Math.sign(x) * ((sum * width) / 3);
}

/** Φ⁻¹(p) for p of at least one half. */
export const normalQuantile = (p: number): number => solve(normalCdf, p);

/** The t that a share `p` (above one half) of Student's distribution lies below: Abramowitz and Stegun 26.7.3 and 26.7.4. */
export function studentTQuantile(p: number, df: number): number {
  return solve((t) => 0.5 + studentWithin(t, df) / 2, p);
}

function studentWithin(t: number, df: number): number {
  const angle = Math.atan(t / Math.sqrt(df));
  const cosine = Math.cos(angle);
  const isOdd = df % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = df === 1 ? 0 : term;
  for (let power = isOdd ? 3 : 2; power <= df - 2; power += 2) {
    term *= ((power - 1) / power) * cosine ** 2;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}

/** xoshiro128** 1.1, seeded as docs/statistics.md says. */
export function randomWords(seed: number): { word(): number; below(count: number): number } {
  const rotate = (x: number, by: number) => ((x << by) | (x >>> (32 - by))) >>> 0;
  let mixed = seed >>> 0;
  const state = Array.from({ length: 4 }, () => {
    mixed = (mixed + 0x9e3779b9) >>> 0;
    let z = mixed;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b) >>> 0;
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35) >>> 0;
    return (z ^ (z >>> 16)) >>> 0;
  });
  let [a = 0, b = 0, c = 0, d = 0] = state;
  const word = () => {
    const found = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return found;
  };
  return { word, below: (count) => Math.floor((word() * count) / 2 ** 32) };
}
