import { random } from "./random.ts";

const PRIME = 0x01_00_01_93;
const HALF_BITS = 16;
const SEEDS = 2 ** 31;

/**
 * Creates a 32-bit hash function for texts. Its random seed prevents attackers from finding texts that collide. Users must compare the
 * texts too. A `Map` keyed by texts from calls costs more: in profiles, looking each text up in V8's string table first took 1 to 3 % of
 * the thread.
 */
export function createTextHash(): (text: string) => number {
  const seed = Math.floor(random() * SEEDS);
  return (text) => {
    let number = seed;
    for (let at = 0; at < text.length; at += 1) number = Math.imul(number ^ text.charCodeAt(at), PRIME);
    return number ^ (number >>> HALF_BITS);
  };
}
