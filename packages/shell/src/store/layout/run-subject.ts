/** Owns what runs are about beside plans, and which command begins a run of a subject. */

/** There is one handbook, one making of it and one mission in a repository. */
export const handbookSubject = 'handbook'
export const generationSubject = 'handbook-generation'
export const missionSubject = 'mission'
export const planningSubject = 'planning'
export const releaseSubject = 'release'
export const siteReverseSubject = 'site-reverse'
export const fidelitySubject = 'fidelity'

const beginsWith: ReadonlyMap<string, string> = new Map([
  ['daemon', 'harness daemon start'],
  [generationSubject, 'harness handbook generate'],
  [planningSubject, 'harness plan'],
  [releaseSubject, 'harness release-gate'],
])

/** The id of a plan is a number. */
export const isPlan = (subject: string): boolean => /^\d/.test(subject)

/** A user's own playbook is started by its name. */
export const beginCommand = (subject: string): string =>
  beginsWith.get(subject) ?? (isPlan(subject) ? `harness run ${subject}` : `harness ${subject}`)
