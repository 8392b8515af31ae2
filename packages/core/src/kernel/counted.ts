/** `1 claim`, `2 claims`; where an s is not enough, `many` says what is. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
