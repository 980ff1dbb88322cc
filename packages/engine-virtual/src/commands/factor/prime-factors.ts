import type { Running } from "../command.ts";

const SMALL_LIMIT = 10_000n;
const WITNESSES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n];

/** The prime factors of a number, the smallest first. */
export function* primeFactors(number: bigint): Running<readonly bigint[]> {
  const factors: bigint[] = [];
  let rest = number;
  for (let divisor = 2n; divisor * divisor <= rest && divisor < SMALL_LIMIT; divisor += 1n) {
    while (rest % divisor === 0n) {
      factors.push(divisor);
      rest /= divisor;
    }
    if (divisor % 1_000n === 0n) yield;
  }
  if (rest > 1n) factors.push(...(yield* largeFactors(rest)));
  return factors.toSorted((a, b) => (a < b ? -1 : 1));
}

function* largeFactors(number: bigint): Running<readonly bigint[]> {
  if (isPrime(number)) return [number];
  yield;
  const divisor = yield* divisorOf(number);
  return [...(yield* largeFactors(divisor)), ...(yield* largeFactors(number / divisor))];
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** Miller's and Rabin's test, which is sure below 3 * 10^24, and as good as sure above. */
function isPrime(number: bigint): boolean {
  if (number < SMALL_LIMIT * SMALL_LIMIT) return true;
  let odd = number - 1n;
  let twos = 0;
  for (; odd % 2n === 0n; odd /= 2n) twos += 1;
  return WITNESSES.every((witness) => isPassed(power(witness, odd, number), twos, number));
}

function isPassed(first: bigint, twos: number, number: bigint): boolean {
  if (first === 1n || first === number - 1n) return true;
  let value = first;
  for (let at = 1; at < twos; at += 1) {
    value = (value * value) % number;
    if (value === number - 1n) return true;
  }
  return false;
}

/** Pollard's rho: a divisor of what is no prime. */
function* divisorOf(number: bigint): Running<bigint> {
  for (let added = 1n; ; added += 1n) {
    let [slow, fast, divisor] = [2n, 2n, 1n];
    for (let steps = 1; divisor === 1n; steps += 1) {
      slow = (slow * slow + added) % number;
      fast = (fast * fast + added) % number;
      fast = (fast * fast + added) % number;
      divisor = commonDivisor(slow > fast ? slow - fast : fast - slow, number);
      if (steps % 256 === 0) yield;
    }
    if (divisor !== number) return divisor;
  }
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
