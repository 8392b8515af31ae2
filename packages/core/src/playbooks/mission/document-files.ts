/** Owns which files are documentation: all that a documenter may write. */

/** As `mayWrite` says it. */
export const documentFiles: readonly string[] = ['*.md', '*.mdx', '*.txt', '*.rst', '*.adoc', '**/docs/']
