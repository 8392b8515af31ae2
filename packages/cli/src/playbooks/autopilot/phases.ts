/** `harness autopilot phases`: shows the phases that are read, rewrites them strictly, skips or reorders those to come. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import type { PhaseWishes } from '@harness/core/playbooks/autopilot/documents'
import { arrange } from '@harness/core/playbooks/autopilot/order'
import type { NumberedPhase } from '@harness/core/playbooks/autopilot/state'
import { printWishes, readWishes } from '@harness/formats/documents/autopilot/phase-wishes'
import { sessionFiles, sessionSlug } from '@harness/formats/documents/autopilot/session-slug'
import type { ReadSpec } from '@harness/formats/documents/autopilot/spec-read'
import { withStrictSection } from '@harness/formats/documents/autopilot/strict-section'
import { describeProblem } from '@harness/formats/text/format-problem'
import { readInside, writeInside } from '@harness/shell/machine/disk/inside'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { phasedSpec } from '@harness/shell/playbooks/autopilot/autopilot-input'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { targetRepo } from '../../run/target/target-repo.ts'
import { knownSession } from './known-session.ts'
import { pathIn, usage } from './usage.ts'
import { objectionTo } from './wishes.ts'

export async function phases(context: CommandContext, given: Given, named: string | null): Promise<number> {
  const root = targetRepo(context)
  const session = await knownSession(context)
  const specPath = named === null ? (session?.state.input.specPath ?? null) : pathIn(context, root, named)
  if (specPath === null)
    throw usage('No session is unfinished, so the spec must be named.', 'harness autopilot phases <spec>')
  const spec = await phasedSpec(root, specPath)
  const state = session?.state.input.specPath === specPath ? session.state : null
  const all = state?.phases ?? spec.phases.map(asNumbered)
  const file = sessionFiles(sessionSlug(specPath)).phases
  const wanted = wishesIn(given)
  const done: string[] = []
  if (flagOption(given, 'write')) done.push(await writeStrict(root, specPath))
  if (wanted !== null) done.push(await wish(root, { specPath, file }, all, wanted))
  const shown = arrange(all, await wishesAt(root, file)).phases
  tell(context, { specPath, spec, shown, done })
  return exitCode.done
}

const asNumbered = (
  { name, complexity, text }: ReadSpec['phases'][number],
  index: number,
): NumberedPhase => ({
  number: index + 1,
  name,
  complexity,
  text,
  complexityOverride: null,
  planPath: null,
  status: 'pending',
})

async function writeStrict(root: string, specPath: string): Promise<string> {
  const text = (await readInside(root, specPath))?.toString('utf8') ?? ''
  const strict = withStrictSection(text)
  if (strict === null) throw usage(`${specPath} has no section that could be rewritten.`)
  if (strict === text) return `${specPath} has the strict form already.`
  await writeInside(root, specPath, strict)
  return `${specPath}: the phases are written in the strict form.`
}

/** The run reads the wishes before its next phase. */
async function wish(
  root: string,
  { specPath, file }: { readonly specPath: string; readonly file: string },
  all: readonly NumberedPhase[],
  { skip, order }: Partial<PhaseWishes>,
): Promise<string> {
  const before = await wishesAt(root, file)
  const now = { skip: [...new Set([...before.skip, ...(skip ?? [])])], order: order ?? before.order }
  const why = objectionTo(all, { skip: skip ?? [], order: order ?? [] })
  if (why !== null)
    throw new UserError('phase-wishes', why, { next: `See the phases: harness autopilot phases ${specPath}` })
  await writeInside(root, file, printWishes(now))
  return `${file} is written. It counts from the next phase on.`
}

async function wishesAt(root: string, file: string): Promise<PhaseWishes> {
  const text = (await readInside(root, file))?.toString('utf8')
  if (text === undefined) return { skip: [], order: [] }
  const read = readWishes(text, file)
  if (read.ok) return read.value
  throw new UserError('phase-wishes', read.problems.map(describeProblem).join('\n'), {
    next: `Correct or remove ${file}.`,
  })
}

function wishesIn(given: Given): Partial<PhaseWishes> | null {
  const [skip, order] = [textOption(given, 'skip'), textOption(given, 'order')]
  if (skip === null && order === null) return null
  return {
    ...(skip === null ? {} : { skip: numbersIn('--skip', skip) }),
    ...(order === null ? {} : { order: numbersIn('--order', order) }),
  }
}

function numbersIn(flag: string, given: string): readonly number[] {
  const parts = given.split(',').map((part) => part.trim())
  const numbers = parts.map(Number)
  if (parts.every((part) => /^[1-9]\d{0,3}$/.test(part)) && new Set(numbers).size === numbers.length)
    return numbers
  throw usage(
    `${flag} takes numbers of phases with commas between them, each once; found ${JSON.stringify(given)}.`,
  )
}

interface Told {
  readonly specPath: string
  readonly spec: ReadSpec
  readonly shown: readonly NumberedPhase[]
  readonly done: readonly string[]
}

function tell({ terminal, json }: CommandContext, { specPath, spec, shown, done }: Told): void {
  if (json) {
    const phases = shown.map(({ number, name, complexity, status, planPath }) => ({
      number,
      name,
      complexity,
      status,
      planPath,
    }))
    const told = { ok: true, specPath, form: spec.form, phases, warnings: spec.warnings, done }
    terminal.print(JSON.stringify(told, null, 2))
    return
  }
  const { strong, warn } = terminal.colours
  const show = (text: string): void => terminal.print(stripControl(text))
  show(`${strong(specPath)}  form: ${spec.form}`)
  for (const { number, name, complexity, status } of shown)
    show(`  ${number}. ${name} (${complexity})${status === 'pending' ? '' : ` ${status}`}`)
  for (const warning of spec.warnings) show(warn(warning))
  for (const line of done) show(line)
  if (spec.form !== 'strict' && done.length === 0)
    show(`To rewrite the section in the strict form: harness autopilot phases ${specPath} --write`)
}
