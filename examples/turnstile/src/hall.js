/** A hall with a turnstile: it counts who is inside. */
export function openHall(capacity) {
  let inside = 0
  return {
    capacity,
    enter() {
      inside += 1
      return true
    },
    leave() {
      inside = Math.max(0, inside - 1)
    },
    inside: () => inside,
  }
}
