// Keeps what is typed as a draft, some seconds after the last change; the button does it as well.
const PAUSE = 4000;

// Each keeping is an act of its own. (randomUUID is not there on plain http.)
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keepDraft(form) {
  const status = form.querySelector("[data-autosaved]");
  let timer;
  let sending;

  async function send() {
    const typed = new FormData(form);
    for (const field of form.querySelectorAll("[type=file], [type=password]")) typed.delete(field.name);
    typed.set("_action", "rascunho");
    typed.set("_request", newKey());
    sending = new AbortController();
    const options = {
      method: "POST", body: typed, signal: sending.signal, headers: { Accept: "application/json" },
    };
    const saved = await fetch(form.action, options)
      .then((answer) => answer.json())
      .then((answer) => answer.saved, () => false);
    if (sending.signal.aborted) return;
    status.textContent = saved
      ? "Rascunho guardado."
      : "O rascunho não foi guardado. Copie o que escreveu antes de sair da página.";
  }

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE);
  });
  form.addEventListener("submit", () => {
    clearTimeout(timer);
    sending?.abort();
  });
}
for (const form of document.querySelectorAll("[data-autosave]")) keepDraft(form);

// Says in the bar of the page which options of a question are chosen, in the words of the list.
function sayChosen(bar) {
  const form = bar.closest("form");
  const label = (box) => box.closest("label");
  function say() {
    const boxes = [...form.querySelectorAll(`[name="${bar.dataset.chosen}"]:checked`)];
    const words = boxes.map((box) => {
      const says = label(box).querySelector("small")?.textContent ?? "";
      const what = label(box).querySelector("span").firstChild.textContent.split(":")[0].trim();
      return says ? `${what} (${says})` : what;
    });
    bar.textContent = words.join("; ") || bar.dataset.none;
  }
  form.addEventListener("change", say);
  say();
}
for (const bar of document.querySelectorAll("[data-chosen]")) sayChosen(bar);
