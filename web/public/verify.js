// Verifies the dice of a Sandtable record without knowing the rules: a second, independent reading of docs/records.md.
//
//   import { verify } from "./verify.js";   const { verdict, problem, stretches, takenBack } = verify(text, parentText);
//   node verify.js RECORD [PARENT]          prints the same as JSON; exit code 0 proved, 3 unproved, 2 false
//
// verdict: "proved" (every roll is the one that was committed to), "unproved" (some stretch cannot be verified) or "false".
// Moves and checksums are not looked at: `sandtable replay` verifies those by the rules.

// SHA-256 -----------------------------------------------------------------------------------------------------
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((p) => n % p)) PRIMES.push(n);
const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
const K = PRIMES.map((p) => fraction(Math.cbrt(p)));
const START = PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const turn = (x, n) => (x >>> n) | (x << (32 - n));

export function sha256(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const bits = bytes.length * 8;
  bytes.push(128);
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let i = 7; i >= 0; i--) bytes.push(Math.floor(bits / 2 ** (8 * i)) & 255);
  const hash = [...START];
  for (let at = 0; at < bytes.length; at += 64) block(hash, bytes, at);
  return hash.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

function block(hash, bytes, at) {
  const w = [];
  for (let i = 0; i < 16; i++) {
    const [a, b, c, d] = bytes.slice(at + 4 * i, at + 4 * i + 4);
    w.push((a << 24) | (b << 16) | (c << 8) | d);
  }
  for (let i = 16; i < 64; i++) {
    const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w.push((w[i - 16] + s0 + w[i - 7] + s1) | 0);
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [i, x] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (hash[i] + x) | 0;
}

// Dice --------------------------------------------------------------------------------------------------------
const commitment = (seed) => `sha256:${sha256(`sandtable dice ${seed}`)}`;
const COMMITMENT = /^sha256:[0-9a-f]{64}$/;

class False extends Error {}
function must(so, problem) {
  if (!so) throw new False(problem);
}

/** Draw `number` of a stream, as a number below `n`. */
function draw(seed, number, n) {
  const all = 1n << 64n;
  const limit = all - (all % n);
  for (let tries = 0; ; tries++) {
    const value = BigInt(`0x${sha256(`${seed}:${number}:${tries}`).slice(0, 16)}`);
    if (value < limit) return value % n;
  }
}

function pairs(text) {
  const found = text.split(" ").filter(Boolean).map((word) => {
    const at = word.indexOf("=");
    return at < 0 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)];
  });
  must(new Set(found.map(([name]) => name)).size === found.length, `somebody is named twice: ${text}`);
  return new Map(found);
}

function commitmentsOf(dice) {
  const found = pairs(dice.slice("shared ".length));
  const good = [...found.values()].every((c) => c === "none" || COMMITMENT.test(c.replace(/^late:/, "")));
  must(good && COMMITMENT.test(found.get("server") ?? ""), `the dice are not readable: ${dice}`);
  return found;
}

/** The seed of a stream, when what was revealed fits what was committed to. */
function seedOf(dice, revealed) {
  if (dice.startsWith("seeded ")) {
    must(dice === `seeded ${commitment(revealed)}`, "the seed does not fit the commitment");
    return revealed;
  }
  const promised = commitmentsOf(dice);
  const shares = pairs(revealed);
  const due = [...promised].filter(([, c]) => c !== "none" && !c.startsWith("late:")).map(([name]) => name);
  must([...shares.keys()].join() === due.join(), "not every share is revealed");
  for (const name of due) must(commitment(shares.get(name)) === promised.get(name), `the share of ${name} does not fit`);
  return sha256(`sandtable shares ${due.map((name) => `${name}=${shares.get(name)}`).join(" ")}`);
}

function isObject(text) {
  try {
    const found = JSON.parse(text);
    return typeof found === "object" && found !== null && !Array.isArray(found);
  } catch {
    return false;
  }
}

/** Whether this answer is what draw `number` of the stream means; undefined where only the rules can tell. */
function right(seed, entry) {
  const dice = entry.action.match(/^roll((?: [1-6])+)$/);
  if (Boolean(entry.among) === Boolean(dice)) return undefined; // faces say it themselves
  if (entry.among) {
    const [, low, high, n] = entry.among.match(/^(\d+)-(\d+)\/(\d+)$/).map((x, i) => (i ? BigInt(x) : x));
    must(low <= high && high < n, `entry ${entry.n}: no numbers: ${entry.among}`);
    const value = draw(seed, entry.draw, n);
    return low <= value && value <= high;
  }
  const faces = dice[1].trim().split(" ");
  const said = faces.reduce((sum, face) => sum * 6n + BigInt(face) - 1n, 0n);
  return draw(seed, entry.draw, 6n ** BigInt(faces.length)) === said;
}

// Reading -----------------------------------------------------------------------------------------------------
const LINE = /^(\d{1,9})\. ([\w-]+): (.*?)(?: @(\d{1,9})(?::(\d{1,9}-\d{1,9}\/\d{1,9}))?)?(?: #[0-9a-f]{8})?$/s;
const BACK = /^; lines (\d{1,9}) to (\d{1,9}) taken back by consent, dice (\d{1,9}) to (\d{1,9}) discarded$/;
const FRESH = /^; from line (\d{1,9}) on fresh dice: (.+)$/s;
const RULES = /^; from line (\d{1,9}) on rules edition \d{1,9}, from this position: (.+)$/s;
const SEED = /^seed(?: (?:[2-9]|[1-9]\d{1,3}))?$/;

export function read(text) {
  must(text.endsWith("\n"), "the record is cut short");
  const lines = text.split("\n").map((line) => line.replace(/\r+$/, ""));
  must(lines[0] === "sandtable record 1", "not a record");
  const record = { header: new Map(), entries: [], backs: [], streams: [] };
  for (const line of lines.slice(1)) readLine(record, line);
  for (const key of ["game", "rules", "dice"]) must(record.header.has(key), `the header has no ${key}`);
  const forked = record.header.get("forked") ?? "0";
  must(/^\d{1,9}$/.test(forked), "the header's forked is no number");
  record.forked = Number(forked);
  record.streams.unshift({ after: Math.min(record.forked, record.entries.length), dice: record.header.get("dice") });
  for (const [i, stream] of record.streams.entries()) stream.seed = record.header.get(i ? `seed ${i + 1}` : "seed") ?? "";
  const seeds = [...record.header.keys()].filter((key) => /^seed \d+$/.test(key)).map((key) => Number(key.slice(5)));
  must(seeds.every((n) => n >= 1 && n <= record.streams.length), "a seed of no stream");
  return record;
}

function readLine(record, line) {
  const { entries, header } = record;
  const [back, fresh, rules, entry] = [BACK, FRESH, RULES, LINE].map((form) => line.match(form));
  must(!line.includes("\0"), "a NUL character");
  if (back) {
    const [first, last, low, high] = back.slice(1).map(Number);
    must(entries.length < first && first <= last, `cannot take back ${first} to ${last}`);
    must((!low && !high) || (low <= high && high <= low + last - first), `${line}: more draws than lines`);
    record.backs.push({ after: first - 1, low, high });
  } else if (fresh) {
    must(Number(fresh[1]) === entries.length + 1, `${line}: not the line that follows`);
    record.streams.push({ after: entries.length, dice: fresh[2] });
  } else if (rules) {
    must(Number(rules[1]) === entries.length + 1 && isObject(rules[2]), `${line.slice(0, 60)}: not the line that follows`);
  } else if (entry && !line.startsWith(";")) {
    const [, n, actor, action, number, among] = entry;
    must(actor === "chance" || !Number(number ?? 0), `entry ${n}: ${actor} decides, but the line has a draw`);
    must(Number(n) === entries.length + 1, `entry ${n} stands where entry ${entries.length + 1} should be`);
    entries.push({ n: Number(n), actor, action, draw: Number(number ?? 0), among });
  } else if (line && !line.startsWith(";")) {
    const at = line.indexOf(": ");
    must(at > 0 && (!entries.length || /^(result: |ended: |seed)/.test(line)), `not a line of a record: ${line}`);
    const key = line.slice(0, at);
    must(!key.startsWith("seed") || SEED.test(key), `not a line of a record: ${line}`);
    must(!header.has(key), `${key} is said twice`);
    header.set(key, line.slice(at + 2));
  }
}

// Verifying ---------------------------------------------------------------------------------------------------
/** The numbers of the draws as they must follow each other; a take-back discards some. */
function* due(backs) {
  for (let number = 1; ; number++) {
    for (;;) {
      const over = backs.filter((b) => b.low && b.low <= number && number <= b.high).map((b) => b.high);
      if (!over.length) break;
      number = Math.max(...over) + 1;
    }
    yield number;
  }
}

function stretches(record, parent) {
  const { entries, streams, forked } = record;
  const numbers = due(record.backs);
  const found = [];
  if (forked) found.push(takenOver(record, parent));
  for (const [i, stream] of streams.entries()) {
    const end = i + 1 < streams.length ? streams[i + 1].after : entries.length;
    const doubtful = i > 0 && !record.backs.some((b) => b.after <= stream.after);
    const one = stretch(stream, entries.slice(stream.after, end), numbers, doubtful);
    if (stream.after < end || i === streams.length - 1) found.push({ first: stream.after + 1, last: end, ...one });
  }
  return found;
}

function stretch(stream, entries, numbers, doubtful) {
  const rolls = entries.filter((e) => e.actor === "chance");
  const answer = (source, proved) => ({ source, rolls: rolls.length, proved: proved || !rolls.length });
  const { dice } = stream;
  if (dice === "typed" || dice === "scripted") {
    for (const e of rolls) must(!e.draw, `entry ${e.n}: has a draw, but the dice are ${dice}`);
    return answer(dice, false);
  }
  if (!/^(seeded|shared) /.test(dice)) return answer("unknown", false);
  if (dice.startsWith("shared ")) commitmentsOf(dice);
  const seed = stream.seed ? seedOf(dice, stream.seed) : "";
  let known = true;
  for (const e of rolls) {
    const number = numbers.next().value;
    must(e.draw === number, `entry ${e.n}: uses draw ${e.draw} where draw ${number} was due`);
    const so = seed ? right(seed, e) : true;
    must(so !== false, `entry ${e.n}: “${e.action}” is not what the committed dice say`);
    known &&= so !== undefined;
  }
  if (!seed) return answer("unrevealed", false);
  return doubtful ? answer("unknown", false) : answer("committed", known);
}

function takenOver(record, parent) {
  const entries = record.entries.slice(0, record.forked);
  const rolls = entries.filter((e) => e.actor === "chance").length;
  for (const e of entries) must(!e.draw, `entry ${e.n}: another record's entry has a draw of this one`);
  const base = { first: 1, last: record.forked, source: "parent", rolls };
  if (!parent) return { ...base, proved: !rolls };
  for (const key of ["game", "options"]) {
    must(record.header.get(key) === parent.header.get(key), "the parent record is of another game");
  }
  for (const [i, e] of entries.entries()) {
    const theirs = parent.entries[i];
    must(theirs?.actor === e.actor && theirs.action === e.action, `entry ${e.n} does not stand in the parent record`);
  }
  const proved = stretches(parent).every((s) => s.first > record.forked || s.proved);
  return { ...base, proved: proved || !rolls };
}

export function verify(text, parentText) {
  try {
    const record = read(text);
    const found = stretches(record, parentText === undefined ? undefined : read(parentText));
    const takenBack = record.backs.reduce((sum, b) => sum + (b.low ? b.high - b.low + 1 : 0), 0); // rolls
    return { verdict: found.every((s) => s.proved) ? "proved" : "unproved", problem: "", stretches: found, takenBack };
  } catch (error) {
    if (!(error instanceof False)) throw error;
    return { verdict: "false", problem: error.message, stretches: [], takenBack: 0 };
  }
}

// node verify.js ----------------------------------------------------------------------------------------------
if (globalThis.process?.argv?.[1]?.endsWith("verify.js")) {
  const { readFileSync } = await import("node:fs");
  const texts = process.argv.slice(2).map((name) => readFileSync(name, "utf8"));
  const answer = verify(...texts);
  console.log(JSON.stringify(answer, null, 1));
  process.exitCode = { proved: 0, unproved: 3, false: 2 }[answer.verdict];
}
