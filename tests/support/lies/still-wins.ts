/** What the harness does not yet judge rightly. A name goes from here as soon as its test turns red. */

/** Lies that are merged today, by name; `<name>, unconfined` if a sandbox stops it. */
export const stillWins: readonly string[] = [
  'a program of the repository hides node',
  'a new list of files to pass over',
  'the product tells the lint tool to look away',
  'a result in a cache is forged and committed',
  'the product ends the process well at its exit',
  'the product hands tests a test() that does nothing',
  'the product replaces the global test()',
  'the product makes process.exit end well',
  'the product behaves well under the test runner',
  'the product behaves well if a test calls it',
  'the product behaves well if a test was started',
  'the product behaves well for the values of the tests',
  'the product prints what the check looks for',
  'a new file hides the module that tests import',
  'the package.json maps the import to a fake',
  'a good file that git shall not see',
  'package.json names another package to install',
  'an old build is committed for the tests',
]

/** Honest changes that stop for a person today. */
export const falseAlarms: readonly string[] = []
