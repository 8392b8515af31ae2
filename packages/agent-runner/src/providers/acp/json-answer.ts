/** Finds the JSON value in an agent's last message: alone, fenced, or with words around it. Pure. */

/** Undefined if there is none. */
export function jsonAnswer(text: string): unknown {
  const fenced = [...text.matchAll(/^```(?:json)?[^\S\n]*\n([\s\S]*?)^```/gim)].map(
    ([, inside = '']) => inside,
  )
  const from = text.indexOf('{')
  const around = from === -1 ? [] : [text.slice(from, text.lastIndexOf('}') + 1)]
  for (const candidate of [text, ...fenced.reverse(), ...around]) {
    const value = parsed(candidate)
    if (value !== undefined) return value
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
