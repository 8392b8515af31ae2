/**
 * `npm run states [-- --check]`: writes docs/states/<playbook>.md from the deciders; with --check it writes nothing and
 * exits with 1 if a page is not what they do.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { autopilotStates } from './autopilot-states.ts'
import { deliveryStates } from './delivery-states.ts'
import { fidelityStates } from './fidelity-states.ts'
import { generationStates } from './generation-states.ts'
import { handbookStates } from './handbook-states.ts'
import { missionStates } from './mission-states.ts'
import { planningStates } from './planning-states.ts'
import { releaseStates } from './release-states.ts'
import { siteReverseStates } from './site-reverse-states.ts'
import { specStates } from './spec-states.ts'
import { printPage, type StatePage } from './state-page.ts'
import { workflowStates } from './workflow-states.ts'

/** One entry for each playbook. */
const pages: Readonly<Record<string, () => StatePage | Promise<StatePage>>> = {
  autopilot: autopilotStates,
  delivery: deliveryStates,
  fidelity: fidelityStates,
  handbook: handbookStates,
  'handbook-generation': generationStates,
  mission: missionStates,
  planning: planningStates,
  release: releaseStates,
  'site-reverse': siteReverseStates,
  spec: specStates,
  workflow: workflowStates,
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const folder = join('docs', 'states')

const standing = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

const stale: string[] = []
for (const [name, states] of Object.entries(pages)) {
  const file = join(folder, `${name}.md`)
  const page = printPage(await states())
  if (standing(file) === page) continue
  stale.push(file)
  if (values.check) continue
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, page)
}
const what = values.check ? 'not what the deciders do; write it again with: npm run states' : 'written'
for (const file of stale) console.log(`${file}: ${what}`)
if (stale.length === 0) console.log('The pages of states are what the deciders do.')
process.exitCode = values.check && stale.length > 0 ? 1 : 0
