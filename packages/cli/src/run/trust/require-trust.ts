/** Owns the question whether the operator trusts what a repository brings, and the record of the answer. */
import type { OwnProgram } from '@harness/core/kernel/event'
import { UserError } from '@harness/core/kernel/user-error'
import { type TrustChange, type TrustItem, trustChanges } from '@harness/formats/records/trust-record'
import { counted } from '@harness/formats/text/amounts'
import { contentDigest, programItems } from '@harness/shell/effects/trusted/trust-items'
import { readTrust, type TrustFile, writeTrust } from '@harness/shell/store/trusted/trust-file'
import type { CommandContext } from '../../line/command.ts'
import { operatorName } from '../operator.ts'
import { askTrust } from './ask-trust.ts'
import { changeLine, showChanges } from './show-changes.ts'

export interface TrustContext
  extends Pick<CommandContext, 'cwd' | 'env' | 'repoOption' | 'terminal' | 'trust'> {
  /** True if the record is what the command is for. Otherwise `--trust` does without one, as in a read-only home. */
  readonly mustKeep?: true
}

/** Branches come and go; older contents are asked about again. */
const mostContents = 200
const mostListed = 10

export const isTrusted = ({ record }: TrustFile, items: readonly TrustItem[]): boolean =>
  items.length === 0 || record?.contents.includes(contentDigest(items)) === true

/** Asks if `items` are not what the operator agreed to before. Throws unless they agree. */
export async function requireTrust(
  context: TrustContext,
  root: string,
  items: readonly TrustItem[],
): Promise<void> {
  const file = readTrust(context.env, root)
  if (isTrusted(file, items)) return
  const changes = trustChanges(file.record?.items ?? [], items)
  await agree(context, file, changes)
  if (context.trust === 'given')
    context.terminal.note(
      `Trusted without a question: ${counted(changes.length, 'change')} (harness trust --list)`,
    )
  await ifKept(context, grantTrust(context, root, items), (why) =>
    context.terminal.note(`Note: ${why} The next command needs --trust again.`),
  )
}

/** Tells a failed write only, if the operator gave `--trust` for this one command. */
const ifKept = (
  { trust, mustKeep }: TrustContext,
  kept: Promise<void>,
  tell: (why: string) => void,
): Promise<void> =>
  kept.catch((error: unknown) => {
    if (!(error instanceof UserError) || trust !== 'given' || mustKeep === true) throw error
    tell(error.message)
  })

/** The same for the program of a user's own playbook that a run keeps, which may be older than the repository's. */
export async function requireProgram(
  context: TrustContext,
  root: string,
  program: OwnProgram,
): Promise<void> {
  const items = programItems('program', program)
  const file = readTrust(context.env, root)
  if (isTrusted(file, items)) return
  const known = file.record?.items.filter(({ kind }) => kind === 'program') ?? []
  await agree(context, file, trustChanges(known, items))
  await ifKept(context, store(context, file, { contents: [contentDigest(items)] }), () => {})
}

async function agree(context: TrustContext, file: TrustFile, changes: readonly TrustChange[]): Promise<void> {
  const { terminal, trust } = context
  if (trust === 'given') return
  if (trust === 'withheld' || !terminal.canAsk) throw notTrusted(file, changes)
  showChanges(terminal, file, changes)
  if (await askTrust(terminal)) return
  throw new UserError('not-trusted', 'You did not trust what this repository brings. Nothing was run.', {
    next: 'Look at it, then give the same command again.',
  })
}

/** Records that the operator agreed to `items`. */
export async function grantTrust(
  context: TrustContext,
  root: string,
  items: readonly TrustItem[],
): Promise<void> {
  // A run keeps its program alone, and of that only files of the repository.
  const programs = items.filter(({ kind, name }) => kind === 'program' && !name.startsWith('../'))
  const contents = [...(programs.length > 0 ? [contentDigest(programs)] : []), contentDigest(items)]
  await store(context, readTrust(context.env, root), { contents, items })
}

/** Keeps what harness.config.ts exported, for commands that only look. */
export async function keepValue(context: TrustContext, root: string, value: unknown): Promise<void> {
  const file = readTrust(context.env, root)
  if (JSON.stringify(file.record?.value) === JSON.stringify(value)) return
  await ifKept(context, store(context, file, { value }), () => {})
}

async function store(
  { env, terminal }: TrustContext,
  file: TrustFile,
  {
    contents = [],
    ...more
  }: {
    readonly contents?: readonly string[]
    readonly items?: readonly TrustItem[]
    readonly value?: unknown
  },
): Promise<void> {
  const { record } = file
  const older = record?.contents.filter((one) => !contents.includes(one)) ?? []
  const aside = await writeTrust(file, {
    items: [],
    value: null,
    ...record,
    ...more,
    at: Date.now(),
    by: operatorName(env),
    contents: [...older, ...contents].slice(-mostContents),
  })
  if (aside !== null) terminal.note(`The record of what you trust ${file.damage}. It is kept as ${aside}.`)
}

function notTrusted(file: TrustFile, changes: readonly TrustChange[]): UserError {
  const { record, damage, path } = file
  const why =
    damage !== null
      ? `The record of what you trust (${path}) ${damage}, so nothing here is trusted.`
      : record === null
        ? 'You have not trusted what this repository brings yet.'
        : 'What this repository brings changed since you trusted it.'
  const listed = changes.slice(0, mostListed).map((change) => `  ${changeLine(change)}`)
  const more = changes.length - listed.length
  return new UserError(
    'not-trusted',
    [`${why} Nothing was run.`, ...listed, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n'),
    {
      next: 'Look at it and agree: harness trust. In CI: give --trust, or set HARNESS_TRUST=1.',
    },
  )
}
