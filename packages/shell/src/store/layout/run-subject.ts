/** Owns what runs are about beside plans, and which command begins a run of a subject. */

/** There is one handbook, one making of it and one mission in a repository. */
export const handbookSubject = 'handbook'
export const generationSubject = 'handbook-generation'
export const missionSubject = 'mission'

const beginsWith: ReadonlyMap<string, string> = new Map([
  [handbookSubject, 'harness handbook'],
  [generationSubject, 'harness handbook generate'],
  [missionSubject, 'harness mission'],
])

export const isPlan = (subject: string): boolean => !beginsWith.has(subject)

export const beginCommand = (subject: string): string => beginsWith.get(subject) ?? `harness run ${subject}`
