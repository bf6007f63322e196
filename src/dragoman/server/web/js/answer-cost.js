/** Which models an answer took, and what it cost, in few words and in all. */

/** {words: "deepseek · 2 calls · US$0.0004", detail}; words are "no model" where none was asked. */
export function costWords({ cost, remembered }) {
  const calls = cost?.model_calls ?? 0;
  if (!calls) {
    const detail = remembered ? "It was given again as it was kept: no model was asked." : "No language model was asked for this.";
    return { words: "no model", detail };
  }
  const names = [...new Set((cost.models ?? []).map(shortName))];
  const words = [names.join(", ") || "no model replied", count(calls, "call"), money(cost.amount)].join(" · ");
  return { words, detail: detailOf(cost, calls) };
}

function detailOf(cost, calls) {
  return [
    cost.models?.length ? `answered by ${cost.models.join(", ")}` : "none of the models that were asked gave a reply",
    `${count(calls, "call")}, ${grouped(cost.input_tokens)} tokens sent, ${grouped(cost.output_tokens)} received`,
    cost.amount === null ? "its price is not known: put it into models.yaml to see what it costs" : `US$${cost.amount}`,
    cost.prompts?.length ? `prompts ${cost.prompts.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join("\n");
}

/** "paid:deepseek" is called deepseek. */
export const shortName = (id) => String(id).replace(/^(paid|free):/, "");

/** "US$0.0004": two digits that count; an unknown price is said, never shown as nothing. */
export function money(amount) {
  if (amount === null || amount === undefined) return "price not known";
  const value = Number(amount);
  if (value === 0) return "free";
  if (value < 0.0001) return "less than US$0.0001";
  return `US$${rounded(value, value < 1 ? 4 : 2)}`;
}

/** Half a digit goes up, as in the terminal; toFixed alone rounds what the number is in binary. */
const rounded = (value, places) => Number(`${Math.round(Number(`${value}e${places}`))}e-${places}`).toFixed(places);

export const count = (number, word) => `${grouped(number)} ${word}${number === 1 ? "" : "s"}`;
const grouped = (number) => String(number ?? 0).replace(/\B(?=(\d{3})+$)/g, ",");
