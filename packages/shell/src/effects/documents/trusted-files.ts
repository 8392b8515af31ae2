/** Owns the refusal of files that are not the ones that the operator trusted when the command began. */
import { UserError } from '@harness/core/kernel/user-error'
import { digestOf } from './program-files.ts'

/** The digest of each file that may run or speak to agents, by its path in the repository. */
export type TrustedFiles = Readonly<Record<string, string>>

/** `trusted` is undefined if the operator was not asked, as for the harness's own samples. */
export function guardTrusted(
  trusted: TrustedFiles | undefined,
  texts: Readonly<Record<string, string>>,
): void {
  guardDigests(
    trusted,
    Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, digestOf(text)])),
  )
}

/** Like `guardTrusted`, for digests. */
export function guardDigests(
  trusted: TrustedFiles | undefined,
  digests: Readonly<Record<string, string>>,
): void {
  if (trusted === undefined) return
  const [other] = Object.entries(digests).find(([path, digest]) => trusted[path] !== digest) ?? []
  if (other === undefined) return
  throw new UserError('not-trusted', `${other} changed after you were asked about it. Nothing was run.`, {
    next: 'Give the same command again: it shows what changed.',
  })
}
