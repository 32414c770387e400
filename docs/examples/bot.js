// A bot in JavaScript: it takes any legal option. Run by: exec:node docs/examples/bot.js
const readline = require("node:readline");

const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const hear = async () => {
  const { value, done } = await lines.next();
  return done ? null : JSON.parse(value);
};

// A small generator, so that the same seed gives the same game.
let state = 1;
const seed = (text) => {
  state = [...String(text)].reduce((n, c) => (n * 31 + c.codePointAt(0)) >>> 0, 7);
};
const below = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};

async function main() {
  for (let message = await hear(); message; message = await hear()) {
    if (message.do === "new") {
      seed(message.seed);
      say({ ready: true, name: "Any" });
    } else if (message.do === "decide") {
      say({ ask: "options" });
      const { options } = await hear();
      say({ action: options[below(options.length)], reason: "Any option is as good as another." });
    } else if (message.do === "end") {
      return;
    }
  }
}

main();
