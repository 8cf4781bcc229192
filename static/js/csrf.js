/** The token that Django wants with every POST; it comes with the page, so the cookie may be HttpOnly. */
export function csrfToken() {
  return document.querySelector('meta[name="csrf-token"]')?.content ?? "";
}

/** POST as a form does, with the token; arrays become repeated fields. Rejects when the answer is no success. */
export async function post(url, data = {}, headers = {}) {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(data)) {
    for (const one of [value].flat()) body.append(name, one);
  }
  const answer = await fetch(url, {
    method: "POST",
    body,
    headers: { "X-CSRFToken": csrfToken(), "X-Requested-With": "fetch", ...headers },
    credentials: "same-origin",
  });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}
