/** Owns which texts can name a ref. */

/** Whether `name` can be a branch, by the rules of `git check-ref-format`, and cannot be taken for an option. */
export function validRefName(name: string): boolean {
  if (name === '' || name === '@' || name.startsWith('-') || name === 'HEAD') return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\x00-\x20\x7f~^:?*[\\]/.test(name)) return false
  if (name.includes('..') || name.includes('@{') || name.endsWith('.')) return false
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}
