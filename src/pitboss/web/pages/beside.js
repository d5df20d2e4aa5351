// The coach of a table's page, in the column, for a player who asks. Nothing of it is loaded before that.

import { el } from "./dom.js";
import { isOpen, toggle } from "./panels.js";

let coach = null;
let latest = null;

const button = el("button", { id: "coach-door", "data-key": "coach", "data-panel": "coach", "aria-controls": "coach", "aria-expanded": "false", onclick: () => toggle("coach", null, closed) }, "Coach");
const exam = el("p", { id: "exam", title: "At an exam table nobody is coached." }, "Exam: no coach");
const panel = el("aside", { id: "coach", hidden: true, "aria-label": "Coach" });

button.addEventListener("click", () => isOpen("coach") && open());

document.addEventListener("table", ({ detail }) => {
  latest = detail;
  if (!button.isConnected && detail.me) (detail.view.exam ? tellOfExam : mount)();
  coach?.hear(detail.events, detail.me);
  coach?.see(detail.view, detail.me);
});

function mount() {
  if (!document.querySelector("link[href$='coach.css']")) document.head.append(...["coach", "worths"].map((name) => el("link", { rel: "stylesheet", href: `/pages/${name}.css` })));
  const tabs = document.querySelector("#doors");
  tabs.querySelector("[data-key=pays]") ? tabs.querySelector("[data-key=pays]").after(button) : tabs.append(button);
  document.querySelector("#side").append(panel);
}

function tellOfExam() {
  if (!exam.isConnected) document.querySelector("#doors").append(exam);
}

async function open() {
  const { Coach } = await import("./coach.js");
  if (!isOpen("coach") || coach) return;
  const table = decodeURIComponent(location.pathname.split("/").pop());
  coach = new Coach(table, panel, () => {
    coach = null;
    if (isOpen("coach")) toggle("coach");
  });
  coach.see(latest.view, latest.me);
}

// Another tab was opened, or this one closed.
function closed() {
  const was = coach;
  coach = null;
  was?.close();
}
