/** Turns what people wrote, and what the environment says instead, into the configuration the code uses. */
import { containedPath } from '@harness/core/kernel/contained-path'
import type * as z from 'zod'
import { type FormatProblem, type Parsed, parsed, refused } from '../text/format-problem.ts'
import { isObject } from '../text/is-object.ts'
import { readJson } from '../text/json-text.ts'
import { type LocatedValue, type Path, problemIn, unlocated } from '../text/located-value.ts'
import { checkAgainst } from '../text/schema-problems.ts'
import { shown } from '../text/shown.ts'
import { oversize } from '../text/text-size.ts'
import { resolveAgent } from './agent-section.ts'
import { resolveBudget } from './budget-section.ts'
import { resolveChecks } from './checks-section.ts'
import { innerConfig } from './config-place.ts'
import { type CheckedConfig, configSchema } from './config-schema.ts'
import { resolveDaemon } from './daemon-section.ts'
import { resolveDevServer } from './dev-server-section.ts'
import { e2eCheckName, resolveE2e } from './e2e-section.ts'
import { type Environment, variableBehind, withOverrides } from './env-overrides.ts'
import { foreignFields } from './foreign-config.ts'
import { resolveForge } from './forge-section.ts'
import type { HarnessConfig, PlaybookSettings } from './harness-config.ts'
import { resolveNotify } from './notify-section.ts'
import { type ConfiguredPlaybook, parseOwnPlaybooks } from './own-playbooks.ts'
import type { AroundSection, PlaybookSection } from './playbook-section.ts'
import * as playbookSections from './playbook-sections.ts'
import { resolveSandbox } from './sandbox-section.ts'

export function parseConfigText(text: string, file: string, env: Environment = {}): Parsed<HarnessConfig> {
  const tooLarge = oversize(text, file)
  if (tooLarge !== null) return refused([tooLarge])
  const json = readJson(text, file)
  if (!json.ok) return json
  const foreign = ofAnotherTool(json.value, file)
  return foreign === null ? parseLocated(json.value, file, env) : refused([foreign])
}

/** Another tool has a file of the same name: one problem says so, instead of one for each of its fields. */
function ofAnotherTool(located: LocatedValue, file: string): FormatProblem | null {
  const found = foreignFields(located.value)
  if (found.length === 0) return null
  const hint = `it is the config of another tool: leave it there; harness init writes ours to ${innerConfig}`
  return problemIn(located, [], file, 'a config with checks', found.join(', '), hint)
}

/** For `harness.config.ts`: the value it exports. Only such a config can bring playbooks. */
export function parseConfigValue(value: unknown, file: string, env: Environment = {}): Parsed<HarnessConfig> {
  if (!isObject(value) || value.playbooks === undefined) return parseLocated(unlocated(value), file, env)
  const own = parseOwnPlaybooks(value, file, Object.keys(configSchema.shape))
  if (!own.ok) return own
  return parseLocated(unlocated(withoutOwn(value, own.value)), file, env, own.value)
}

function withoutOwn(
  value: Readonly<Record<string, unknown>>,
  playbooks: readonly ConfiguredPlaybook[],
): Readonly<Record<string, unknown>> {
  const sections = playbooks.filter(({ description }) => description.config !== undefined)
  const ownFields = new Set(['playbooks', ...sections.map(({ description }) => description.name)])
  return Object.fromEntries(Object.entries(value).filter(([field]) => !ownFields.has(field)))
}

/** What people could write to get the same config: with defaults and environment, in the names of the file. */
export function filledIn(
  written: unknown,
  file: string,
  { env, playbooks }: { readonly env: Environment; readonly playbooks: readonly ConfiguredPlaybook[] },
): Parsed<Readonly<Record<string, unknown>>> {
  const ours = isObject(written) ? withoutOwn(written, playbooks) : written
  const checked = checkAgainst(configSchema, unlocated(ours), file)
  return checked.ok ? withOverrides(checked.value, env) : checked
}

function parseLocated(
  located: LocatedValue,
  file: string,
  env: Environment,
  playbooks: readonly ConfiguredPlaybook[] = [],
): Parsed<HarnessConfig> {
  const checked = checkAgainst(configSchema, located, file)
  if (!checked.ok) return checked
  const overridden = withOverrides(checked.value, env)
  if (!overridden.ok) return overridden
  const config = { ...resolve(overridden.value), playbooks }
  const problems = contradictionsIn(config, located, file).map((problem) => whereSaid(problem, env))
  return problems.length > 0 ? refused(problems) : parsed(config)
}

const resolve = (config: CheckedConfig): Omit<HarnessConfig, 'playbooks'> => ({
  planDir: plainPath(config.planDir),
  completedDir: plainPath(config.completedDir),
  contextDir: plainPath(config.contextDir),
  stateDir: plainPath(config.stateDir),
  appPaths: config.appPaths.map(plainPath),
  baseBranch: config.baseBranch,
  forge: resolveForge(config.forge),
  checks: resolveChecks(config.checks),
  baseCheck: config.baseCheck,
  mergePolicy: config.mergePolicy,
  agent: resolveAgent(config.agent, config.modelClient),
  review: {
    ratchetFromPass: config.review.ratchetFromPass,
    largestFileBytes: Math.round(config.review.largestFileMb * 1_000_000),
  },
  lanes: { ...config.lanes, copyEnvFiles: config.lanes.copyEnvFiles.map(plainPath) },
  sandbox: resolveSandbox(config.sandbox),
  budget: resolveBudget(config.budget),
  daemon: resolveDaemon(config.daemon),
  notify: resolveNotify(config.notify),
  devServer: resolveDevServer(config.devServer),
  e2e: resolveE2e(config.e2e, plainPath),
  ...playbookSettings(config),
  redact: { ...config.redact, fixtures: config.redact.fixtures.map(plainPath) },
})

type AnySection = PlaybookSection<z.ZodType, unknown>
const sectionsByName: readonly (readonly [string, AnySection])[] = Object.entries(
  playbookSections as unknown as Record<string, AnySection>,
)

const aroundSections = ({
  baseBranch,
  devServer,
}: {
  readonly baseBranch: string
  readonly devServer?: unknown
}): AroundSection => ({ baseBranch, plainPath, hasDevServer: (devServer ?? null) !== null })

const playbookSettings = (config: CheckedConfig): PlaybookSettings => {
  const sections: Readonly<Record<string, unknown>> = config
  const settings = sectionsByName.map(([name, { resolve }]) => [
    name,
    resolve(sections[name], aroundSections(config)),
  ])
  return Object.fromEntries(settings) as PlaybookSettings
}

/** `./docs//plans/` → `docs/plans`, so that paths can be compared. The repository itself names no file. */
const plainPath = (path: string): string => {
  const contained = containedPath(path)
  return contained.ok ? contained.path : '.'
}

/** A field that the environment overrides is complained about there. */
function whereSaid(problem: FormatProblem, env: Environment): FormatProblem {
  const variable = problem.field === null ? null : variableBehind(problem.field, env)
  return variable === null
    ? problem
    : { ...problem, file: 'environment', line: null, column: null, field: variable }
}

/** What no single field can know: fields that contradict each other. */
function contradictionsIn(
  config: HarnessConfig,
  located: LocatedValue,
  file: string,
): readonly FormatProblem[] {
  const problems: FormatProblem[] = []
  const complain = (path: Path, expected: string, found: string, hint: string | null): void => {
    problems.push(problemIn(located, path, file, expected, found, hint))
  }
  if (config.planDir === config.completedDir) {
    complain(['completedDir'], 'a folder other than planDir', shown(config.completedDir), null)
  }
  for (const name of ['planDir', 'completedDir', 'contextDir'] as const) {
    if (!isWithin(config[name], config.stateDir)) continue
    const hint = 'nothing in stateDir is ever committed'
    complain(['stateDir'], `a folder that does not hold ${name}`, shown(config.stateDir), hint)
  }
  for (const path of config.appPaths) {
    if (!isWithin(path, config.stateDir)) continue
    const hint = 'everything in stateDir is hidden from git'
    complain(['stateDir'], `a folder that does not hold ${path} of appPaths`, shown(config.stateDir), hint)
  }
  config.checks.forEach(({ name }, index) => {
    if (config.checks.findIndex((check) => check.name === name) === index) return
    complain(['checks', index, 'name'], 'a name that no other check has', shown(name), null)
  })
  const e2eNamed = config.checks.findIndex(({ name }) => name === e2eCheckName)
  if (config.e2e !== null && e2eNamed >= 0) {
    const hint = 'the section e2e brings a check of that name'
    complain(['checks', e2eNamed, 'name'], `a name other than ${e2eCheckName}`, shown(e2eCheckName), hint)
  }
  for (const path of acpUsesIn(config)) {
    const hint = 'write "acp": {"command": ["codex-acp"]} into agent, with the command of your agent'
    if (config.agent.acp === null) complain(path, 'a provider that the config describes', shown('acp'), hint)
  }
  const [program] = config.agent.acp?.command ?? ['']
  if (/^[^/~].*\//.test(program)) {
    const expected = 'the name of a program on PATH, an absolute path, or one that begins with ~/'
    complain(
      ['agent', 'acp', 'command', 0],
      expected,
      shown(program),
      'agents could change a program in the lane',
    )
  }
  const settings: Readonly<Record<string, unknown>> = { ...config }
  for (const [name, { contradictions }] of sectionsByName)
    for (const { path, expected, found, hint } of contradictions?.(settings[name], aroundSections(config)) ??
      [])
      complain([name, ...path], expected, found, hint)
  return problems
}

/** The fields of the config that choose the provider acp. */
const acpUsesIn = ({ agent }: HarnessConfig): readonly Path[] => [
  ...(agent.provider === 'acp' ? [['agent', 'provider']] : []),
  ...Object.entries(agent.roles)
    .filter(([, { provider }]) => provider === 'acp')
    .map(([role]) => ['agent', 'roles', role, 'provider']),
]

const isWithin = (path: string, folder: string): boolean =>
  folder === '.' || path === folder || path.startsWith(`${folder}/`)
