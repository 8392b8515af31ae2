/** Owns what init writes: a config that fits the repository, and a first plan with a script that rehearses it. Pure. */
import { innerConfig, jsonConfig } from '@harness/formats/config/config-place'
import { isObject } from '@harness/formats/text/is-object'
import { docsBuilder } from './evidence/docs-builder.ts'
import { topNames } from './evidence/evidence.ts'
import { findUi } from './find-ui.ts'
import type { FoundWork } from './find-work.ts'
import type { RepoLook } from './repo-look.ts'

export interface DraftFile {
  readonly path: string
  readonly text: string
  readonly why: string
}

export interface Wishes {
  /** Null if the scripted agent works until another one is chosen. */
  readonly provider: string | null
  /** How long a check may take; null for the default. */
  readonly timeoutSec: number | null
  /** True if another tool has the usual name. */
  readonly isNameTaken: boolean
  /** What a config that is adopted says. */
  readonly adopted: Readonly<Record<string, unknown>>
}

export const noWishes: Wishes = { provider: null, timeoutSec: null, isNameTaken: false, adopted: {} }

const schemaPath = '.harness/config.schema.json'
const scriptPath = 'harness.script.yaml'
const rehearsalName = '0001-rehearsal.md'

type Config = Readonly<Record<string, unknown>>

/** A check that cannot pass: until the operator puts the real command there, nothing is merged. */
export const missingCheck = {
  name: 'test',
  run: "echo 'put the command that tests this product into harness.config.json' && exit 1",
}

export const configPathOf = ({ isNameTaken }: Pick<Wishes, 'isNameTaken'>): string =>
  isNameTaken ? innerConfig : jsonConfig

export function draftFiles(
  look: RepoLook,
  work: FoundWork,
  schema: unknown,
  wishes: Wishes = noWishes,
): readonly DraftFile[] {
  const path = configPathOf(wishes)
  const plans = plansFolder(look)
  const config = draftConfig(look, work, wishes)
  const planDir = String(config.planDir ?? 'docs/exec-plans/active')
  const note = plans === 'docs' ? 'docs/rehearsal.md' : `${plans}/rehearsal.md`
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
  const rehearsal = [
    {
      path: `${planDir}/${rehearsalName}`,
      text: rehearsalPlan(path, note),
      why: 'a first plan, to rehearse the whole way',
    },
    {
      path: scriptPath,
      text: rehearsalScript(path, note),
      why: 'what the scripted agent does for that plan',
    },
  ]
  return [
    { path, text: json(config), why: 'how the harness works on this repository' },
    ...(rehearses(look, config, wishes) ? rehearsal : []),
    { path: schemaPath, text: json(schema), why: 'lets your editor check and complete the config' },
  ]
}

export function draftConfig(look: RepoLook, work: FoundWork, wishes: Wishes): Config {
  const { provider, timeoutSec, isNameTaken, adopted } = wishes
  const timeout = timeoutSec === null ? {} : { timeoutSec }
  const checks =
    work.checks.length === 0
      ? [missingCheck]
      : work.checks.map(({ name, run }) => ({ name, run, ...timeout }))
  const plans = plansFolder(look)
  const lanes = {
    ...(work.setup.length === 0 ? {} : { setup: work.setup }),
    ...(work.setupInputs.length === 0 ? {} : { setupInputs: work.setupInputs }),
  }
  const config: Config = {
    $schema: isNameTaken ? './config.schema.json' : `./${schemaPath}`,
    baseBranch: look.defaultBranch,
    ...(plans === 'docs'
      ? {}
      : { planDir: `${plans}/active`, completedDir: `${plans}/completed`, contextDir: `${plans}/context` }),
    ...(work.appPaths.length === 0 ? {} : { appPaths: work.appPaths }),
    checks,
    ...(Object.keys(lanes).length === 0 ? {} : { lanes }),
    ...(work.needsRegistries ? { sandbox: { network: { checks: 'registries' } } } : {}),
    ...findUi(look),
    ...adopted,
  }
  return {
    ...config,
    agent: agentOf(adopted.agent, provider, rehearses(look, config, wishes)),
  }
}

/** A repository that has plans needs no first one, if an agent is there to work on them. */
function rehearses(
  look: RepoLook,
  { planDir = 'docs/exec-plans/active' }: Config,
  { provider, adopted }: Wishes,
): boolean {
  const others = [...look.paths].filter((path) => {
    const name = path.startsWith(`${planDir}/`) ? path.slice(`${planDir}/`.length) : ''
    return /^\d{4}-[^/]+\.md$/.test(name) && name !== rehearsalName
  })
  return others.length === 0 || (provider === null && adopted.agent === undefined)
}

/** The script stays beside a real agent, for rehearsals. */
function agentOf(adopted: unknown, provider: string | null, hasScript: boolean): unknown {
  const script = hasScript ? { script: scriptPath } : {}
  return isObject(adopted) ? { ...adopted, ...script } : { provider: provider ?? 'scripted', ...script }
}

/** A folder at the top if a program builds the files of `docs/` into a site, or if git ignores them. */
export function plansFolder(look: RepoLook): string {
  if (docsBuilder(look) === null && !look.ignoresDocs) return 'docs'
  return topNames(look).has('plans') ? 'exec-plans' : 'plans'
}

const rehearsalPlan = (config: string, note: string): string => `---
id: "0001"
title: Rehearse a delivery
phase: rehearsal
status: active
depends_on: []
estimated_passes: 1
acceptance_tags: []
ui: false
---
# 0001 Rehearse a delivery

## Goal
\`${note}\` says that a plan went the whole way here: lane, checks, review, merge.

## Why Now
To see that the checks in \`${config}\` pass in a fresh clone, before an agent depends on them.

## Scope
\`${note}\` only.

## Out Of Scope
Everything else.

## Milestones
1. The file is there.

## Validation
The checks of \`${config}\`.

## Open Questions
None.

## Decision Log
Delete the file and this plan whenever you like.
`

const rehearsalScript = (
  config: string,
  note: string,
): string => `# What the scripted agent does: no model, no key, no cost. The first rule that matches answers.
# Rehearse with it: harness run 0001 --provider scripted. ${config} says which agent works otherwise.
rules:
  - role: implementer
    match: "# 0001 Rehearse"
    do:
      - write:
          path: ${note}
          text: |
            # Rehearsal
            A plan went the whole way here: lane, checks, review, merge.
    reply: Wrote ${note}.
  - role: reviewer
    match: "# 0001 Rehearse"
    reply: No findings.
`
