/** Owns the branded identifiers of the vocabulary and the one way to spell a command's id. */
declare const brand: unique symbol
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }

/** `YYYYMMDD-HHMMSS` in UTC, the moment a run began. */
export type RunId = Branded<string, 'RunId'>
/** `run/phase/subject/attempt`; the same state always asks for the same id. */
export type CommandId = Branded<string, 'CommandId'>
export type LaneName = Branded<string, 'LaneName'>
export type CommitHash = Branded<string, 'CommitHash'>
export type TreeHash = Branded<string, 'TreeHash'>

export const asRunId = (text: string): RunId => text as RunId
export const asLaneName = (text: string): LaneName => text as LaneName
export const asCommitHash = (text: string): CommitHash => text as CommitHash
export const asTreeHash = (text: string): TreeHash => text as TreeHash

export const commandId = (run: RunId, phase: string, subject: string, attempt: number): CommandId =>
  `${run}/${phase}/${subject}/${attempt}` as CommandId

export const phaseOf = (id: string): string => id.split('/')[1] ?? ''

export const subjectIn = (id: string): string => id.split('/')[2] ?? ''

/** From 1. */
export const attemptOf = (id: string): number => Number(id.split('/')[3] ?? '1')

/** How an operator looks at what a command of this run was told and came to. */
export function showCommand(run: string, id: CommandId): string {
  const [, ...named] = id.split('/')
  return `harness show ${run} ${named.join('/')}`
}
