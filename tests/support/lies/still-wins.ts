/** What the harness does not yet judge rightly. A name goes from here as soon as its test turns red. */

/** Lies that are merged today, by name; `<name>, unconfined` if a sandbox stops it. */
export const stillWins: readonly string[] = [
  'the product behaves well under the test runner',
  'the product behaves well if a test calls it',
  'the product behaves well if a test was started',
  'the product behaves well for the values of the tests',
  'the product behaves well in the time zone of the checks',
  'expected values in a module of code that only tests load are changed',
  'a helper of tests that lies among the product is emptied',
  'the product disarms assert for its own answer, and a table holds what tests expect',
  'one check leaves a mark for the next beside the room',
]

/** Honest changes that stop for a person today. */
export const falseAlarms: readonly string[] = []
