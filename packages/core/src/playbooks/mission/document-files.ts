/** Owns which files are documentation: all that a documenter may write. */

/** As `mayWrite` says it. The spec is the person's: the documenter does not change what was wanted. */
export const documentFiles = (specPath: string): readonly string[] => [
  '*.md',
  '*.mdx',
  '*.txt',
  '*.rst',
  '*.adoc',
  '**/docs/',
  `!${specPath}`,
]
