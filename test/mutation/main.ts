import { SUBJECTS, UNTESTED } from "./rules.ts";
import { scoreOf } from "./run.ts";

// `node test/mutation/main.ts "access key"` prints the score of one subject as JSON; without a name it lists them.
const subject = [...SUBJECTS, UNTESTED].find(({ name }) => name === process.argv[2]);
if (subject === undefined) {
  console.error(`one of: ${SUBJECTS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const write = process.stderr.isTTY ? (text: string) => process.stderr.write(text) : () => false;
const score = await scoreOf(subject, (done, all) => write(`\r${subject.name}: ${done} of ${all}`));
process.stdout.write(`${JSON.stringify(score, undefined, 1)}\n`, () => process.exit(0));
