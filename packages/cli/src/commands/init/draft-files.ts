/** Owns what init writes: a config that fits the repository, and a first plan with a script that rehearses it. Pure. */
import type { FoundWork } from './find-checks.ts'
import { findUi } from './find-ui.ts'
import type { RepoLook } from './repo-look.ts'

export interface DraftFile {
  readonly path: string
  readonly text: string
  readonly why: string
}

export const configPath = 'harness.config.json'
const schemaPath = '.harness/config.schema.json'
const scriptPath = 'harness.script.yaml'
const planPath = 'docs/exec-plans/active/0001-rehearsal.md'

/** A check that cannot pass: until the operator puts the real command there, nothing is merged. */
export const missingCheck = {
  name: 'test',
  run: "echo 'put the command that tests this product into harness.config.json' && exit 1",
}

export function draftFiles(look: RepoLook, work: FoundWork, schema: unknown): readonly DraftFile[] {
  const checks =
    work.checks.length === 0 ? [missingCheck] : work.checks.map(({ name, run }) => ({ name, run }))
  const places = ['src', 'app', 'lib', 'packages', 'cmd', 'internal'].filter((name) => look.names.has(name))
  const config = {
    $schema: `./${schemaPath}`,
    baseBranch: look.defaultBranch,
    ...(places.length === 0 ? {} : { appPaths: places }),
    checks,
    agent: { provider: 'scripted', script: scriptPath },
    ...(work.setup.length === 0 ? {} : { lanes: { setup: work.setup } }),
    ...findUi(look, work.packageManager),
  }
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
  return [
    { path: configPath, text: json(config), why: 'how the harness works on this repository' },
    { path: planPath, text: rehearsalPlan, why: 'a first plan, to rehearse the whole way' },
    { path: scriptPath, text: rehearsalScript, why: 'what the scripted agent does for that plan' },
    { path: schemaPath, text: json(schema), why: 'lets your editor check and complete the config' },
  ]
}

const rehearsalPlan = `---
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
\`docs/rehearsal.md\` says that a plan went the whole way here: lane, checks, review, merge.

## Why Now
To see that the checks in \`harness.config.json\` run in a fresh worktree, before an agent depends on them.

## Scope
\`docs/rehearsal.md\` only.

## Out Of Scope
Everything else.

## Milestones
1. The file is there.

## Validation
The checks of \`harness.config.json\`.

## Open Questions
None.

## Decision Log
Delete the file and this plan whenever you like.
`

const rehearsalScript = `# What the scripted agent does: no model, no key, no cost. The first rule that matches answers.
# Remove this file when agent.provider in harness.config.json names a real provider.
rules:
  - role: implementer
    match: "# 0001 Rehearse"
    do:
      - write:
          path: docs/rehearsal.md
          text: |
            # Rehearsal
            A plan went the whole way here: lane, checks, review, merge.
    reply: Wrote docs/rehearsal.md.
  - role: reviewer
    match: "# 0001 Rehearse"
    reply: No findings.
`
