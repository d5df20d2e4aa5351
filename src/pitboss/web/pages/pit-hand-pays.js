// Wins that two supervisors sign for: what waits, and what was paid. Whoever has signed leaves the other signature to another.

import { ask } from "./door.js";
import { el } from "./dom.js";
import { say, trying } from "./forms.js";
import { cents, money } from "./money.js";
import { rows, when } from "./rows.js";
import { words } from "./told.js";

const HERE = "/api/admin/hand-pays";
const CLAUSE = "GLI-19 2.9.4";

export async function due() {
  return (await ask(`${HERE}?state=due&most=100`)).hand_pays;
}

// `me` is the supervisor who looks; nobody where only looking is allowed.
export async function handPays(me, again) {
  const [waiting, { hand_pays: signed }, { parameters }] = await Promise.all([due(), ask(`${HERE}?state=signed&most=50`), ask("/api/admin/parameters")]);
  return [
    el("section", { class: "card" }, el("h2", {}, "Waiting to be paid by hand"),
      el("p", { class: "quiet" }, "Until two supervisors have signed, the winner neither bets nor takes chips away, and no table where the winner has chips is closed.", el("span", { class: "clause" }, ` ${CLAUSE}`)),
      waiting.length ? el("ul", { class: "cards hand-pays" }, waiting.reverse().map((each) => one(each, me, again))) : nothing(parameters.hand_pay, me)),
    el("section", { class: "card" }, el("h2", {}, "Paid by hand"),
      rows(["paid", "amount", "winner", "signed by", "table", "round", "won by"], signed.map(asRow), { empty: "Each win that two supervisors have signed for will stand here with both names." })),
  ];
}

function nothing(from, me) {
  return el("p", { class: "quiet" }, from === "none" ? "Nothing waits: no amount is set from which on a win is paid by hand. " : `Nothing waits. A win is paid by hand from (day, amount): ${from}. `,
    me && el("a", { href: "#requests" }, "Two persons change the parameter hand_pay."));
}

const replay = ({ table, document: { round } }) => el("a", { href: `/rounds/${encodeURIComponent(table)}/${round}` }, String(round));

function one(each, me, again) {
  const { document: told, first_by: first } = each;
  const facts = [["Table", each.table], ["Round", replay(each)], told.position && ["Position", String(told.position)], ["Won by", words(told.won_by)], ["Since", when(each.at)], ["Signed by", first || "nobody yet"]];
  return el("li", { class: "card hand-pay", "data-hand-pay": each.id },
    el("h3", {}, `${each.id}: `, el("strong", {}, money(cents(each.amount))), ` to ${each.person}`),
    el("dl", {}, facts.filter(Boolean).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
    el("p", {}, !first ? "Two supervisors sign." : first === me ? "You have signed. Another supervisor signs and pays." : "A second supervisor signs and pays."),
    me && first !== me && el("p", { class: "doors" }, el("button", { class: "act", "data-key": `sign ${each.id}`, onclick: () => sign(each, again) }, first ? "Sign and pay" : "Sign")));
}

async function sign(each, again) {
  await trying(async () => {
    const { second_by: second } = await ask(`${HERE}/${each.id}/sign`, "POST", {});
    say(second ? `Paid: ${each.person} may play on.` : "Signed. A second supervisor signs and pays.");
  });
  await again(); // refused or not, somebody has signed
}

const asRow = (each) => ({ paid: when(each.paid_at), winner: each.person, table: each.table, round: replay(each), "won by": words(each.document.won_by), amount: each.amount, "signed by": `${each.first_by}, ${each.second_by}` });
