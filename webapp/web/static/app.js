// Every page works without this file: it only spares keystrokes and second presses.
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const TEXT = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";
const typing = (target) => target.closest(TEXT);

// What has data-show-if="campo=codigo codigo" is asked only while that field has one of those codes.
function showFields(form) {
  for (const part of all("[data-show-if]", form)) {
    const given = new FormData(form);
    const [name, codes] = part.dataset.showIf.split("=");
    const met = codes.split(" ").some((code) => given.getAll(name).includes(code));
    part.hidden = !met;
    for (const note of all(".dica[id$=':se']", part)) note.remove();
    for (const field of all("input, select, textarea", part)) field.disabled = !met;
  }
}
for (const form of new Set(all("[data-show-if]").map((part) => part.closest("form")))) {
  showFields(form);
  form.addEventListener("change", () => showFields(form));
}

// An error of ours loses nothing: with Back, what was sent stands in the form again. Browsers do so
// for themselves only where they may also suggest what others typed. It is kept for this tab, and
// forgotten when nobody is signed in.
const written = `escrito:${location.pathname}`;
const cameBack = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
function writeAgain(form) {
  const sent = JSON.parse(sessionStorage.getItem(written) ?? "null");
  if (!sent) return;
  for (const field of all("input:not([type=hidden], [type=file], [type=password]), select, textarea", form)) {
    const values = sent.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.matches("[type=checkbox], [type=radio]")) field.checked = values.includes(field.value);
    else if (values.length) [field.value] = values;
  }
  showFields(form);
}
for (const form of all("form[enctype]")) {
  if (cameBack) writeAgain(form);
  else sessionStorage.removeItem(written);
  form.addEventListener("submit", () => {
    const sent = [...new FormData(form)];
    const typed = sent.filter(([name, value]) => name[0] !== "_" && typeof value === "string");
    sessionStorage.setItem(written, JSON.stringify(typed));
  });
}
if (!document.querySelector(".eu")) sessionStorage.clear();
document.querySelector("[data-back]")?.addEventListener("click", (event) => {
  event.preventDefault();
  history.back();
});

// A second press sends nothing; coming back to the page makes the buttons work again.
addEventListener("submit", ({ target, submitter }) => {
  if (target.method !== "post") return;
  setTimeout(() => {
    for (const button of all("button", target)) button.disabled = true;
    submitter?.setAttribute("aria-busy", "true");
  });
});
addEventListener("pageshow", () => {
  for (const button of all("form button:disabled")) button.disabled = false;
});

// A choice with data-auto-submit sends its form: filters, mostly.
addEventListener("change", ({ target }) => {
  if (target.matches("[data-auto-submit]")) target.form.requestSubmit();
});

// Keys. Rows are those of a .lista; data-key="f" gives a link or button its key.
const rows = () => all(".lista tbody tr");
const link = (row) => row?.querySelector("th a, a");
const current = () => document.activeElement.closest(".lista tbody tr");

function step(by) {
  const list = rows();
  const next = list[list.indexOf(current()) + by] ?? list[by > 0 ? 0 : list.length - 1];
  link(next)?.focus();
}
function help() {
  const keys = document.querySelector(".teclas");
  keys.open = !keys.open;
  keys.querySelector("summary").focus();
}
const keys = {
  j: () => step(1),
  k: () => step(-1),
  a: () => current()?.querySelector("[data-claim]")?.click(),
  x: () => current()?.querySelector("[type=checkbox]")?.click(),
  f: () => {
    const here = document.querySelector('[data-key="f"]')?.href;
    const to = current()?.dataset.filing ?? here ?? document.body.dataset.filing;
    if (to) location.assign(to);
  },
  "/": () => document.querySelector("[name=q]")?.focus(),
  "?": help,
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const marked = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  const act = keys[event.key] ?? (marked && (() => marked.click()));
  if (!act) return;
  event.preventDefault();
  act();
});

// The summary of errors, or the message of an act, is read first.
document.querySelector(".resumo")?.focus();
