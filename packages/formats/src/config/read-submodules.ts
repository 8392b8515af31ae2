/** Reads of a .gitmodules what decides where code comes from: every URL, and every program that updates a submodule. */

/** Git allows a setting anywhere in a line, in any case; names of settings cannot be split or quoted. */
const addresses = /\b(?:url[ \t]*=[ \t]*|update[ \t]*=[ \t]*(?=["']?!))([^\r\n]*)/gi

/** A text that is null or holds none gives an empty list. */
export const readSubmodules = (text: string | null): readonly string[] =>
  [...(text ?? '').matchAll(addresses)]
    .map(([, address = '']) => address.trim())
    .filter((address) => address !== '')
