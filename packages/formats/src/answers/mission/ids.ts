/** Owns how features and claims are called: the names stand in branches, folders and headings. */
import * as z from 'zod'

export const featureId = z
  .string()
  .max(40)
  .regex(/^F-(?:FIX-)?\d{3,}$/, 'an id such as "F-001" or "F-FIX-001"')

const claimPattern = /^VAL-[A-Z0-9]+(?:-[A-Z0-9]+)*-\d{3,}$/
export const claimIdExample = 'VAL-AUTH-001'

export const claimId = z.string().max(80).regex(claimPattern, `an id such as "${claimIdExample}"`)

export const isClaimId = (text: string): boolean => text.length <= 80 && claimPattern.test(text)

export const checkpointName = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'a name of letters, digits, "-" and "_"')
