// Who is signed in. Whoever is new comes in as a guest, in one click; whoever was here before is asked first.

const WAS_HERE = "who was here";

let session = null;

export class Refused extends Error {
  constructor(error, status = 0) {
    super(error.message);
    this.status = status;
    this.clause = error.clause;
    this.code = error.code;
  }
}

export async function ask(path, method = "GET", body = undefined) {
  const headers = { "Content-Type": "application/json" };
  if (session?.csrf) headers["X-CSRF-Token"] = session.csrf;
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Refused(said.error, answer.status);
  return said;
}

function known(found) {
  session = found;
  if (found.person) localStorage.setItem(WAS_HERE, JSON.stringify({ name: found.person.name, guest: found.person.guest }));
  return session;
}

export async function whoAmI() {
  return known(await ask("/api/session"));
}

// Somebody signed out on purpose, or begins anew: nobody has to be told that the session is over.
export function forget() {
  localStorage.removeItem(WAS_HERE);
}

export async function asGuest() {
  await whoAmI();
  return goOn();
}

const goOn = async () => (session.person ? session : known(await ask("/api/session/guest", "POST", {})));

// `before`: whom this page knows, `held`: what they have here. A session that has ended is never silently another one's.
export async function comeIn(before = null, held = "") {
  await whoAmI();
  const was = before ?? JSON.parse(localStorage.getItem(WAS_HERE));
  if (!was || session.person?.name === was.name || (session.person && !before)) return goOn();
  const { choose } = await import("./ended.js");
  return choose(was, session.person, held);
}
