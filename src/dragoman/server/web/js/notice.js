/** A problem as people read it: what is wrong, what to do, and the ids that lead to it in the log. */

import { build } from "./build.js";
import { Problem, signIn } from "./server.js";

export function notice(fault, { retry } = {}) {
  const told =
    fault instanceof Problem
      ? fault
      : new Problem({ title: "The page itself failed.", detail: String(fault?.message ?? fault) });
  const ids = [
    told.code && `code ${told.code}`,
    told.request && `request ${told.request}`,
    told.job && `job ${told.job}`,
  ];
  return build(
    "div",
    { class: "notice", role: "alert", "data-code": told.code || null },
    build("p", {}, build("strong", {}, headline(told))),
    told.code === "offline" ? build("p", {}, told.detail) : null,
    told.remedy ? build("p", {}, told.remedy) : null,
    told.status === 401 ? tokenForm() : null,
    retry ? build("button", { type: "button", on: { click: retry } }, "Try again") : null,
    ids.some(Boolean) ? build("p", { class: "quiet small" }, ids.filter(Boolean).join(" · ")) : null,
  );
}

function headline({ title, detail, code }) {
  const words = (code === "offline" ? title : detail || title) || "Something went wrong.";
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");
}

function tokenForm() {
  const field = build("input", {
    type: "password",
    name: "token",
    autocomplete: "current-password",
    "aria-label": "Token",
  });
  const trouble = build("div", {});
  const submit = async (event) => {
    event.preventDefault();
    try {
      await signIn(field.value.trim());
      location.reload();
    } catch (problem) {
      trouble.textContent = problem.detail || problem.title;
    }
  };
  return build("form", { class: "row", on: { submit } }, field, build("button", {}, "Use this token"), trouble);
}
