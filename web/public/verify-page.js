// The page around verify.js: reads the chosen files and says what was found.
import { verify } from "./verify.js";

const SAYS = {
  proved: "Every roll is the one that was committed to.",
  unproved: "Nothing false was found, but not every roll can be verified: see below.",
  false: "This record claims something about its dice that is not so.",
};
const SOURCES = {
  committed: "as committed",
  unrevealed: "committed; the seed is not revealed yet",
  typed: "typed in by people",
  scripted: "from a list",
  parent: "from another record",
  unknown: "of unknown origin",
};
const byId = (id) => document.getElementById(id);

async function look() {
  const [record, parent] = await Promise.all(["record", "parent"].map((id) => byId(id).files[0]?.text()));
  if (record === undefined) return;
  const answer = verify(record, parent);
  const back = answer.takenBack ? ` Rolls that the players took back, and that were rolled anew: ${answer.takenBack}.` : "";
  byId("verdict").textContent = `${SAYS[answer.verdict]} ${answer.problem}${back}`;
  byId("stretches").hidden = !answer.stretches.length;
  const rows = answer.stretches.map((s) => [`${s.first} to ${s.last}`, s.rolls, SOURCES[s.source], s.proved ? "yes" : "no"]);
  const cells = [["entries", "rolls", "dice", "proved"], ...rows];
  byId("stretches").replaceChildren(
    ...cells.map((row, i) => {
      const tr = document.createElement("tr");
      tr.append(...row.map((text) => Object.assign(document.createElement(i ? "td" : "th"), { textContent: text })));
      return tr;
    }),
  );
}

for (const id of ["record", "parent"]) byId(id).addEventListener("change", look);
