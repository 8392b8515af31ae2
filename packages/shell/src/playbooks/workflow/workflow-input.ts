/** Makes what a workflow is told: what the operator asked, what the config says, and what the project shows. */
import { basename } from 'node:path'
import type { RunId } from '@harness/core/kernel/ids'
import { isoTime } from '@harness/core/kernel/iso-time'
import { UserError } from '@harness/core/kernel/user-error'
import { workflowIdentity } from '@harness/core/playbooks/workflow/identity'
import type { WorkflowInput } from '@harness/core/playbooks/workflow/input'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { roleAgent } from '@harness/formats/config/role-agent'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import { languageOf, spokenLanguage } from '@harness/formats/text/language-of'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { readInside } from '../../machine/disk/inside.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { nameInRepository } from '../../store/layout/repository-names.ts'
import { detectProject } from './detect-project.ts'
import { draftName, placeOf } from './docs-place.ts'
import type { WorkflowAsked } from './workflow-asked.ts'

export async function workflowInput(
  { config, repoRoot, clock }: Pick<RunOutside, 'config' | 'repoRoot' | 'clock'>,
  asked: WorkflowAsked,
  runId: RunId,
): Promise<WorkflowInput> {
  const { workflow } = config
  const { build, test, lint, typeCheck } = workflow.commands
  const now = clock.now()
  const detected = await detectProject(repoRoot, asked.scope)
  const inPlace = asked.inPlace || !detected.hasGit || asked.adopted !== null
  const language = userLanguage(workflow.userLang ?? languageOf(asked.task))
  const words = workflowVoice.words[language.userLang]
  const { slug, docsPath } =
    asked.of ??
    (await placeOf(repoRoot, asked, asked.outputDir ?? workflow.outputDir, isoTime(now).slice(0, 10), words))
  return {
    runId,
    baseBranch: config.baseBranch,
    baseCheck: config.baseCheck,
    ...(detected.hasGit ? { author: await userIdentity(repoRoot) } : {}),
    checkout: nameInRepository(repoRoot, repoRoot),
    task: asked.task,
    slug,
    docsPath,
    branch: detected.hasGit ? `harness/${slug}` : null,
    repoName: basename(repoRoot),
    hasGit: detected.hasGit,
    inPlace,
    merge: asked.merge,
    ...language,
    lang: detected.lang,
    commands: {
      build: build === undefined ? detected.build : build,
      test: test === undefined ? detected.test : test,
      lint: asked.lintCmd ?? (lint === undefined ? detected.lint : lint),
      typeCheck: asked.typeCheckCmd ?? (typeCheck === undefined ? detected.typeCheck : typeCheck),
    },
    checkTimeoutMs: workflow.checkTimeoutMs,
    scope: asked.scope,
    maxFiles: asked.maxFiles ?? workflow.maxFiles,
    maxRounds: asked.maxRounds ?? workflow.maxRounds,
    todoBlocking: asked.todoBlocking || workflow.todoBlocking,
    mode: asked.adopted?.mode ?? asked.mode ?? workflow.mode,
    modelConfig: asked.adopted?.modelConfig ?? asked.modelConfig ?? workflow.modelConfig,
    verifier: asked.adopted?.modelConfig?.verifier ?? asked.verifierModel ?? 'haiku',
    conventions: workflow.conventions,
    models: workflow.models,
    provider: config.agent.provider,
    roles: rolesIn(config),
    draft: await draftAt(repoRoot, asked.spec ?? (await draftBeside(repoRoot, docsPath)), words),
    until: asked.until,
    flags: { verifierModel: asked.verifierModel, outputDir: asked.outputDir },
    createdAt: now,
    adopted: asked.adopted,
  }
}

/** Anything that has no catalogue is answered in English, and the person hears so. */
function userLanguage(language: string | null): Pick<WorkflowInput, 'userLang' | 'otherLang'> {
  const userLang = spokenLanguage(language)
  return language === null || language === userLang ? { userLang } : { userLang, otherLang: language }
}

const rolesIn = ({ agent }: HarnessConfig): WorkflowInput['roles'] =>
  Object.fromEntries(
    workflowIdentity.roles.map(({ role, tier }) => {
      const { tier: settled, limits } = roleAgent(agent, role, tier)
      return [role, { tier: settled, limits }]
    }),
  )

const draftBeside = async (repoRoot: string, docsPath: string): Promise<string | null> =>
  (await readInside(repoRoot, `${docsPath}${draftName}`)) === null ? null : `${docsPath}${draftName}`

async function draftAt(
  repoRoot: string,
  path: string | null,
  { troubles: { specMissing } }: WorkflowTexts,
): Promise<WorkflowInput['draft']> {
  if (path === null) return null
  const text = (await readInside(repoRoot, path))?.toString('utf8')
  if (text === undefined || text.trim() === '')
    throw new UserError('usage', specMissing.said(path), { next: specMissing.next })
  return { path, text }
}
