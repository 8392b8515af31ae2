/** Prints docs/roles.md: the first envelope of each role, from recorded runs, without what differs from run to run. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KnownRole } from '@harness/core/kernel/playbook-identity'

export const page = fileURLToPath(new URL('../../docs/roles.md', import.meta.url))

export interface RecordedRuns {
  readonly root: string
  /** The folder of its runs, below `.harness/run/runs`. */
  readonly subject: string
}

/** Role to envelope; of several calls of a role the one whose name sorts first. */
export function envelopesOf({ root, subject }: RecordedRuns): ReadonlyMap<string, string> {
  const folder = join(root, '.harness/run/runs', subject)
  const calls = foldersIn(folder)
    .flatMap((run) => foldersIn(join(run, 'calls')))
    // Its punch list has the order in which critiques ended. An outcome is judged only at the end.
    .filter((call) => !call.includes('-final-') || call.includes('-outcome-final-'))
  const found = new Map<string, string>()
  for (const call of calls.toSorted()) {
    const text = readFileSync(join(call, 'envelope.md'), 'utf8')
    const role = /^# Role: (\S+)$/m.exec(text)?.[1] ?? ''
    if (!found.has(role))
      found.set(role, text.replaceAll(`${root}.lanes`, '<lanes>').replaceAll(root, '<repository>'))
  }
  return found
}

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))

const longestBlock = 60

/** The same in every run and on every machine; a long block of material is cut. */
export const stableText = (envelope: string): string =>
  envelope
    .replace(/\b\d{8}-\d{6}\b/g, '<run>')
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/(?<=docs\/plans\/)\d{4}-\d\d-\d\d(?=-)/g, '<day>')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{40}\b/g, '<commit>')
    .replace(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,12}\b/g, '<hash>')
    .replace(/\b\d+(?:\.\d+)? (?:ms|s|min)\b/g, '<duration>')
    .replace(/(?<=PORT\w*=|localhost:|127\.0\.0\.1:|\bports? )\d+/g, '<port>')
    .replace(/^(`{3,})text\n([\s\S]*?)\n\1$/gm, (_, fence: string, block: string) => {
      const lines = block.split('\n')
      const rest = lines.length - longestBlock
      const shown = rest <= 0 ? lines : [...lines.slice(0, longestBlock), `… (${rest} more lines)`]
      return [`${fence}text`, ...shown, fence].join('\n')
    })

const intro = `# Roles
What each role is told, from real runs with the scripted agent, without a sandbox. \`npm run roles\` writes this page again; \`npm run soak\` fails if it differs.
Hashes, times, ports and folders are left out, and long blocks are cut. The scripted agent takes no schema, so its envelopes have the schema in words; Claude and Codex are sent it instead.
`

export function rolePage(
  playbooks: readonly { readonly name: string; readonly roles: readonly KnownRole[] }[],
  envelopes: ReadonlyMap<string, string>,
): string {
  const sections = playbooks.flatMap(({ name, roles }) => [
    `## ${name[0]?.toUpperCase()}${name.slice(1)}`,
    ...roles.map(({ role, mode, copy, tier, contract }) => {
      const envelope = stableText(envelopes.get(role) ?? '(no run has it)').trimEnd()
      return `### ${role}\nMode \`${mode}\`${copy === true ? ' in a throw-away copy of the lane' : ''}, tier \`${tier}\`, contract \`${contract ?? 'text'}\`.\n\n~~~~~text\n${envelope}\n~~~~~`
    }),
  ])
  return `${[intro.trimEnd(), ...sections].join('\n\n')}\n`
}

/** The envelope that the page shows for a role; empty if it shows none. */
export const shownOf = (role: string): string =>
  readFileSync(page, 'utf8').split(`\n### ${role}\n`)[1]?.split('\n~~~~~text\n')[1]?.split('\n~~~~~\n')[0] ??
  ''

/** Those of the roles whose envelope in these runs is another one than the page shows. */
export function shownWrongly(runs: RecordedRuns, roles: readonly string[]): readonly string[] {
  const envelopes = envelopesOf(runs)
  return roles.filter((role) => stableText(envelopes.get(role) ?? 'no call').trimEnd() !== shownOf(role))
}
