import { readdirSync, readFileSync } from 'node:fs'
import type { KnownRole } from '@harness/core/kernel/playbook-identity'
import { autopilotIdentity } from '@harness/core/playbooks/autopilot/identity'
import { deliveryIdentity } from '@harness/core/playbooks/delivery/identity'
import { fidelityIdentity } from '@harness/core/playbooks/fidelity/identity'
import { handbookIdentity } from '@harness/core/playbooks/handbook/identity'
import { generationIdentity } from '@harness/core/playbooks/handbook-generation/identity'
import { missionIdentity } from '@harness/core/playbooks/mission/state/identity'
import { planningIdentity } from '@harness/core/playbooks/planning/identity'
import { siteReverseIdentity } from '@harness/core/playbooks/site-reverse/identity'
import { specIdentity } from '@harness/core/playbooks/spec/identity'
import { workflowIdentity } from '@harness/core/playbooks/workflow/identity'
import { describe, expect, it } from 'vitest'

const folder = new URL('../../../../roles/', import.meta.url)
const textOf = (role: string): string => readFileSync(new URL(`${role}.md`, folder), 'utf8')

const known: readonly KnownRole[] = [
  autopilotIdentity,
  deliveryIdentity,
  fidelityIdentity,
  generationIdentity,
  handbookIdentity,
  missionIdentity,
  planningIdentity,
  siteReverseIdentity,
  workflowIdentity,
  { roles: specIdentity.roles.filter(({ role }) => role.startsWith('spec/')) },
].flatMap(({ roles }) => roles)

/** Marks of an answer's form: an object, a finding as a list item, a line that a reader looks for. */
const forms =
  /^\{"|^- \[(?:Critical|High|Medium|Low)\]|No (?:blocking )?findings|^(?:NEED|DISPUTE|TRICK|AMBIGUITY|VERDICT)\b|JSON|^## /m

describe('role texts', () => {
  it('there is one for each role, and none beside', () => {
    const files = readdirSync(folder, { recursive: true }).map(String)
    const texts = files.filter((file) => file.endsWith('.md')).map((file) => file.replaceAll('\\', '/'))
    expect(texts.sort()).toEqual([...new Set(known.map(({ role }) => `${role}.md`))].sort())
  })

  it.each(known)(
    'the $role’s is short, says who it is, what it is given, and when it is done',
    ({ role }) => {
      const text = textOf(role)
      expect(text.split(/\s+/).length).toBeLessThan(350)
      expect(text).toMatch(/^You are the [\w -]+\. /)
      expect(text).toContain('You are given')
      expect(text).toContain('You are done when')
    },
  )

  it.each(known)(
    'AG-16 the $role is told what it may do here, unless it has no tools',
    ({ role, mode, copy = false }) => {
      expect(textOf(role).includes('“On this machine”')).toBe(mode !== 'complete')
      expect(textOf(role).includes('never edit files')).toBe(mode === 'review' && !copy)
      expect(textOf(role).includes('a copy of the lane that is yours alone')).toBe(copy)
      expect(textOf(role).includes('Do not commit, push')).toBe(mode === 'exec')
    },
  )

  it.each(known)(
    'AG-18 the $role’s holds no form of an answer: its contract has the only one',
    ({ role }) => {
      expect(textOf(role)).not.toMatch(forms)
    },
  )

  /** Their other changes are put back. */
  const writesOneDocument = ({ role, contract }: KnownRole): boolean =>
    role === 'documenter' ||
    role.startsWith('spec/') ||
    (role.startsWith('workflow/') && !patching.includes(contract ?? ''))
  const patching = ['workflow-changes', 'workflow-patch']

  it.each(known.filter((each) => each.mode === 'exec' && !writesOneDocument(each)))(
    'TR-05 the $role is told to let the tests be',
    ({ role }) => expect(textOf(role)).toContain('Never delete, skip or weaken a test'),
  )

  it('WF-13 the evaluator’s does not say who made what it judges', () => {
    expect(textOf('workflow/evaluator')).not.toMatch(/\b(generators?|ai|agents?|implementers?|models?)\b/i)
  })

  it('WF-12 the proposer is held to five files of a hundred lines', () => {
    expect(textOf('workflow/auto-fix-proposer')).toContain('at most 5 files, and at most 100 lines of each')
  })

  const firstLines = known.filter(({ role, mode }) => /^(workflow|spec)\//.test(role) && mode !== 'review')
  it.each(firstLines)('WF-01 the $role’s names its first line', ({ role }) => {
    expect(textOf(role)).toMatch(/The first line of your (last message|answer) is exactly:? `[^`]+ — [^`]+`/)
  })
})
