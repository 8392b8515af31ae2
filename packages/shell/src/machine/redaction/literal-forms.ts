/** Owns the spellings under which a known secret can turn up in text. */

export interface Secret {
  readonly name: string
  readonly value: string
}

/** Every spelling of all of them, for a search in bytes read as Latin-1. */
export const latin1Literals = (
  secrets: readonly Secret[],
): readonly { readonly name: string; readonly form: string }[] =>
  secrets.flatMap(({ name, value }) =>
    literalForms(value).map((form) => ({ name, form: Buffer.from(form, 'utf8').toString('latin1') })),
  )

/** Shorter values are ordinary words and numbers: to hide them would make every log unreadable. */
const shortestSecret = 6
/** A part of an encoded value must be long enough not to stand for anything else. */
const shortestPart = 12

/** Every spelling of `value`, itself included. */
export function literalForms(value: string): readonly string[] {
  if (value.length < shortestSecret) return []
  const lines = value.split(/\r?\n/).filter((line) => line.length >= shortestPart)
  const plain = [value, value.trim(), ...lines]
  const forms = plain.flatMap((text) => [
    text,
    [...text].reverse().join(''),
    ...escapes(text),
    ...base64Forms(text),
    ...hexForms(text),
  ])
  return [...new Set(forms)].filter((form) => form.length >= shortestSecret)
}

function escapes(text: string): readonly string[] {
  const url = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd'))
  const json = JSON.stringify(text).slice(1, -1)
  return [
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll('%20', '+'),
    json,
    json.replaceAll('/', '\\/'),
    JSON.stringify(json).slice(1, -1),
  ]
}

/**
 * Base64 packs three bytes into four characters, so a value inside a longer text has three spellings; of each only
 * the characters that depend on nothing but the value are kept.
 */
function base64Forms(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8')
  const whole = bytes.toString('base64')
  const parts = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const first = Math.ceil((before * 4) / 3)
    const last = Math.floor(((before + bytes.length) * 4) / 3)
    return encoded.slice(first, last)
  })
  const forms = [whole, ...parts.filter((part) => part.length >= shortestPart)]
  return forms.flatMap((form) => [
    form,
    form.replaceAll('+', '-').replaceAll('/', '_'),
    form.replace(/=+$/, ''),
  ])
}

/** Plain, as `%68%75`, as `\x68\x75` and as `0x68,0x75`, in both cases. */
function hexForms(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8').toString('hex')
  return [bytes, bytes.toUpperCase()].flatMap((digits) => {
    const pairs = digits.match(/../g) ?? []
    return [
      digits,
      pairs.map((pair) => `%${pair}`).join(''),
      pairs.map((pair) => `\\x${pair}`).join(''),
      pairs.map((pair) => `0x${pair}`).join(','),
    ]
  })
}
