/** The configuration people write. Everything it refuses, the published JSON Schema refuses too. */
import * as z from 'zod'
import { insidePath } from '../text/inside-path.ts'
import { agentSection, modelClientSection } from './agent-section.ts'
import { budgetSection } from './budget-section.ts'
import { baseCheckField, checksSection, mergePolicyField } from './checks-section.ts'
import { daemonSection } from './daemon-section.ts'
import { devServerSection } from './dev-server-section.ts'
import { e2eSection } from './e2e-section.ts'
import { forgeSection } from './forge-section.ts'
import { lanesSection } from './lanes-section.ts'
import { notifySection } from './notify-section.ts'
import * as playbooks from './playbook-sections.ts'
import { redactSection } from './redact-section.ts'
import { reviewSection } from './review-section.ts'
import { sandboxSection } from './sandbox-section.ts'
import { branchName } from './words.ts'

type Playbooks = typeof playbooks

const playbookSections = () =>
  Object.fromEntries(Object.entries(playbooks).map(([name, { section }]) => [name, section])) as {
    [Name in keyof Playbooks]: Playbooks[Name]['section']
  }

export const configSchema = z
  .strictObject({
    $schema: z.string().optional(),
    planDir: insidePath.default('docs/exec-plans/active').describe('The folder of plans to deliver.'),
    completedDir: insidePath
      .default('docs/exec-plans/completed')
      .describe('The folder that delivered plans are moved to.'),
    contextDir: insidePath
      .default('docs/context')
      .describe('The folder in which people leave context for agents.'),
    stateDir: insidePath.default('.harness/run').describe('Journals, logs and state; ignored by git.'),
    appPaths: z.array(insidePath).min(1).default(['src']).describe('The folders of the product.'),
    baseBranch: branchName.default('main').describe('The branch that work is merged into.'),
    forge: forgeSection,
    checks: checksSection,
    baseCheck: baseCheckField,
    mergePolicy: mergePolicyField,
    agent: agentSection,
    modelClient: modelClientSection,
    review: reviewSection,
    lanes: lanesSection,
    sandbox: sandboxSection,
    budget: budgetSection,
    daemon: daemonSection,
    notify: notifySection,
    redact: redactSection,
    devServer: devServerSection,
    e2e: e2eSection,
    ...playbookSections(),
  })
  .describe('harness.config.json: how the harness works on this repository.')

export type CheckedConfig = z.output<typeof configSchema>

/** For editors: what `docs/harness.config.schema.json` holds. */
export const configJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(configSchema, { io: 'input' })
