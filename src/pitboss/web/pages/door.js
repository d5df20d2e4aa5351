// Who is signed in. Whoever is not comes in as a guest, in one click.

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

export async function whoAmI() {
  session = await ask("/api/session");
  return session;
}

export async function comeIn() {
  await whoAmI();
  if (!session.person) session = await ask("/api/session/guest", "POST", {});
  return session;
}
