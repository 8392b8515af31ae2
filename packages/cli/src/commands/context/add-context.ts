/** `harness context add`: files a drop from a file, standard input or the command line; refuses before it writes. */
import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { deliveryPhases } from '@harness/core/playbooks/delivery/input'
import {
  type ContextScope,
  expectedScope,
  longestDrop,
  parseScope,
  printContextDrop,
  printScope,
} from '@harness/formats/documents/context/context-drop'
import { contextSources } from '@harness/formats/documents/context/context-source'
import { nearestId } from '@harness/formats/text/nearest-name'
import { addDrop, type ContextPlace } from '@harness/shell/effects/documents/context-folder'
import type { Secret } from '@harness/shell/machine/redaction/literal-forms'
import { createRedactor } from '@harness/shell/machine/redaction/redactor'
import { knownPlans, type PlanFolders } from '@harness/shell/playbooks/delivery/plan-folder'
import { type CommandContext, type Given, textOption } from '../../line/command.ts'
import { knownName } from '../../line/known-name.ts'

const help = 'harness context --help'

export async function addContext(
  command: CommandContext,
  given: Given,
  place: ContextPlace & { readonly secrets: readonly Secret[]; readonly folders: PlanFolders },
  file: string | null,
): Promise<number> {
  const { terminal, json } = command
  const scope = wantedScope(textOption(given, 'scope') ?? 'all')
  if (scope.kind === 'run') await requirePlan(scope.planId, place.folders)
  const source = knownName('source', textOption(given, 'source') ?? 'other', contextSources, help)
  const text = (await givenText(command, given, file)).trim()
  refuseUnfit(text)
  const slug = slugOf(textOption(given, 'name') ?? nameIn(file) ?? text)
  const date = new Date().toISOString().slice(0, 10)
  const redact = createRedactor({ secrets: place.secrets })
  if (redact(text) !== text)
    terminal.note(
      'It seems to hold a secret: agents are told it without, but the file shows it. Do not commit it.',
    )
  const path = await addDrop(place, date, slug, printContextDrop({ source, scope, text }))
  if (json) terminal.print(JSON.stringify({ ok: true, path, source, scope: printScope(scope) }, null, 2))
  else
    terminal.print(
      `${path} is told to ${toldTo(scope)} from now on.\n${terminal.colours.strong('next:')} harness context list`,
    )
  return exitCode.done
}

function wantedScope(text: string): ContextScope {
  const scope = parseScope(text)
  if (scope === null)
    throw new UserError('usage', `There is no scope ${JSON.stringify(text)}: expected ${expectedScope}.`, {
      next: `Steps are ${deliveryPhases.join(', ')}; the phases are those of your plans.`,
    })
  if (scope.kind === 'step') knownName('step', scope.step, deliveryPhases, help)
  return scope
}

/** No agent would ever be told it. One whose file cannot be read as a plan is there all the same. */
async function requirePlan(planId: string, folders: PlanFolders): Promise<void> {
  const { graph, problems } = await knownPlans(folders)
  if (graph.plans.has(planId) || problems.some(({ file }) => basename(file).startsWith(`${planId}-`))) return
  const nearest = nearestId(planId, [...graph.plans.keys()])
  const meant = nearest === null ? '' : ` Did you mean ${nearest}?`
  throw new UserError('usage', `There is no plan ${planId}.${meant}`, {
    next: 'Name a plan that is there (harness next shows what comes next), or leave --scope out to tell every agent.',
  })
}

/** `-m`, a file, or standard input; two of them are a mistake. */
async function givenText(
  { terminal, cwd }: CommandContext,
  given: Given,
  file: string | null,
): Promise<string> {
  const message = textOption(given, 'message')
  if (message !== null && file !== null)
    throw new UserError('usage', 'Both a file and -m were given: which one is meant?', { next: help })
  if (message !== null) return message
  if (file === null || file === '-') return wholeInput(terminal.input)
  const path = resolve(cwd, file)
  const stats = await stat(path).catch(() => null)
  if (stats?.isFile() !== true)
    throw new UserError('usage', `There is no file ${path}.`, {
      next: 'Name a file, - for standard input, or use -m.',
    })
  // Decoded, a character takes at most four bytes.
  if (stats.size > longestDrop * 4) throw tooLong(`${stats.size} bytes`)
  return readFile(path, 'utf8')
}

async function wholeInput(input: CommandContext['terminal']['input']): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk as Uint8Array | string)
    chunks.push(bytes)
    size += bytes.length
    if (size > longestDrop * 4) throw tooLong('more')
  }
  return Buffer.concat(chunks).toString('utf8')
}

function refuseUnfit(text: string): void {
  if (text === '')
    throw new UserError('usage', 'There is nothing to add: the text is empty.', {
      next: 'harness context add notes.md, or: harness context add -m "…"',
    })
  if (text.length > longestDrop) throw tooLong(`${text.length}`)
  if (/[\0\uFFFD]/.test(text))
    throw new UserError('usage', 'That is not text: it holds bytes that no text has.', {
      next: 'Give plain text or Markdown, in UTF-8.',
    })
}

const tooLong = (size: string): UserError =>
  new UserError(
    'context-too-long',
    `A context drop has at most ${longestDrop} characters; this one has ${size}.`,
    {
      next: 'Shorten it to what an agent has to know, or divide it by scope.',
    },
  )

const nameIn = (file: string | null): string | null =>
  file === null || file === '-' ? null : basename(file).replace(/\.[^.]*$/, '')

function slugOf(text: string): string {
  const words = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^(?:\d{4}-\d{2}-\d{2}-)/, '')
  return words.slice(0, 40).replace(/^-+|-+$/g, '') || 'note'
}

function toldTo(scope: ContextScope): string {
  switch (scope.kind) {
    case 'all':
      return 'every agent'
    case 'planner':
      return 'the planner'
    case 'phase':
      return `agents that work on plans of the phase ${scope.phase}`
    case 'step':
      return `agents in the step ${scope.step}`
    case 'run':
      return `agents that work on plan ${scope.planId}`
  }
}
