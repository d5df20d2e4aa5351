// What a table's page has beside the table for whoever asks: the coach. Nothing of it is loaded before that.

import { el } from "./dom.js";

let coach = null;
let latest = null;

const button = el("button", { id: "coach-door", "aria-expanded": "false", onclick: () => (coach ? coach.close() : open()) }, "Coach");
const exam = el("p", { id: "exam", title: "At an exam table nobody is coached." }, "Exam: no coach");
const panel = el("aside", { id: "coach", hidden: true, "aria-label": "Coach" });

document.addEventListener("table", ({ detail }) => {
  latest = detail;
  if (!button.isConnected && detail.me) (detail.view.exam ? tellOfExam : mount)();
  coach?.hear(detail.events, detail.me);
  coach?.see(detail.view, detail.me);
});

function mount() {
  document.head.append(...["coach", "worths"].map((name) => el("link", { rel: "stylesheet", href: `/pages/${name}.css` })));
  document.querySelector("#doors").before(button);
  document.querySelector("#bar").prepend(panel);
}

function tellOfExam() {
  if (!exam.isConnected) document.querySelector("#doors").before(exam);
}

async function open() {
  const { Coach } = await import("./coach.js");
  const table = decodeURIComponent(location.pathname.split("/").pop());
  coach = new Coach(table, panel, () => {
    coach = null;
    button.setAttribute("aria-expanded", "false");
    button.focus();
  });
  button.setAttribute("aria-expanded", "true");
  coach.see(latest.view, latest.me);
}
