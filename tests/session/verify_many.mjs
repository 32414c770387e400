// Reads pairs of record and parent (or null) as JSON lines; writes what web/public/verify.js says of each.
import { readFileSync } from "node:fs";
import { verify } from "../../web/public/verify.js";

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const [record, parent] = JSON.parse(line);
  console.log(JSON.stringify(verify(record, parent ?? undefined)));
}
