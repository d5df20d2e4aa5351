// Which game was played last in this browser: the lobby offers it first.

const KEY = "pitboss last played";

export const lastPlayed = () => localStorage.getItem(KEY);

export function played(game) {
  localStorage.setItem(KEY, game);
}
